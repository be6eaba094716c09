/** Area 'settings': dictionaries, cascading options, the two logs and the help (screens.md, "admin: system"). */
import { crudButtons, type PageButtons } from "../buttons.ts";
import type { Endpoint } from "../resource.ts";
import { cascadeApi } from "./cascades.ts";
import { dictionarieApi } from "./dictionaries.ts";
import { helpEndpoints } from "./help.ts";
import { loginLogApi } from "./login-log.ts";
import { operateLogApi } from "./operation-log.ts";

export * from "./cascades.ts";
export * from "./dictionaries.ts";
export * from "./help.ts";
export * from "./login-log.ts";
export * from "./operation-log.ts";
export * from "./operation-words.ts";

export const settingsEndpoints: readonly Endpoint[] = [
  ...Object.values(dictionarieApi),
  ...Object.values(cascadeApi),
  ...Object.values(loginLogApi),
  ...Object.values(operateLogApi),
  ...helpEndpoints,
];

export const settingsButtons: PageButtons = {
  "/dictionarie": crudButtons("dictionarie", ["A"]),
  "/cascademanage": [...crudButtons("cascade", ["A"]), { code: "cascade.import", name: "导入", who: ["A"] }],
  "/loginlog": [{ code: "loginlog.export", name: "导出", who: ["O", "A"] }],
  "/operatelog": [{ code: "operatelog.export", name: "导出", who: ["O", "A"] }],
};
