/** Two states of a flow, told apart in words: before it is published, and between versions. Pure. */
import {
  handlerKinds,
  nodeActions,
  nodeKinds,
  signModes,
  waitModes,
  type FlowDefinition,
  type FlowEdge,
  type FlowNode,
} from "@liantai/api/contract/workorder";
import { orderStates, type NamedStatus } from "@liantai/api/contract/work-orders";
import { sameValue } from "@liantai/api/forms";
import type { Difference, Pairs } from "@liantai/ui/board";
import { fieldRules, rulesOf } from "../../parts/node-rules.ts";
import type { Surroundings } from "../../parts/surroundings.ts";
import { conditionText, handlerText, limitText, minutesText } from "../../parts/words.ts";

const labels = {
  kind: "类型",
  name: "名称",
  handler: "处理人",
  limit: "处理时限",
  claimMinutes: "未打开退回",
  actions: "允许的操作",
  fields: "字段规则",
  mode: "通过方式",
  percentage: "通过比例",
  formId: "子工单表单",
  flowId: "子工单流程",
  wait: "等待",
} as const;
type Key = keyof typeof labels;

function fieldsInWords(node: FlowNode, around: Surroundings): string {
  const rules = ("fields" in node && node.fields) || {};
  const words = Object.keys(rules).map((name) => {
    const field = around.fields?.find((one) => one.name === name);
    if (!field) return name;
    const now = rulesOf(field, rules[name]);
    const said = [now.show ? "" : "隐藏", now.require ? fieldRules.require : "", now.lock ? fieldRules.lock : ""];
    return `${field.label}（${said.filter((one) => one !== "").join("、") || "可填写"}）`;
  });
  return words.length === 0 ? "同表单" : words.join("、");
}

function inWords(key: Key, node: FlowNode, around: Surroundings): string {
  const value = (node as Partial<Record<Key, unknown>>)[key];
  const named = (pairs: Pairs) => pairs.find(([id]) => id === value)?.[1] ?? (value ? String(value) : "未选择");
  switch (key) {
    case "kind":
      return nodeKinds[node.kind];
    case "handler":
      return "handler" in node ? handlerText(node.handler, around) : "无";
    case "limit":
      return "limit" in node ? limitText(node.limit) : "不限时";
    case "claimMinutes":
      return typeof value === "number" && value > 0 ? minutesText(value) : "不退回";
    case "actions":
      return "actions" in node ? node.actions.map((one) => nodeActions[one]).join("、") : "无";
    case "fields":
      return fieldsInWords(node, around);
    case "mode":
      return node.kind === "countersign" ? signModes[node.mode] : "无";
    case "wait":
      return node.kind === "subOrder" ? waitModes[node.wait] : "无";
    case "formId":
      return named(around.forms);
    case "flowId":
      return named(around.flows.map(({ id, name }) => [id, name]));
    default:
      return value === undefined ? "无" : String(value);
  }
}

function nodeLines(before: FlowNode, after: FlowNode, around: Surroundings): string[] {
  const value = (node: FlowNode, key: Key) => (node as Partial<Record<Key, unknown>>)[key];
  return (Object.keys(labels) as Key[])
    .filter((key) => !sameValue(value(before, key), value(after, key)))
    .map((key) => {
      const [old, now] = [inWords(key, before, around), inWords(key, after, around)];
      return old === now ? `${labels[key]}：已修改` : `${labels[key]}：${old} → ${now}`;
    });
}

const titleOf = ({ nodes }: FlowDefinition, { from, to }: FlowEdge): string => {
  const name = (id: string) => nodes.find((node) => node.id === id)?.name || "未命名";
  return `${name(from)} → ${name(to)}`;
};
const whenOf = ({ when, otherwise }: FlowEdge, around: Surroundings): string =>
  otherwise ? "其他情况" : when ? conditionText(when, around.fields) : "总是";

function edgeDifferences(before: FlowDefinition, after: FlowDefinition, around: Surroundings): Difference[] {
  const old = new Map(before.edges.map((edge) => [edge.id, edge]));
  const now = new Set(after.edges.map(({ id }) => id));
  const list: Difference[] = [];
  for (const edge of after.edges) {
    const was = old.get(edge.id);
    const title = titleOf(after, edge);
    if (!was) {
      list.push({ kind: "added", what: "edge", title, lines: [whenOf(edge, around)] });
      continue;
    }
    const [a, b] = [titleOf(before, was), title];
    const [c, d] = [whenOf(was, around), whenOf(edge, around)];
    const lines = [
      ...(was.from !== edge.from || was.to !== edge.to ? [`${a} 改为 ${b}`] : []),
      ...(c === d ? [] : [`条件：${c} → ${d}`]),
      ...((was.name ?? "") === (edge.name ?? "") ? [] : [`名称：${was.name ?? "无"} → ${edge.name ?? "无"}`]),
    ];
    if (lines.length > 0) list.push({ kind: "changed", what: "edge", title, lines });
  }
  for (const edge of before.edges)
    if (!now.has(edge.id)) list.push({ kind: "removed", what: "edge", title: titleOf(before, edge), lines: [] });
  return list;
}

function statusLines(before: readonly NamedStatus[], after: readonly NamedStatus[]): readonly string[] {
  const said = ({ name, state }: NamedStatus) => `${name}（${orderStates[state]}）`;
  const old = new Map(before.map((one) => [one.id, one]));
  const now = new Set(after.map(({ id }) => id));
  return [
    ...after.flatMap((one) => {
      const was = old.get(one.id);
      if (!was) return [`新增工单状态：${said(one)}`];
      return said(was) === said(one) ? [] : [`工单状态：${said(was)} → ${said(one)}`];
    }),
    ...before.filter(({ id }) => !now.has(id)).map((one) => `删除工单状态：${said(one)}`),
  ];
}

/** Places on the canvas are no difference. */
export function compareFlows(
  before: FlowDefinition,
  after: FlowDefinition,
  around: Surroundings,
): readonly Difference[] {
  const old = new Map(before.nodes.map((node) => [node.id, node]));
  const now = new Set(after.nodes.map(({ id }) => id));
  const list: Difference[] = [];
  const rule = (flow: FlowDefinition) =>
    around.timeRules.find(([id]) => id === flow.timeRuleId)?.[1] ?? (flow.timeRuleId || "自然时间");
  const whole = [
    ...(sameValue(before.limit, after.limit)
      ? []
      : [`整单时限：${limitText(before.limit)} → ${limitText(after.limit)}`]),
    ...((before.timeRuleId ?? "") === (after.timeRuleId ?? "") ? [] : [`时间规则：${rule(before)} → ${rule(after)}`]),
  ];
  whole.push(...statusLines(before.statuses ?? [], after.statuses ?? []));
  if (whole.length > 0) list.push({ kind: "changed", what: "flow", title: "流程设置", lines: whole });
  for (const node of after.nodes) {
    const was = old.get(node.id);
    const title = node.name || "未命名";
    if (!was)
      list.push({
        ...{ kind: "added", what: "node", title },
        lines: "handler" in node && node.handler ? [`${handlerKinds[node.handler.by]}处理`] : [],
      });
    else {
      const lines = nodeLines(was, node, around);
      if (lines.length > 0) list.push({ kind: "changed", what: "node", title, lines });
    }
  }
  for (const node of before.nodes)
    if (!now.has(node.id)) list.push({ kind: "removed", what: "node", title: node.name || "未命名", lines: [] });
  return [...list, ...edgeDifferences(before, after, around)];
}
