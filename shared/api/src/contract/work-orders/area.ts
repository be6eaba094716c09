/** The manifest of area 'work-orders'. Its screens come later: their rows stand in planned.ts. */
import { defineArea } from "../area.ts";
import { crudButtons } from "../buttons.ts";
import { workDelegateApi } from "./delegates.ts";
import { workFlowApi } from "./flows.ts";
import { workNodeApi } from "./nodes.ts";
import { formStreamApi } from "./orders.ts";
import { workStatusWarnApi } from "./warns.ts";

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
  logWords: {
    objects: { workFlow: "工单流程", workNode: "工单节点", workStatusWarn: "工单状态提醒", workDelegate: "工单代办" },
    actions: { publish: "发布", clone: "复制", migrate: "迁移工单", save: "保存" },
    fields: {
      "workFlow.formId": "表单",
      "workFlow.definition": "流程图",
      "workFlow.version": "版本",
      "workFlow.moved": "迁移的工单",
      "workDelegate.delegateId": "代办人",
      "workDelegate.fromAt": "开始时间",
      "workDelegate.untilAt": "结束时间",
      "workStatusWarn.minutes": "时长",
      "workStatusWarn.state": "工单状态",
      "workStatusWarn.hearers": "提醒对象",
      "workStatusWarn.timeRuleId": "时间规则",
    },
  },
}));
