/** The manifest of area 'work-orders'. Its screens come later: their rows stand in planned.ts. */
import { defineArea } from "../area.ts";
import { crudButtons } from "../buttons.ts";
import { workDelegateApi } from "./delegates.ts";
import { workFlowApi } from "./flows.ts";
import { workNodeApi } from "./nodes.ts";
import { formStreamApi } from "./orders.ts";
import { workStatusWarnApi } from "./warns.ts";
import { orderWords } from "./log-words.ts";

const people = ["A", "S", "M"] as const;

export const workOrdersArea = /* #__PURE__ */ defineArea(() => ({
  tabs: [],
  planned: ["/workorderflow", "/workordernode", "/flownodeconfig", "/workorderinformation"],
  resources: [workFlowApi, workNodeApi, formStreamApi, workStatusWarnApi, workDelegateApi],
  buttons: {
    "/workorderflow": [
      ...crudButtons("workFlow", ["A"]),
      { code: "workFlow.publish", name: "发布", who: ["A"] },
      { code: "workStatusWarn.save", name: "设置状态提醒", who: ["A"] },
    ],
    "/workordernode": crudButtons("workNode", ["A"]),
    "/workorderinformation": [
      { code: "formStream.create", name: "新建工单", who: people },
      { code: "formStream.batch", name: "批量处理", who: people },
    ],
  },
  logWords: orderWords,
}));
