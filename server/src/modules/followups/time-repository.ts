/** So much working time after a moment. */
import { minuteMs } from "@liantai/api/contract";
import { addTime } from "@liantai/api/contract/work-orders";
import type { WorkingTime } from "@liantai/api/contract/admin";
import type { Trx } from "../../ports/database.ts";

const ruleOf = (trx: Trx, compId: string, id: string): Promise<WorkingTime | undefined> =>
  trx
    .selectFrom("time_rule")
    .select(["weekly", "holidays", "specials"])
    .where("compId", "=", compId)
    .where("id", "=", id)
    .executeTakeFirst();

/** By the clock without a rule, by a rule that was deleted, or by one that has no such time. */
export async function timeAfter(
  trx: Trx,
  compId: string,
  timeRuleId: string,
  from: number,
  minutes: number,
): Promise<Date> {
  const rule = timeRuleId === "" ? undefined : await ruleOf(trx, compId, timeRuleId);
  return new Date(addTime(rule, from, minutes * minuteMs) ?? from + minutes * minuteMs);
}
