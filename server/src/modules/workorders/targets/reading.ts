/** How orders stand to targets, read from their histories: the same while they go on, after a rule changed, and before it is changed. */
import {
  judgeAt,
  progressOf,
  stateAt,
  stepsOf,
  type LoggedEvent,
  type OrderPriority,
  type ServiceTarget,
  type TargetProgress,
  type TargetState,
  type ValuesSince,
} from "@liantai/api/contract/work-orders";
import type { WorkingTime } from "@liantai/api/contract/admin";
import type { Trx } from "../../../ports/database.ts";
import { readEventsOfOrders } from "../../event-log/index.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { snapshotIn } from "../orders/snapshot.ts";
import type { OrderRow } from "../orders/seen-repository.ts";
import { findTimeRule } from "../timers/repository.ts";

export interface Standing {
  readonly target: ServiceTarget;
  readonly rule: WorkingTime | undefined;
  readonly progress: TargetProgress;
  readonly state: TargetState | undefined;
  /** Of the present cycle: what was written already. */
  readonly warned: boolean;
  readonly missed: boolean;
}

export type ReadOrder = Pick<OrderRow, "id" | "recordId" | "priority">;

const asks = ({ applies, start, stop, reset, pause }: ServiceTarget): boolean =>
  [applies, start.when, stop.when, reset.when, pause.when].some(Boolean);

async function eventsOf(trx: Trx, compId: string, orders: readonly ReadOrder[]) {
  const ids = orders.map(({ id }) => id);
  const found = new Map<string, LoggedEvent[]>(ids.map((id) => [id, []]));
  for (const { streamId, at, ...event } of await readEventsOfOrders(trx, compId, ids))
    found
      .get(streamId)
      ?.push({ ...event, data: { ...event.data, state: snapshotIn(event.data)?.state }, at: at.getTime() });
  return found;
}

const written = (
  events: readonly LoggedEvent[],
  what: string,
  { id }: ServiceTarget,
  cycle: number | undefined,
): boolean => events.some(({ type, data }) => type === what && data["target"] === id && data["cycle"] === cycle);

export async function readStandings(
  trx: Trx,
  { records }: Pick<WorkOrderDeps, "records">,
  compId: string,
  orders: readonly ReadOrder[],
  targets: readonly ServiceTarget[],
  now: number,
): Promise<ReadonlyMap<string, readonly Standing[]>> {
  if (orders.length === 0 || targets.length === 0) return new Map();
  const events = await eventsOf(trx, compId, orders);
  const past = targets.some(asks)
    ? await records.past(
        trx,
        compId,
        orders.map(({ recordId }) => recordId),
      )
    : new Map<string, readonly ValuesSince[]>();
  const rules = new Map<string, WorkingTime | undefined>();
  for (const { timeRuleId } of targets)
    if (!rules.has(timeRuleId)) rules.set(timeRuleId, await findTimeRule(trx, compId, timeRuleId));
  return new Map(
    orders.map(({ id, recordId, priority }) => {
      const logged = events.get(id) ?? [];
      const steps = stepsOf(logged, past.get(recordId) ?? [], priority as OrderPriority);
      const standing = (target: ServiceTarget): Standing => {
        const rule = rules.get(target.timeRuleId);
        const progress = progressOf(steps, { target, rule, judge: judgeAt });
        const state = stateAt(progress, { target, rule }, now);
        return {
          ...{ target, rule, progress, state },
          warned: written(logged, "beforeTimeout", target, state?.cycle),
          missed: written(logged, "timedOut", target, state?.cycle),
        };
      };
      return [id, targets.map(standing)] as const;
    }),
  );
}
