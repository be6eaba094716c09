/** Handlers, limits and conditions in words. Pure. */
import {
  handlerKinds,
  nodeKinds,
  signModes,
  type EdgeCondition,
  type FlowLimit,
  type FlowNode,
  type HandlerRule,
} from "@liantai/api/contract/workorder";
import { conditionOps, type FormField } from "@liantai/api/forms";
import { nameAmong } from "@liantai/ui/board";
import type { Surroundings } from "./surroundings.ts";

/** Everybody knows a seat by its number. */
const seatName = (id: string, { seats }: Surroundings): string => seats.find(([one]) => one === id)?.[1] ?? id;

export function handlerText(rule: HandlerRule | undefined, around: Surroundings): string {
  if (!rule) return "未设置处理人";
  const kind = handlerKinds[rule.by];
  switch (rule.by) {
    case "creator":
      return kind;
    case "seat":
      return rule.agentIds.length === 0 ? "未选择坐席" : rule.agentIds.map((id) => seatName(id, around)).join("、");
    case "role":
      return rule.roleId === "" ? "未选择角色" : `${kind}：${nameAmong(around.roles, rule.roleId)}`;
    case "field":
      return rule.field === ""
        ? "未选择字段"
        : `${kind}：${around.fields?.find(({ name }) => name === rule.field)?.label ?? rule.field}`;
    default:
      return rule.groupId === "" ? "未选择坐席组" : `${kind}：${nameAmong(around.groups, rule.groupId)}`;
  }
}

/** 1440 reads 1天, 90 reads 1小时30分钟. */
export function minutesText(minutes: number): string {
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60];
  return (
    [days > 0 ? `${days}天` : "", hours > 0 ? `${hours}小时` : "", rest > 0 ? `${rest}分钟` : ""].join("") || "0分钟"
  );
}

export const limitText = (limit: FlowLimit | undefined): string =>
  limit
    ? `${minutesText(limit.minutes)}内${limit.warnMinutes ? `，提前${minutesText(limit.warnMinutes)}提醒` : ""}`
    : "不限时";

/** The second line of a node. */
export function nodeSummary(node: FlowNode, around: Surroundings): string {
  switch (node.kind) {
    case "task":
      return handlerText(node.handler, around);
    case "countersign": {
      const how = node.mode === "percentage" ? `${node.percentage ?? 0}%通过` : signModes[node.mode].slice(0, 2);
      return `${how}：${handlerText(node.handler, around)}`;
    }
    case "subOrder":
      return node.flowId === ""
        ? "未选择子工单流程"
        : (around.flows.find(({ id }) => id === node.flowId)?.name ?? "子工单");
    default:
      return nodeKinds[node.kind];
  }
}

function valueText(value: unknown, field: FormField | undefined): string {
  const one = (given: unknown): string =>
    field?.items?.find(({ label_value }) => label_value === String(given))?.label_name ?? String(given);
  return Array.isArray(value) ? value.map(one).join("、") : value === undefined ? "" : one(value);
}

export function conditionText(when: EdgeCondition, fields: readonly FormField[] = [], inner = false): string {
  const joined = (list: readonly EdgeCondition[], word: string): string => {
    const text = list.map((one) => conditionText(one, fields, true)).join(word);
    return inner && list.length > 1 ? `（${text}）` : text;
  };
  if ("all" in when) return when.all.length === 0 ? "总是" : joined(when.all, " 且 ");
  if ("any" in when) return when.any.length === 0 ? "从不" : joined(when.any, " 或 ");
  if ("not" in when) return `非（${conditionText(when.not, fields)}）`;
  if ("expression" in when) return when.expression || "未填写表达式";
  const field = fields.find(({ name }) => name === when.field);
  const label = field?.label ?? (when.field || "未选择字段");
  return [label, conditionOps[when.op], valueText(when.value, field)].filter((part) => part !== "").join(" ");
}
