/** Tables of the area groups; joined in ../schema.ts. */
import type { TargetKind } from "@liantai/api/contract/admin";
import type { Flag, Text, WordSet } from "./types.ts";

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

export interface GroupsTables {
  dispatch_group: DispatchGroupTable;
  dispatch_group_member: DispatchGroupMemberTable;
}
