/** What the operation log says of flows and orders: 操作日志 offers it without the rest of the area. */
import type { LogWords } from "../area.ts";

export const orderWords: LogWords = {
  objects: {
    workFlow: "工单流程",
    workNode: "工单节点",
    workStatusWarn: "工单状态提醒",
    workDelegate: "工单代办",
    trigger: "触发器",
    macro: "宏",
  },
  actions: { publish: "发布", clone: "复制", migrate: "迁移工单", save: "保存", order: "排序", apply: "使用宏" },
  fields: {
    "workFlow.formId": "表单",
    "workFlow.definition": "流程图",
    "workFlow.version": "版本",
    "workFlow.moved": "迁移的工单",
    "trigger.when": "触发时机",
    "trigger.condition": "条件",
    "trigger.actions": "动作",
    "trigger.enabled": "状态",
    "macro.actions": "动作",
    "macro.shared": "使用范围",
    "macro.subject": "使用对象",
    "workDelegate.delegateId": "代办人",
    "workDelegate.fromAt": "开始时间",
    "workDelegate.untilAt": "结束时间",
    "workStatusWarn.minutes": "时长",
    "workStatusWarn.state": "工单状态",
    "workStatusWarn.hearers": "提醒对象",
    "workStatusWarn.timeRuleId": "时间规则",
  },
};
