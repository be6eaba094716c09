/** Tables of the area groups; joined in ../schema.ts. */
import type { Flag, Text } from "./types.ts";

/** Where a call goes that may not wait: TargetKind of the contract and an id. */
export interface OverflowColumns {
  overflow_full_kind: Text;
  overflow_full_id: Text;
  overflow_wait_kind: Text;
  overflow_wait_id: Text;
  /** Nobody is signed in. */
  overflow_absent_kind: Text;
  overflow_absent_id: Text;
}

/** 调度队列: skill groups tried in order. */
export interface DispatchGroupTable extends OverflowColumns {
  comp_id: string;
  id: string;
  name: string;
  enabled: Flag;
  /** 0: as long as it takes. */
  max_wait_s: Flag;
  remark: Text;
}

export interface DispatchGroupMemberTable {
  comp_id: string;
  dispatch_group_id: string;
  skill_group_id: string;
  /** From 1. */
  sort: number;
  /** Until the next group is added. */
  next_after_s: number;
}

export interface GroupsTables {
  dispatch_group: DispatchGroupTable;
  dispatch_group_member: DispatchGroupMemberTable;
}
