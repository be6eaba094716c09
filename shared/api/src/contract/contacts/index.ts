/** Area 'contacts': contacts, the address book and robot lines. */
import { defineArea } from "../area.ts";
import { crudButtons } from "../buttons.ts";
import { contacterConfApi, contacterDataApi, contactsApi } from "./contacts.ts";
import { robotApi } from "./robots.ts";

export * from "./contact-fields.ts";
export * from "./contacts.ts";
export * from "./robots.ts";

const people = ["A", "S", "M"] as const;
/** Who empties a list. */
const keepers = ["A", "M"] as const;

export const contactsArea = /* #__PURE__ */ defineArea(() => ({
  tabs: [],
  planned: ["/addresslist"],
  resources: [contacterConfApi, contacterDataApi, contactsApi, robotApi],
  buttons: {
    "/addresslist": [
      { code: "contacterData.add", name: "新增联系人", who: people },
      { code: "contacterData.update", name: "编辑联系人", who: people },
      { code: "contacterData.delete", name: "删除联系人", who: keepers },
      { code: "contacterData.import", name: "导入联系人", who: people },
      { code: "contacterData.export", name: "导出联系人", who: people },
      { code: "contacts.add", name: "新增通讯录", who: people },
      { code: "contacts.update", name: "编辑通讯录", who: people },
      { code: "contacts.delete", name: "删除通讯录", who: people },
      ...crudButtons("contacterConf", ["A"]).map((button) => ({ ...button, name: `${button.name}字段` })),
    ].map((button) => ({ ...button, kept: true as const })),
  },
  logWords: {
    objects: { contacterConf: "联系人字段", contacterData: "联系人", contacts: "通讯录", robot: "机器人线路" },
  },
}));
