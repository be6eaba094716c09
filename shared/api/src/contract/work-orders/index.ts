/** Area 'work-orders': flows, the machine that moves an order, codes, endpoints. Apps load what they name of it. */
import { defineArea } from "../area.ts";
import { crudButtons } from "../buttons.ts";
import { rowsOf } from "../tab-row.ts";
import { macroApi } from "./automation/macros.ts";
import { triggerApi } from "./automation/triggers.ts";
import { customerLinkApi } from "./customer-links.ts";
import { customerPageApi } from "./customer-page.ts";
import { workDelegateApi } from "./delegates.ts";
import { workFlowApi } from "./flows.ts";
import { flowHeatApi } from "./heat.ts";
import { workNodeApi } from "./nodes.ts";
import { orderChartApi } from "./order-charts.ts";
import { orderCountsApi } from "./order-counts.ts";
import { orderPeopleApi } from "./order-people.ts";
import { orderSheetApi } from "./order-sheet.ts";
import { orderStatusApi } from "./order-status.ts";
import { formStreamApi } from "./orders.ts";
import { serviceTargetApi } from "./targets/index.ts";
import { workStatusWarnApi } from "./warns.ts";
import { orderWords } from "./log-words.ts";

export * from "./automation/index.ts";
export * from "./codes.ts";
export * from "./customer-links.ts";
export * from "./customer-page.ts";
export * from "./delegates.ts";
export * from "./due.ts";
export * from "./flow.ts";
export * from "./flows.ts";
export * from "./heat.ts";
export * from "./judge.ts";
export * from "./machine/index.ts";
export * from "./nodes.ts";
export * from "./order-charts.ts";
export * from "./order-counts.ts";
export * from "./order-filters.ts";
export { orderLimits } from "./order-parts.ts";
export * from "./order-people.ts";
export * from "./order-sheet.ts";
export * from "./order-status.ts";
export * from "./orders.ts";
export * from "./read.ts";
export * from "./route.ts";
export * from "./simulate.ts";
export * from "./targets/index.ts";
export * from "./validate.ts";
export * from "./warns.ts";

const people = ["A", "S", "M"] as const;
const row = rowsOf("workorder", "workorder");

export const orderFlowsTabs = [
  row("/workorderflow", "工单流程", "A"),
  row("/workordernode", "工单节点", "A"),
  row("/flownodeconfig", "流程节点配置", "A"),
];

/** Screens where orders are worked; the state of a tab is the order that is open in it. */
export const ordersTabs = [
  row("/workorderinformation", "工单信息", "ASM", { param: "state" }),
  row("/robotworkorderinformation", "机器人工单", "ASM"),
  row("/relationWorkorder", "关联工单", "ASM", { param: "state" }),
];

export const workOrdersArea = /* #__PURE__ */ defineArea(() => ({
  tabs: [...orderFlowsTabs, ...ordersTabs],
  resources: [
    workFlowApi,
    flowHeatApi,
    workNodeApi,
    formStreamApi,
    orderCountsApi,
    orderPeopleApi,
    orderSheetApi,
    orderChartApi,
    orderStatusApi,
    workStatusWarnApi,
    workDelegateApi,
    triggerApi,
    macroApi,
    serviceTargetApi,
    customerLinkApi,
    customerPageApi,
  ],
  buttons: {
    "/workorderflow": [
      ...crudButtons("workFlow", ["A"]),
      { code: "workFlow.publish", name: "发布", who: ["A"] },
      { code: "workStatusWarn.save", name: "设置状态提醒", who: ["A"] },
      { code: "trigger.add", name: "新增触发器", who: ["A"] },
      { code: "trigger.update", name: "编辑触发器", who: ["A"] },
      { code: "trigger.delete", name: "删除触发器", who: ["A"] },
      { code: "macro.share", name: "管理共享宏", who: ["A"] },
      { code: "serviceTarget.save", name: "设置服务目标", who: ["A"] },
    ],
    "/workordernode": crudButtons("workNode", ["A"]),
    "/flownodeconfig": [{ code: "workNode.saveConfig", name: "保存", who: ["A"], kept: true }],
    "/workorderinformation": [
      { code: "formStream.create", name: "新建工单", who: people },
      { code: "formStream.batch", name: "批量处理", who: people },
      { code: "formStream.export", name: "导出", who: people },
      { code: "customerLink.add", name: "生成客户链接", who: people },
    ],
  },
  logWords: orderWords,
}));
