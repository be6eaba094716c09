/** Area 'contacts': contacts, the address book and robot lines. */
import { defineArea } from "../area.ts";
import { contacterConfApi, contacterDataApi, contactsApi } from "./contacts.ts";
import { robotApi } from "./robots.ts";

export * from "./contact-fields.ts";
export * from "./contacts.ts";
export * from "./robots.ts";

export const contactsArea = /* #__PURE__ */ defineArea(() => ({
  tabs: [],
  resources: [contacterConfApi, contacterDataApi, contactsApi, robotApi],
  logWords: {
    objects: { contacterConf: "联系人字段", contacterData: "联系人", contacts: "通讯录", robot: "机器人线路" },
  },
}));
