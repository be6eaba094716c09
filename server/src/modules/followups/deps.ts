import type { AdministrationDeps } from "../deps.ts";
import type { DialRefs } from "../dial-refs/index.ts";
import type { Reminders } from "../reminders/index.ts";
import type { FollowUpOrders, FollowUpRecords } from "./ports.ts";
import type { FollowUpSweep } from "./sweep.ts";

export interface FollowUpDeps extends Pick<AdministrationDeps, "ports" | "audit"> {
  readonly reminders: Pick<Reminders, "make" | "drop" | "finish" | "over">;
  readonly refs: DialRefs;
  readonly orders: FollowUpOrders;
  readonly records: FollowUpRecords;
  readonly sweep: Pick<FollowUpSweep, "arranged">;
}
