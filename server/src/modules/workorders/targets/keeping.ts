/** Targets of orders as their steps begin, stop and pause them: what lists ask for, and when something is to be written (W52). */
import { minuteMs } from "@liantai/api/contract";
import type { ServiceTarget } from "@liantai/api/contract/work-orders";
import type { Trx } from "../../../ports/database.ts";
import { foresee, foreseen } from "../../foreseen.ts";
import { gathered } from "../../gathered.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { dropTargetTimers, putTimer } from "../timers/repository.ts";
import { readStandings, type ReadOrder, type Standing } from "./reading.ts";
import { enabledTargets, putOrderTargets, timerName } from "./repository.ts";

const at = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(ms));

const rowOf = (compId: string, orderId: string, { target, state }: Standing) =>
  state
    ? [
        {
          ...{ compId, orderId, targetId: target.id, cycle: state.cycle, phase: state.phase, leftMs: state.leftMs },
          ...{ startedAt: new Date(state.startedAt), warnAt: at(state.warnAt), dueAt: at(state.dueAt) },
          ended: state.endedAt === undefined ? 0 : 1,
        },
      ]
    : [];

/** What is still to be written of it, and when. One that ended late is written of only by the step that ended it. */
function timerOf({ state, warned, missed }: Standing, now: number): { warnAt: Date | null; dueAt: Date | null } {
  const none = { warnAt: null, dueAt: null };
  if (!state || missed) return none;
  if (state.endedAt !== undefined)
    return state.phase === "missed" && now - state.endedAt < minuteMs ? { ...none, dueAt: new Date(now) } : none;
  if (state.dueAt === undefined) return state.phase === "missed" ? { ...none, dueAt: new Date(now) } : none;
  return { warnAt: warned || state.phase === "missed" ? null : at(state.warnAt), dueAt: at(state.dueAt) };
}

/** The orders are locked by whoever calls. */
export async function writeStandings(
  trx: Trx,
  deps: Pick<WorkOrderDeps, "records">,
  compId: string,
  orders: readonly ReadOrder[],
  targets: readonly ServiceTarget[],
  now: number,
): Promise<void> {
  const ids = orders.map(({ id }) => id);
  const found = await readStandings(trx, deps, compId, orders, targets, now);
  const rows = ids.flatMap((id) => (found.get(id) ?? []).flatMap((one) => rowOf(compId, id, one)));
  await putOrderTargets(trx, compId, ids, rows);
  await dropTargetTimers(trx, compId, ids);
  for (const orderId of ids)
    for (const standing of found.get(orderId) ?? []) {
      const { warnAt, dueAt } = timerOf(standing, now);
      if (!standing.state || (!warnAt && !dueAt)) continue;
      await putTimer(trx, {
        ...{ compId, orderId, name: timerName(standing.target.id), warnAt, dueAt },
        minutes: standing.state.lengthMs / minuteMs,
        timeRuleId: standing.target.timeRuleId,
        startedAt: new Date(standing.state.startedAt),
      });
    }
}

const key = (compId: string, formId: string): string => `targets/${compId}/${formId}`;
export const foreseeTargets = (trx: Trx, compId: string, formId: string): void =>
  foresee(trx, key(compId, formId), () => enabledTargets(trx, compId, formId));

/** After a step. */
export async function keepTargets(
  trx: Trx,
  deps: Pick<WorkOrderDeps, "records">,
  order: ReadOrder & { readonly compId: string; readonly formId: string },
  now: number,
): Promise<void> {
  const { compId, formId } = order;
  const targets = await foreseen(trx, key(compId, formId), () => enabledTargets(trx, compId, formId));
  if (targets.length === 0) return;
  const ask = (orders: readonly ReadOrder[]) => writeStandings(trx, deps, compId, orders, targets, now);
  await gathered(trx, key(compId, formId), order, ask);
}
