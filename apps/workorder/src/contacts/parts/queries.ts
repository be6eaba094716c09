import { queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { contacterConfApi, contacterDataApi, contactsApi } from "@liantai/api/contract/workorder";
import { bus } from "@liantai/bus";

export type Contact = ReplyOf<typeof contacterDataApi.list>["list"][number];
export type Entry = ReplyOf<typeof contactsApi.list>["list"][number];
export type OwnField = ReplyOf<typeof contacterConfApi.list>["list"][number];

export const contacts = queriesOf(contacterDataApi);
export const entries = queriesOf(contactsApi);
export const ownFields = queriesOf(contacterConfApi);

/** By sealed reference: a number that is hidden stands in no request of the page. */
export const dial = ({ dialRef }: { readonly dialRef: string }) => bus.publish("call.dial", { ref: dialRef });
