/** Tables of the area groups; joined in ../schema.ts. */
import type { EmergencyAction, EmergencySubject, RingStep, TargetKind, WrapUpMode } from "@liantai/api/contract/admin";
import type { ColumnType } from "kysely";
import type { At, AtNull, Flag, Text, Unset, Word, WordSet } from "./types.ts";

/** Where a call goes that may not wait: TargetKind of the contract and an id. */
export interface OverflowColumns {
  overflowFullKind: WordSet<TargetKind>;
  overflowFullId: Text;
  overflowWaitKind: WordSet<TargetKind>;
  overflowWaitId: Text;
  /** Nobody is signed in. */
  overflowAbsentKind: WordSet<TargetKind>;
  overflowAbsentId: Text;
}

/** Who comes first in a skill group, and whom callers are offered to. */
export interface RoutingColumns {
  /** Minutes that its callers count as waited longer than those of other groups; the second: who comes by a transfer. */
  priorityMin: Flag;
  transferPriorityMin: Flag;
  callbackPriorityMin: Flag;
  /** A caller is kept for the agent of the last time, if that was this many days ago at the most (0: never), and how long. */
  stickyDays: Flag;
  stickyWaitS: Flag;
  /** Calls in a row that an agent may leave ringing before it is set busy. */
  missLimit: Flag;
  wrapUpMode: WordSet<WrapUpMode>;
  /** 0: it cannot be extended. */
  wrapUpExtendS: Flag;
  /** The wait is announced, while its published error is below this many percent. */
  estimateOn: Flag;
  estimateErrorPct: Flag;
  /** s between two offers to be called back instead of waiting; 0: none. */
  menuEveryS: Flag;
  menuCallback: Flag;
  menuVoicemail: Flag;
  /** A voice instead of its words. */
  menuVoiceId: Text;
  /** The longest message. */
  voicemailMaxS: Flag;
  /** 1: messages are offered to agents where no caller waits; how long, and how long an agent then has for one (0: no time of his own). */
  voicemailOffer: Flag;
  voicemailOfferS: Flag;
  voicemailWorkS: Flag;
  /** s; null: the enterprise's. */
  shortAbandonS: Unset<number>;
  rings: ColumnType<readonly RingStep[], string | undefined, string>;
}

/** 调度队列: skill groups tried in order. */
export interface DispatchGroupTable extends OverflowColumns {
  compId: string;
  id: string;
  name: string;
  enabled: Flag;
  /** 0: as long as it takes. */
  maxWaitS: Flag;
  remark: Text;
}

export interface DispatchGroupMemberTable {
  compId: string;
  dispatchGroupId: string;
  skillGroupId: string;
  /** From 1. */
  sort: number;
  /** Until the next group is added. */
  nextAfterS: number;
}

/** Who left the queue and keeps his place in it. */
export interface QueuedContactTable {
  compId: string;
  id: string;
  kind: Word<"callback" | "voicemail">;
  skillGroupId: string;
  number: string;
  accessNumber: string | null;
  /** The call in which it was asked for. */
  callId: string;
  arrivedAt: At;
  boostMs: Flag;
  /** What supervisors gave of it. */
  movedMs: Flag;
  askedAt: At;
  state: Word<"waiting" | "dialling" | "done" | "failed" | "cancelled">;
  /** Times the customer was dialled. */
  tries: Flag;
  /** Not before. */
  nextAt: AtNull;
  agentId: Unset<string>;
  lastCallId: Unset<string>;
  /** EndCause. */
  lastCause: Unset<string>;
  closedAt: AtNull;
  closedBy: Unset<string>;
  /** A message that is offered to nobody. */
  quiet: Flag;
  /** Of a message, how long it is; null: of before it was measured. */
  messageMs: Unset<number>;
  /** Of the engine that wrote it last. */
  epoch: Flag;
  /** What a message says in writing. */
  transcript: Unset<string>;
}

/** 应急开关: a row is one that is on. */
export interface EmergencySwitchTable {
  compId: string;
  subject: Word<EmergencySubject>;
  subjectId: string;
  action: Word<EmergencyAction>;
  text: Text;
  targetKind: WordSet<TargetKind>;
  targetId: Text;
  onAt: At;
  onBy: string;
  /** When it was told that its target is gone. */
  toldAt: AtNull;
}

export interface VipTable {
  compId: string;
  id: string;
  phone: string;
  name: string;
  priorityMin: number;
  createdAt: At;
  createdBy: string;
}

export interface CustomerPriorityTable {
  compId: string;
  id: string;
  formId: string;
  field: string;
  value: string;
  priorityMin: number;
  createdAt: At;
  createdBy: string;
}

export interface GroupsTables {
  vip: VipTable;
  customer_priority: CustomerPriorityTable;
  emergency_switch: EmergencySwitchTable;
  queued_contact: QueuedContactTable;
  dispatch_group: DispatchGroupTable;
  dispatch_group_member: DispatchGroupMemberTable;
}
