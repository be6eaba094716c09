/** Area 'limits': barred numbers, hours and counts of calls, and notices about them (screens.md, "admin: call centre"). */
import { defineArea } from "../area.ts";
import { crudButtons } from "../buttons.ts";
import { rowsOf } from "../tab-row.ts";
import { callLimitApi } from "./call-limits.ts";
import { callNotifyLimitApi } from "./notices.ts";

export * from "./call-limits.ts";
export * from "./notices.ts";

const row = rowsOf("admin", "call-centre");

export const limitsTabs = [row("/callbarringlist", "呼叫限制列表", "A"), row("/callBarring", "呼叫限制", "A")];

export const limitsArea = /* #__PURE__ */ defineArea(() => ({
  tabs: limitsTabs,
  resources: [callLimitApi, callNotifyLimitApi],
  buttons: { "/callBarring": crudButtons("callLimit", ["A"]) },
  logWords: {
    objects: { callLimit: "呼叫限制", callBarring: "呼叫限制", callNotifyLimit: "通知限制" },
  },
}));
