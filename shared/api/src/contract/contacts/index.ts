/** Area 'contacts': contacts, the address book and robot lines. */
import type { Endpoint } from "../resource.ts";
import { contacterConfApi, contacterDataApi, contactsApi } from "./contacts.ts";
import { robotApi } from "./robots.ts";

export * from "./contact-fields.ts";
export * from "./contacts.ts";
export * from "./robots.ts";

export const contactsEndpoints: readonly Endpoint[] = [
  ...Object.values(contacterConfApi),
  ...Object.values(contacterDataApi),
  ...Object.values(contactsApi),
  ...Object.values(robotApi),
];
