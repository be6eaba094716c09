/** Tables of the area work orders, with those of automation; joined in ../schema.ts. Their events stand in `event`, stream 'order'. */
import type {
  FlowDefinition,
  LinkPurpose,
  Order,
  OrderState,
  ServiceTarget,
  TargetKind,
  TargetPhase,
  WarnHearer,
} from "@liantai/api/contract/work-orders";
import type { AutomationTables } from "./automation.ts";
import type { At, AtNull, Flag, Json, Text, WordSet } from "./types.ts";

export interface FlowTable {
  compId: string;
  id: string;
  name: string;
  formId: Text;
  remark: Text;
  enabled: Flag;
  draft: Json<FlowDefinition>;
  /** The newest published; 0: none. */
  version: Flag;
  /** 1: the draft differs from it. */
  changed: Flag;
  /** Of the draft and what stands beside it. */
  revision: Flag;
  updatedBy: Text;
  createdAt: At;
  updatedAt: At;
}

/** Never changes. */
export interface FlowVersionTable {
  compId: string;
  flowId: string;
  version: number;
  definition: Json<FlowDefinition>;
  publishedAt: At;
  publishedBy: string;
}

export interface WorkOrderTable {
  compId: string;
  id: string;
  /** '' until it is submitted. */
  workCode: Text;
  title: Text;
  /** The record it is about, wherever records are kept. */
  formId: Text;
  recordId: Text;
  flowId: string;
  flowVersion: number;
  state: WordSet<OrderState>;
  /** That its flow names for its state. */
  statusName: Text;
  nodeId: string;
  nodeName: Text;
  /** '': nobody, or several who sign. */
  holder: Text;
  creator: string;
  /** Seat group whose monitors look after it; '': none. */
  groupId: Text;
  /** While it waits in a pool: whose members may claim it. */
  poolGroup: Text;
  poolRole: Text;
  priority: number;
  /** Its newest event. */
  seq: number;
  stateAt: At;
  parentId: Text;
  /** As the machine has it. */
  body: Json<Order>;
  /** The next limit to run out. */
  dueAt: AtNull;
  /** When a limit ran out on it: of the present node, or of the whole order ('node', 'order'). */
  overdueAt: AtNull;
  overdueBy: WordSet<"" | "node" | "order">;
  createdAt: At;
  updatedAt: At;
}

/** Who sees an order beside its creator and its monitors: those whose it is now, those it was, those a pool names one by one. */
export interface OrderPartyTable {
  compId: string;
  orderId: string;
  agentId: string;
  part: WordSet<"now" | "pool" | "was">;
  at: At;
}

export interface OrderTimerTable {
  compId: string;
  orderId: string;
  /** 'node', 'order', 'claim', 'status:ID', 'target:ID'. */
  name: string;
  minutes: number;
  warnMinutes: Flag;
  timeRuleId: Text;
  /** Since when it runs; what it had run before a pause is spent. */
  startedAt: At;
  spentMs: Flag;
  paused: Flag;
  warnAt: AtNull;
  dueAt: AtNull;
}

export interface OrderDelegateTable {
  compId: string;
  agentId: string;
  delegateId: string;
  fromAt: At;
  untilAt: At;
}

export interface WorkStatusWarnTable {
  compId: string;
  id: string;
  formId: Text;
  state: WordSet<"draft" | "pooled" | "handling" | "suspended" | "transferred">;
  minutes: number;
  timeRuleId: Text;
  hearers: Json<readonly WarnHearer[]>;
  enabled: Flag;
}

export interface OrderCodeTable {
  compId: string;
  /** yyyyMMdd */
  day: string;
  last: number;
}

export interface ServiceTargetTable {
  compId: string;
  id: string;
  formId: string;
  name: string;
  kind: WordSet<TargetKind>;
  rule: Json<Omit<ServiceTarget, "id" | "name" | "kind">>;
  enabled: Flag;
  updatedAt: At;
}

/** How an order's target stands, as its history says: its last run. */
export interface OrderTargetTable {
  compId: string;
  orderId: string;
  targetId: string;
  /** The event that the run began with. */
  cycle: number;
  /** Of one that runs on when its time is over: missed from the moment dueAt. */
  phase: WordSet<TargetPhase>;
  startedAt: At;
  /** While its time counts. */
  warnAt: AtNull;
  dueAt: AtNull;
  /** When it was read. */
  leftMs: number;
  ended: Flag;
}

/** A customer's address to an order; of its token the hash alone. */
export interface OrderLinkTable {
  compId: string;
  id: string;
  tokenHash: string;
  orderId: string;
  purpose: WordSet<LinkPurpose>;
  formId: Text;
  formName: Text;
  /** Whose the records are that are written by it: who made it. */
  ownerId: string;
  creatorName: string;
  groupId: string | null;
  createdAt: At;
  expiresAt: At;
  openedAt: AtNull;
  /** Filled in, or rated. */
  usedAt: AtNull;
  urgedAt: AtNull;
  recordId: Text;
  revokedAt: AtNull;
}

export interface WorkOrdersTables extends AutomationTables {
  order_link: OrderLinkTable;
  service_target: ServiceTargetTable;
  order_target: OrderTargetTable;
  flow: FlowTable;
  flow_version: FlowVersionTable;
  work_order: WorkOrderTable;
  order_party: OrderPartyTable;
  order_timer: OrderTimerTable;
  order_delegate: OrderDelegateTable;
  work_status_warn: WorkStatusWarnTable;
  order_code: OrderCodeTable;
}
