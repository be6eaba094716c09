/** Area 'blacklists': barred numbers of the installation and of enterprises (screens.md, "admin: system"). */
import { defineArea } from "../area.ts";
import { crudButtons } from "../buttons.ts";
import { rowsOf } from "../tab-row.ts";
import { blackListApi } from "./black-list.ts";

export * from "./black-list.ts";

const row = rowsOf("admin", "system");

export const blacklistsTabs = [row("/systemblack", "系统黑名单", "O"), row("/enterpriseblack", "企业黑名单", "A")];

export const blacklistsArea = /* #__PURE__ */ defineArea(() => ({
  tabs: blacklistsTabs,
  resources: [blackListApi],
  buttons: { "/enterpriseblack": crudButtons("blackList", ["A"]) },
  logWords: {
    objects: { blackList: "黑名单" },
    fields: { callType: "限制方向" },
  },
}));
