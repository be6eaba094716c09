/**
 * One trigger's turn. Whoever locks its row runs it: what it changes and that it was run are one transaction, so it is done once in any
 * number of processes and whatever is killed. What may not be done undoes the whole turn, and the row says why.
 */
import { AppError, dayMs, secondMs } from "@liantai/api/contract";
import {
  actionInWords,
  buildTrigger,
  seatsIn,
  setsIn,
  type Judgement,
  type ToldLine,
} from "@liantai/api/contract/work-orders";
import { ExpressionError, type CompiledForm } from "@liantai/api/forms";
import type { Trx } from "../../../ports/database.ts";
import { setCause, triggerText } from "../causes.ts";
import type { RunDeps } from "../deps.ts";
import { perform } from "../performing.ts";
import type { Hands, Naming, PreparedSet } from "../ports.ts";
import { finishRun, lockRun, nextRun, putOff, type Outcome, type RunRow, type Waiting } from "../runs-repository.ts";
import { findTrigger, type TriggerRow } from "./repository.ts";

/** A database that is away, a form that is published meanwhile: tried again so often, later each time. */
const mostTries = 6;
const againMs = 5 * secondMs;
export const traceKeptMs = 90 * dayMs;

interface Turn {
  readonly run: RunRow;
  readonly trigger: TriggerRow | undefined;
  /** Of dictionaries whose names may stand in the trace. */
  readonly codes: readonly string[];
}

/** What was read before the transaction. */
interface Ready {
  readonly prepared: PreparedSet | undefined;
  readonly naming: Naming;
}

type Done = Omit<Outcome, "ranAt">;

/** What it saw before it was refused stands in the trace, too. */
class RefusedTurn extends Error {
  readonly judged: Judgement;
  constructor(cause: AppError, judged: Judgement) {
    super(cause.message, { cause });
    this.judged = judged;
  }
}

async function wordsOf(trx: Trx, { orders }: RunDeps, { compId, actions }: TriggerRow, form: CompiledForm) {
  const names = await orders.names(trx, compId, seatsIn(actions));
  return actions.map((action): ToldLine => actionInWords(action, form, names));
}

async function act(
  trx: Trx,
  deps: RunDeps,
  { run, trigger }: { readonly run: RunRow; readonly trigger: TriggerRow },
  hands: Hands,
  naming: Naming,
): Promise<Done> {
  const looked = await hands.look();
  const form = naming(looked.form);
  const at = deps.ports.clock.now();
  const judged = buildTrigger(form, trigger.condition).judge(looked, at);
  if (!judged.holds) return { state: "notMet", lines: judged.lines };
  const { id, name, actions } = trigger;
  setCause(trx, { name, chain: [...run.chain, { id, name }] });
  const key = `trigger/${id}/${run.eventKey}`.slice(0, 150);
  try {
    await perform(trx, deps.make, hands, actions, {
      ...{ compId: run.compId, kind: run.kind, id: run.subjectId, key, event: run.event, at },
    });
  } catch (error) {
    if (error instanceof AppError) throw new RefusedTurn(error, judged);
    throw error;
  }
  return { state: "fired", lines: judged.lines, did: await wordsOf(trx, deps, trigger, form) };
}

async function outcomeOf(
  trx: Trx,
  deps: RunDeps,
  { run, trigger }: Pick<Turn, "run" | "trigger">,
  { prepared, naming }: Ready,
): Promise<Done> {
  if (trigger?.enabled !== 1) return { state: "gone", reason: "触发器已停用或删除" };
  const subjects = run.kind === "order" ? deps.orders : deps.records;
  const { compId, subjectId: id } = run;
  const hands = await subjects.hands(trx, { compId, id, prepared, by: triggerText(trigger.name) });
  return hands ? act(trx, deps, { run, trigger }, hands, naming) : { state: "gone", reason: "数据已被删除" };
}

const sameTrigger = (a: TriggerRow | undefined, b: TriggerRow | undefined): boolean => a?.revision === b?.revision;

async function attempt(deps: RunDeps, { run, trigger, codes }: Turn): Promise<boolean> {
  const { database, clock } = deps.ports;
  const { compId } = run;
  const sets = trigger?.enabled === 1 ? setsIn(trigger.actions) : {};
  const prepared = Object.keys(sets).length > 0 ? await deps.records.prepare(compId, run.formId, sets) : undefined;
  const naming = await deps.records.naming(compId, codes);
  return database.tenant(compId, async (trx) => {
    const locked = await lockRun(trx, run);
    if (!locked) return false;
    const now = await findTrigger(trx, compId, run.triggerId);
    // Changed since its values were looked at: looked at anew.
    if (!sameTrigger(now, trigger)) return true;
    const done = await outcomeOf(trx, deps, { run: locked, trigger: now }, { prepared, naming });
    await finishRun(trx, run, { ...done, ranAt: new Date(clock.now()) });
    return true;
  });
}

function refusalOf(error: unknown): Done | undefined {
  if (error instanceof RefusedTurn) return { state: "refused", reason: error.message, lines: error.judged.lines };
  if (error instanceof AppError || error instanceof ExpressionError) return { state: "refused", reason: error.message };
  return undefined;
}

/** What is next of an order or a record. false: nothing is, another process has it, or it is tried again later. */
export async function runNext(deps: RunDeps, of: Waiting): Promise<boolean> {
  const { database, clock, logger } = deps.ports;
  const { compId } = of;
  const turn = await database.tenant(compId, async (trx): Promise<Turn | undefined> => {
    const run = await nextRun(trx, of);
    if (!run) return undefined;
    const trigger = await findTrigger(trx, compId, run.triggerId);
    const codes = trigger?.enabled === 1 ? await deps.records.dictionaries(trx, compId, run.formId) : [];
    return { run, trigger, codes };
  });
  if (!turn || turn.run.tryAt.getTime() > clock.now()) return false;
  try {
    return await attempt(deps, turn);
  } catch (error) {
    const { run } = turn;
    const now = clock.now();
    const tries = run.tries + 1;
    const refused =
      refusalOf(error) ??
      (tries >= mostTries ? ({ state: "refused", reason: "系统繁忙，未能执行" } as const) : undefined);
    if (!refused) logger.warn({ error, compId, run: run.eventKey }, "a trigger did not run; it is tried again");
    await database.tenant(compId, async (trx) => {
      if (!(await lockRun(trx, run))) return;
      if (refused) await finishRun(trx, run, { ...refused, ranAt: new Date(now) });
      else await putOff(trx, run, tries, new Date(now + againMs * 2 ** (tries - 1)));
    });
    return refused !== undefined;
  }
}
