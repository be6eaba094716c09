/** Area 'contacts': contacts of the enterprise with its own fields, and the address book (inventory B39: two views of one screen). */
import { defineArea } from "../area.ts";
import { crudButtons } from "../buttons.ts";
import { recordButton, recordVerbs } from "../customer-forms/parts.ts";
import { rowsOf } from "../tab-row.ts";
import { contacterConfApi, contacterDataApi, contactsApi } from "./contacts.ts";
import { contactWords } from "./log-words.ts";

export * from "./contact-fields.ts";
export * from "./contact-form.ts";
export * from "./contacts.ts";

const people = ["A", "S", "M"] as const;
/** Who empties a list. */
const keepers = ["A", "M"] as const;

export const contactsTabs = [rowsOf("workorder", "workorder")("/addresslist", "通讯录", "ASM")];

export const contactsArea = /* #__PURE__ */ defineArea(() => ({
  tabs: contactsTabs,
  resources: [contacterConfApi, contacterDataApi, contactsApi],
  buttons: {
    "/addresslist": [
      { code: "contacterData.add", name: "新增联系人", who: people },
      { code: "contacterData.update", name: "编辑联系人", who: people },
      { code: "contacterData.delete", name: "删除联系人", who: keepers },
      { code: "contacterData.import", name: "导入联系人", who: people },
      { code: "contacterData.export", name: "导出联系人", who: people },
      { code: recordButton("contact", "push"), name: `${recordVerbs.push}联系人`, who: keepers },
      { code: "contacts.add", name: "新增通讯录", who: people },
      { code: "contacts.update", name: "编辑通讯录", who: people },
      { code: "contacts.delete", name: "删除通讯录", who: people },
      ...crudButtons("contacterConf", ["A"]).map((button) => ({ ...button, name: `${button.name}字段` })),
    ].map((button) => ({ ...button, kept: true as const })),
  },
  logWords: contactWords,
}));
