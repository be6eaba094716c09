/**
 * Follow-ups (docs/protocol.md, section Follow-up): settings make them of orders and records, a sweep gives them to seats when they are
 * due, and what was answered is kept and stands in the order's history. The only face of this module.
 */
import type { Module } from "../../http/module.ts";
import { createDialRefs } from "../dial-refs/index.ts";
import type { RemindersModuleDeps } from "../reminders/index.ts";
import type { FollowUpOrders, FollowUpRecords } from "./ports.ts";
import { followUpRoutes } from "./routes.ts";
import { FollowUpSweep } from "./sweep.ts";

export { followUpsOfSeats } from "./of-seats.ts";
export { followUpAnswersOf, type AnswerWords } from "./answers.ts";
export type { FollowUpOrders, FollowUpRecords } from "./ports.ts";
export { seedFollowUpSetting } from "./seeding.ts";
export { foreseeFollowUps, followUpOrder, followUpRecord } from "./triggers.ts";

interface Needs extends RemindersModuleDeps {
  readonly orders: FollowUpOrders;
  readonly records: FollowUpRecords;
}

export function createFollowUpsModule(deps: Needs): Module {
  const { ports, sealer, reminders } = deps;
  const sweep = new FollowUpSweep({ ports, reminders });
  const refs = createDialRefs({ sealer, clock: ports.clock });
  return {
    name: "followups",
    routes: followUpRoutes({ ...deps, refs, sweep }),
    start: async () => sweep.start(),
    stop: () => sweep.stop(),
  };
}
