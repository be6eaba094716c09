/** A flow as data: what the designer draws and a version keeps for ever. */

import type { OtherRender } from "../forms/context.ts";
import type { Condition } from "../forms/rules.ts";
import type { OrderState } from "./codes.ts";

export type EdgeCondition = Condition;
export type OrderValues = Readonly<Record<string, unknown>>;
/** Whether a condition holds of an order's values. */
export type Judge = (when: EdgeCondition, values: OrderValues) => boolean;

export const nodeKinds = {
  start: "开始",
  task: "处理",
  gateway: "条件",
  countersign: "会签",
  subOrder: "子工单",
  end: "结束",
} as const;
export type NodeKind = keyof typeof nodeKinds;

export const handlerKinds = {
  creator: "创建人",
  seat: "指定坐席",
  group: "坐席组",
  role: "角色",
  field: "表单字段",
  leastLoaded: "组内最空闲",
  online: "组内在线",
} as const;
export type HandlerKind = keyof typeof handlerKinds;

/** Whose an order is when it comes to a node. One person is given it; of several, or of a group, whoever claims it. */
export type HandlerRule =
  | { readonly by: "creator" }
  | { readonly by: "seat"; readonly agentIds: readonly string[] }
  | { readonly by: "group"; readonly groupId: string }
  | { readonly by: "role"; readonly roleId: string }
  /** The field holds a seat. */
  | { readonly by: "field"; readonly field: string }
  /** leastLoaded: given to the one online who has the fewest; online: to the one online who was given one longest ago. */
  | { readonly by: "leastLoaded" | "online"; readonly groupId: string };

/** What a handler may do at a node besides opening and saving. */
export const nodeActions = {
  approve: "通过",
  returnPrevious: "退回上一步",
  returnCreator: "退回创建人",
  retrieve: "撤回",
  complete: "办结",
  transfer: "转交",
  suspend: "挂起",
} as const;
export type NodeAction = keyof typeof nodeActions;

/** Minutes by the flow's time rule; without a rule by the clock. */
export interface FlowLimit {
  readonly minutes: number;
  /** So many minutes before. */
  readonly warnMinutes?: number;
}

interface NodeFrame {
  readonly id: string;
  readonly name: string;
  readonly x: number;
  readonly y: number;
}
interface Work {
  readonly handler?: HandlerRule;
  readonly actions: readonly NodeAction[];
  readonly limit?: FlowLimit;
  /** By the fields' keys. */
  readonly fields?: OtherRender;
}

export const signModes = { all: "会签（全部通过）", any: "或签（一人通过）", percentage: "按比例通过" } as const;
export type SignMode = keyof typeof signModes;
export const waitModes = { all: "全部办结", any: "任一办结", none: "不等待" } as const;
export type WaitMode = keyof typeof waitModes;

export interface TaskNode extends NodeFrame, Work {
  readonly kind: "task";
  /** Who was given it and does not open it for so long loses it to the pool; 0 or absent: never. */
  readonly claimMinutes?: number;
}
export interface CountersignNode extends NodeFrame, Work {
  readonly kind: "countersign";
  readonly mode: SignMode;
  /** Of mode percentage: 1 to 100. */
  readonly percentage?: number;
}
export interface SubOrderNode extends NodeFrame {
  readonly kind: "subOrder";
  readonly formId: string;
  readonly flowId: string;
  readonly wait: WaitMode;
}
export type FlowNode =
  | TaskNode
  | CountersignNode
  | SubOrderNode
  | (NodeFrame & { readonly kind: "start" })
  | (NodeFrame & { readonly kind: "gateway" })
  | (NodeFrame & { readonly kind: "end" });

export interface FlowEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly name?: string;
  /** Taken when it holds: the first of a node's edges, in their order. None: always. */
  readonly when?: EdgeCondition;
  /** 其他情况: taken when no other is. */
  readonly otherwise?: boolean;
}

/** A name that the enterprise has for what an order of a state waits for: 等客户回复, 等配件 (B24). */
export interface NamedStatus {
  readonly id: string;
  readonly name: string;
  readonly state: OrderState;
}
/** States that names may stand for. */
export const namedStates = ["draft", "pooled", "handling", "suspended", "transferred", "done"] as const;

export interface FlowDefinition {
  readonly nodes: readonly FlowNode[];
  readonly edges: readonly FlowEdge[];
  /** 时间规则 that limits count by; '' or absent: the clock. */
  readonly timeRuleId?: string;
  /** From submission to the end. */
  readonly limit?: FlowLimit;
  readonly statuses?: readonly NamedStatus[];
}

export const flowLimits = {
  nodes: 200,
  edges: 400,
  name: 30,
  seats: 50,
  /** Of all its nodes, whose names are asked for at once. */
  namedSeats: 1_000,
  statuses: 30,
  statusName: 10,
  /** A year. */
  minutes: 525_600,
} as const;
