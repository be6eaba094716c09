/** Area 'settings': dictionaries, cascading options, the two logs and the help (screens.md, "admin: system"). */
import { defineArea } from "../area.ts";
import { crudButtons } from "../buttons.ts";
import { rowsOf } from "../tab-row.ts";
import { cascadeApi } from "./cascades.ts";
import { dictionarieApi } from "./dictionaries.ts";
import { helpApi } from "./help.ts";
import { loginLogApi } from "./login-log.ts";
import { operateLogApi } from "./operation-log.ts";

export * from "./cascades.ts";
export * from "./dictionaries.ts";
export * from "./help.ts";
export * from "./login-log.ts";
export * from "./operation-log.ts";

const row = rowsOf("admin", "system");
const top = rowsOf("shell-nav", "top");

export const settingsTabs = [
  row("/dictionarie", "数据字典", "OA"),
  row("/cascademanage", "级联管理", "A"),
  row("/loginlog", "登录日志", "OA"),
  row("/operatelog", "操作日志", "OA"),
  top("/helpfiles", "帮助文档", "OASM"),
];

export const settingsArea = /* #__PURE__ */ defineArea(() => ({
  tabs: settingsTabs,
  resources: [dictionarieApi, cascadeApi, loginLogApi, operateLogApi, helpApi],
  buttons: {
    "/dictionarie": crudButtons("dictionarie", ["A"]),
    "/cascademanage": [...crudButtons("cascade", ["A"]), { code: "cascade.import", name: "导入", who: ["A"] }],
    "/loginlog": [{ code: "loginlog.export", name: "导出", who: ["O", "A"] }],
    "/operatelog": [{ code: "operatelog.export", name: "导出", who: ["O", "A"] }],
  },
  logWords: {
    objects: { dictionarie: "数据字典", dictionarieItem: "字典选项", cascade: "级联选项", help: "帮助文档" },
    fields: { labelName: "选项名称", labelValue: "选项值", items: "选项", fileId: "PDF文件" },
  },
}));
