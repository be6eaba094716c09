/** Area 'contacts': contacts of the enterprise with its own fields, and the address book (inventory B39: two views of one screen). */
import { defineArea } from "../area.ts";
import { crudButtons } from "../buttons.ts";
import { recordButtons } from "../customer-forms/parts.ts";
import { rowsOf } from "../tab-row.ts";
import { contacterConfApi, contacterDataApi, contactsApi } from "./contacts.ts";
import { contactWords } from "./log-words.ts";

export * from "./contact-fields.ts";
export * from "./contact-form.ts";
export * from "./contacts.ts";

const people = ["A", "S", "M"] as const;

export const contactsTabs = [rowsOf("workorder", "workorder")("/addresslist", "通讯录", "ASM", { param: "state" })];

export const contactsArea = /* #__PURE__ */ defineArea(() => ({
  tabs: contactsTabs,
  resources: [contacterConfApi, contacterDataApi, contactsApi],
  buttons: {
    "/addresslist": [
      ...recordButtons("contact", "联系人"),
      { code: "contacts.add", name: "新增通讯录", who: people },
      { code: "contacts.update", name: "编辑通讯录", who: people },
      { code: "contacts.delete", name: "删除通讯录", who: people },
      ...crudButtons("contacterConf", ["A"]).map((button) => ({ ...button, name: `${button.name}字段` })),
    ].map((button) => ({ ...button, kept: true as const })),
  },
  logWords: contactWords,
}));
