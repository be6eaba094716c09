/** Limits of an order as its steps begin, stop and pause them; reminders of its state. */
import {
  dueOf,
  timeBetween,
  stateOf,
  type FlowDefinition,
  type Order,
  type OrderEffect,
} from "@liantai/api/contract/work-orders";
import type { Trx } from "../../../ports/database.ts";
import { foresee, foreseen } from "../../foreseen.ts";
import { timedTriggers, type TimedTrigger } from "../../automation/index.ts";
import {
  dropStatusTimers,
  dropTimers,
  findTimeRule,
  listTimers,
  putTimer,
  setTimer,
  warnsFor,
  type TimerRow,
  type WarnInForce,
} from "./repository.ts";

interface Whose {
  readonly compId: string;
  readonly orderId: string;
  readonly formId: string;
}
const at = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(ms));

async function begin(
  trx: Trx,
  { compId, orderId }: Whose,
  name: string,
  of: { readonly minutes: number; readonly warnMinutes?: number; readonly timeRuleId: string; readonly from: number },
): Promise<void> {
  const rule = await findTimeRule(trx, compId, of.timeRuleId);
  const { dueAt, warnAt } = dueOf(rule, of.from, of);
  await putTimer(trx, {
    compId,
    orderId,
    name,
    minutes: of.minutes,
    warnMinutes: of.warnMinutes ?? 0,
    timeRuleId: of.timeRuleId,
    startedAt: new Date(of.from),
    warnAt: at(warnAt),
    dueAt: at(dueAt),
  });
}

const limits = (rows: readonly TimerRow[]) => rows.filter(({ name }) => name === "node" || name === "order");

async function pause(trx: Trx, rows: readonly TimerRow[], now: number): Promise<void> {
  for (const row of limits(rows)) {
    if (row.paused === 1) continue;
    const rule = await findTimeRule(trx, row.compId, row.timeRuleId);
    await setTimer(trx, row, { paused: 1, spentMs: row.spentMs + timeBetween(rule, row.startedAt.getTime(), now) });
  }
}

async function goOn(trx: Trx, rows: readonly TimerRow[], now: number): Promise<void> {
  for (const row of limits(rows)) {
    if (row.paused === 0) continue;
    const rule = await findTimeRule(trx, row.compId, row.timeRuleId);
    const { dueAt, warnAt } = dueOf(rule, now, row, row.spentMs);
    await setTimer(trx, row, { paused: 0, startedAt: new Date(now), dueAt: at(dueAt), warnAt: at(warnAt) });
  }
}

/**
 * What the step's effects say, in their order; whether anything of it was about limits: the order's row says when it is due. `running`:
 * those that there are before it.
 */
export async function keepTimers(
  trx: Trx,
  whose: Whose,
  flow: FlowDefinition,
  told: readonly OrderEffect[],
  running: readonly string[],
  now: number,
): Promise<boolean> {
  const { compId, orderId } = whose;
  const begun = told.flatMap((effect) =>
    effect.do === "start" ? [effect.scope] : effect.do === "startClaim" ? ["claim"] : [],
  );
  const there = new Set<string>([...running, ...begun]);
  const effects = told.filter((effect) => effect.do !== "stop" || there.has(effect.scope));
  const timeRuleId = flow.timeRuleId ?? "";
  let touched = false;
  let stopped: string[] = [];
  const stop = async (): Promise<void> => {
    const names = stopped;
    stopped = [];
    if (names.length > 0) await dropTimers(trx, compId, orderId, names);
  };
  for (const effect of effects) {
    touched ||= ["start", "startClaim", "stop", "pause", "continue"].includes(effect.do);
    // Those that end one after the other end in one statement.
    if (effect.do === "stop") {
      stopped.push(effect.scope);
      continue;
    }
    if (["start", "startClaim", "pause", "continue"].includes(effect.do)) await stop();
    if (effect.do === "start") await begin(trx, whose, effect.scope, { ...effect.limit, timeRuleId, from: now });
    else if (effect.do === "startClaim")
      await begin(trx, whose, "claim", { minutes: effect.minutes, timeRuleId, from: now });
    else if (effect.do === "pause") await pause(trx, await listTimers(trx, compId, orderId), now);
    else if (effect.do === "continue") await goOn(trx, await listTimers(trx, compId, orderId), now);
  }
  await stop();
  return touched;
}

export const beginStatusTimer = (
  trx: Trx,
  whose: Whose,
  warn: Omit<WarnInForce, "state">,
  since: number,
): Promise<void> =>
  begin(trx, whose, `status:${warn.id}`, { minutes: warn.minutes, timeRuleId: warn.timeRuleId, from: since });

/** What a trigger waits for: the state is the same for so long. */
export const beginTriggerTimer = (trx: Trx, whose: Whose, trigger: TimedTrigger, since: number): Promise<void> =>
  begin(trx, whose, `trigger:${trigger.id}`, { ...trigger, from: since });

/** Its state is another since now: what reminded of the old one ends, what reminds of this one begins. */
export async function keepStatusTimers(trx: Trx, whose: Whose, order: Order): Promise<void> {
  await dropStatusTimers(trx, whose.compId, whose.orderId);
  await beginStatusTimers(trx, whose, order);
}

const warnsKey = ({ compId, formId }: Pick<Whose, "compId" | "formId">): string => `warns/${compId}/${formId}`;
export const foreseeWarns = (trx: Trx, of: Pick<Whose, "compId" | "formId">): void =>
  foresee(trx, warnsKey(of), () => warnsFor(trx, of.compId, of.formId));

/** Of an order that is new there are none. */
export async function beginStatusTimers(trx: Trx, whose: Whose, order: Order): Promise<void> {
  const { compId, formId } = whose;
  const state = stateOf(order.phase.kind);
  for (const warn of await foreseen(trx, warnsKey(whose), () => warnsFor(trx, compId, formId)))
    if (warn.state === state) await beginStatusTimer(trx, whose, warn, order.stateAt);
  for (const trigger of await timedTriggers(trx, compId, formId, state))
    await beginTriggerTimer(trx, whose, trigger, order.stateAt);
}
