/** What comes to pass of a target's timer. */
import type { OrderOccurrence } from "@liantai/api/contract/work-orders";
import type { Trx } from "../../../ports/database.ts";
import type { TimerRow } from "../timers/repository.ts";
import { standingOf, timerName } from "./repository.ts";

export const isTargetTimer = ({ name }: Pick<TimerRow, "name">): boolean => name.startsWith("target:");

/** Nothing when the order does not stand to it any more. */
export async function targetOccurrences(
  trx: Trx,
  { compId, orderId, name, dueAt }: TimerRow,
  now: number,
): Promise<readonly OrderOccurrence[]> {
  const rows = await standingOf(trx, compId, [orderId]);
  const one = rows.find(({ targetId }) => timerName(targetId) === name);
  if (!one) return [];
  const type = dueAt !== null && dueAt.getTime() <= now ? "missTarget" : "warnTarget";
  return [{ type, target: one.targetId, name: one.name, cycle: one.cycle }];
}
