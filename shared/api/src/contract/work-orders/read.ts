/** A flow as it comes in: what is kept of it, or sentences about what is not one. What it means is validateFlow's to say. */
import { readOneCondition } from "../forms/read-rules.ts";
import { amount, flag, list, oneOf, parts, text, type Reader } from "../forms/reader.ts";
import { isRecord } from "../forms/values.ts";
import {
  flowLimits,
  handlerKinds,
  namedStates,
  nodeActions,
  nodeKinds,
  signModes,
  waitModes,
  type CountersignNode,
  type FlowDefinition,
  type FlowEdge,
  type FlowLimit,
  type FlowNode,
  type HandlerKind,
  type HandlerRule,
  type NamedStatus,
  type NodeAction,
  type NodeKind,
  type SubOrderNode,
  type TaskNode,
} from "./flow.ts";

const keys = <T extends string>(words: Readonly<Record<T, string>>): readonly T[] => Object.keys(words) as T[];

const id = text(64, 1);
/** '' is what a designer begins with; publishing asks for more. */
const chosen = text(64);
const place = amount(-100_000, 100_000, false);
const frame = { id, name: text(flowLimits.name), x: place, y: place };
const framed = ["id", "name", "x", "y"] as const;

const limit: Reader<FlowLimit> = parts<FlowLimit>(
  { minutes: amount(1, flowLimits.minutes), warnMinutes: amount(0, flowLimits.minutes) },
  ["minutes"],
  (key) => (key === "minutes" ? "时限" : "提前提醒"),
);

const readHandler: Reader<HandlerRule> = (value, say) => {
  const by = oneOf<HandlerKind>(keys(handlerKinds))(isRecord(value) ? value["by"] : undefined, (m) =>
    say(`处理人${m}`),
  );
  switch (by) {
    case "creator":
      return { by };
    case "seat": {
      const read = parts<{ agentIds: readonly string[] }>({ agentIds: list(id, flowLimits.seats) }, ["agentIds"])(
        value,
        say,
      );
      return read && { by, ...read };
    }
    case "role": {
      const read = parts<{ roleId: string }>({ roleId: chosen }, ["roleId"])(value, say);
      return read && { by, ...read };
    }
    case "field": {
      const read = parts<{ field: string }>({ field: chosen }, ["field"])(value, say);
      return read && { by, ...read };
    }
    case undefined:
      return undefined;
    default: {
      const read = parts<{ groupId: string }>({ groupId: chosen }, ["groupId"])(value, say);
      return read && { by, ...read };
    }
  }
};

/** What a node says of fields. */
export const readNodeFields: Reader<NonNullable<TaskNode["fields"]>> = (value, say) => {
  const rule = parts<{ enable?: boolean; require?: boolean; hidden?: boolean }>(
    { enable: flag, require: flag, hidden: flag },
    [],
  );
  const entries = isRecord(value) ? Object.entries(value) : undefined;
  if (!entries || entries.length > 200 || entries.some(([key]) => key === "__proto__" || key.length > 30)) {
    say("字段规则格式有误");
    return undefined;
  }
  const read = entries.map(([key, one]) => [key, rule(one, (m) => say(`字段“${key}”${m}`))] as const);
  return read.every(([, one]) => one !== undefined)
    ? (Object.fromEntries(read) as NonNullable<TaskNode["fields"]>)
    : undefined;
};

const work = {
  handler: readHandler,
  actions: list(oneOf<NodeAction>(keys(nodeActions)), 10),
  limit,
  fields: readNodeFields,
};

export const readNode: Reader<FlowNode> = (value, say) => {
  const called =
    isRecord(value) && typeof value["name"] === "string" && value["name"] ? `节点“${value["name"]}”` : "节点";
  const tell = (message: string) => say(`${called}：${message}`);
  const kind = oneOf<NodeKind>(keys(nodeKinds))(isRecord(value) ? value["kind"] : undefined, (m) => tell(`类型${m}`));
  switch (kind) {
    case undefined:
      return undefined;
    case "task": {
      const read = parts<Omit<TaskNode, "kind">>({ ...frame, ...work, claimMinutes: amount(0, flowLimits.minutes) }, [
        ...framed,
        "actions",
      ])(value, tell);
      return read && { kind, ...read };
    }
    case "countersign": {
      const read = parts<Omit<CountersignNode, "kind">>(
        { ...frame, ...work, mode: oneOf(keys(signModes)), percentage: amount(1, 100) },
        [...framed, "actions", "mode"],
      )(value, tell);
      return read && { kind, ...read };
    }
    case "subOrder": {
      const read = parts<Omit<SubOrderNode, "kind">>(
        { ...frame, formId: chosen, flowId: chosen, wait: oneOf(keys(waitModes)) },
        [...framed, "formId", "flowId", "wait"],
      )(value, tell);
      return read && { kind, ...read };
    }
    default: {
      const read = parts<{ id: string; name: string; x: number; y: number }>(frame, [...framed])(value, tell);
      return read && { kind, ...read };
    }
  }
};

const readEdge: Reader<FlowEdge> = (value, say) =>
  parts<FlowEdge>(
    { id, from: chosen, to: chosen, name: text(flowLimits.name), when: readOneCondition, otherwise: flag },
    ["id", "from", "to"],
    () => "连线",
  )(value, say);

const readStatus: Reader<NamedStatus> = parts<NamedStatus>(
  { id, name: text(flowLimits.statusName), state: oneOf<(typeof namedStates)[number]>([...namedStates]) },
  ["id", "name", "state"],
);

export interface ReadFlow {
  /** Absent with a fault. */
  readonly flow?: FlowDefinition;
  readonly faults: readonly string[];
}

export function readFlow(input: unknown): ReadFlow {
  const faults: string[] = [];
  const flow = parts<FlowDefinition>(
    {
      nodes: list(readNode, flowLimits.nodes),
      edges: list(readEdge, flowLimits.edges),
      timeRuleId: chosen,
      limit,
      statuses: list(readStatus, flowLimits.statuses),
    },
    ["nodes", "edges"],
    (key) =>
      ({ nodes: "节点", edges: "连线", timeRuleId: "时间规则", limit: "整单", statuses: "工单状态" })[key] ?? key,
  )(input, (message) => faults.push(message));
  return { ...(flow ? { flow } : {}), faults };
}
