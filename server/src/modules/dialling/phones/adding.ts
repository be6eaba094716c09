/** Numbers come into a task: checked, counted, each once (B6, B7, E2). */
import { setImmediate as turn } from "node:timers/promises";
import { AppError, formatDigits } from "@liantai/api/contract";
import { taskLimits, taskStates, type BatchSource } from "@liantai/api/contract/admin";
import type { Trx } from "../../../ports/database.ts";
import type { Ports } from "../../../ports/index.ts";
import { loadAreaCodes } from "../../numbers/index.ts";
import { isOver, reopenTask, stateAt } from "../../tasks/index.ts";
import { countProgress, readProgress } from "../progress-repository.ts";
import {
  countBatch,
  findBatch,
  insertBatch,
  insertPhones,
  type BatchCounts,
  type NewPhone,
} from "./batch-repository.ts";
import { phonesThere } from "./check-repository.ts";
import { refusalsOf, type Known } from "./checking.ts";
import { consentTime, failing, repeated, rulesOf, type NumberRow, type Refusals } from "./rows.ts";
import { findTaskOfNumbers, lockPositions, takePositions, type TaskOfNumbers } from "./task-repository.ts";

/** Rows of a workbook, or of whatever else has many, that are taken together. */
export const chunkRows = 5_000;
const draws = 2 ** 31 - 1;

export type AddingDeps = Pick<Ports, "clock" | "random">;
export interface Batch {
  readonly id: string;
  readonly source: BatchSource;
  readonly fileName: string;
  readonly createdBy: string;
  readonly idempotencyKey?: string;
  readonly pushDigest?: string;
}

type Dated = Pick<TaskOfNumbers, "state" | "fromAt" | "untilAt">;

/** Throws AppError 'refused' for a task that dials no more; one that is completed goes on with what comes (reopens). */
export function refuseOver(task: Dated, now: number, doing = "再增加号码"): void {
  const state = stateAt(task, now);
  if (isOver(state) && state !== "completed") throw new AppError("refused", `任务${taskStates[state]}，不能${doing}`);
}

/** Numbers have come to it, in this transaction: what was completed is paused, and goes on when it is started. */
export async function reopens(trx: Trx, compId: string, task: Dated & { readonly id: string }, now: number) {
  if (stateAt(task, now) === "completed") await reopenTask(trx, compId, task.id);
}

export function countsOf(refusals: Refusals): BatchCounts {
  const counts = { count: refusals.length, succeed: 0, failing: 0, repetition: 0, blackList: 0 };
  for (const refusal of refusals) counts[refusal?.as ?? "succeed"] += 1;
  return counts;
}

export const placeOf = async (): Promise<(phone: string) => string> => {
  const areas = await loadAreaCodes();
  return (phone) => {
    const { province, city } = areas.any(phone);
    return province === city ? city : province + city;
  };
};

export const targetOf = ({ compId, id: taskId, settings, ftype }: TaskOfNumbers, batchId: string) => ({
  ...{ compId, taskId, settings, batchId, rules: rulesOf(ftype, settings) },
});

/** Only looked at. */
export const checkNumbers = (
  trx: Trx,
  task: TaskOfNumbers,
  rows: readonly NumberRow[],
  seen: Set<string>,
  now: number,
): Promise<Refusals> => refusalsOf(trx, targetOf(task, ""), rows, { seen, now });

/** Rows of one statement: while PostgreSQL puts them in, the next ones are made. */
const pieceRows = 1_250;

async function insertWaiting(
  trx: Trx,
  of: Parameters<typeof insertPhones>[1],
  rows: readonly NumberRow[],
  made: (row: NumberRow, n: number) => NewPhone,
): Promise<number> {
  const inserts: Promise<number>[] = [];
  for (let from = 0; from < rows.length; from += pieceRows) {
    const piece = rows.slice(from, from + pieceRows).map((row, n) => made(row, from + n));
    const insert = insertPhones(trx, of, piece);
    // It may fail before the last one is waited for.
    insert.catch(() => undefined);
    inserts.push(insert);
    // A statement leaves with the end of the turn in which it was asked for.
    await turn();
  }
  return (await Promise.all(inserts)).reduce((sum, taken) => sum + taken, 0);
}

async function waitingOf({ random }: AddingDeps, from: number, seats: boolean) {
  const place = await placeOf();
  return (row: NumberRow, n: number): NewPhone => ({
    id: random.id(),
    phone: row.phone,
    person: row.person,
    contact: row.contact,
    priority: row.priority,
    position: from + n,
    draw: random.int(draws),
    place: place(row.phone),
    agentId: seats ? row.agentId : "",
    formDataId: row.formDataId,
    consentSource: row.consentSource,
    consentAt: consentTime(row.consentAt) ?? null,
    variables: JSON.stringify(row.variables),
  });
}

/** In the transaction of the caller, who publishes task.changed after it. The batch is made with its first numbers. */
export async function addNumbers(
  deps: AddingDeps,
  trx: Trx,
  of: {
    readonly compId: string;
    readonly taskId: string;
    readonly batch: Batch;
    readonly seen: Set<string>;
    /** What was asked about them ahead. */
    readonly known?: Known;
  },
  rows: readonly NumberRow[],
): Promise<Refusals> {
  const { compId, taskId, batch, seen, known } = of;
  const now = deps.clock.now();
  const at = new Date(now);
  const next = await lockPositions(trx, compId, taskId);
  const task = await findTaskOfNumbers(trx, compId, taskId);
  if (next === undefined || !task) throw new AppError("notFound", "任务不存在");
  refuseOver(task, now);
  if (!(await findBatch(trx, compId, batch.id)))
    await insertBatch(trx, { compId, taskId, ...batch, createdAt: at }, formatDigits(now).slice(0, 8));
  const target = targetOf(task, batch.id);
  const checked = [...(await refusalsOf(trx, target, rows, { seen, now, known }))];
  const [progress] = await readProgress(trx, compId, [taskId]);
  const room = taskLimits.numbers - (progress?.total ?? 0);
  const good = rows.flatMap((row, place) => (checked[place] ? [] : [{ row, place }]));
  for (const { place } of good.slice(Math.max(0, room)))
    checked[place] = failing(`任务的号码已达${taskLimits.numbers}个`);
  const fresh = good.slice(0, Math.max(0, room));
  const taken = await insertWaiting(
    trx,
    { compId, taskId, batchId: batch.id, at },
    fresh.map(({ row }) => row),
    await waitingOf(deps, next, target.rules.seat !== "none"),
  );
  if (taken < fresh.length) {
    // Of an earlier attempt at the same batch, or somebody was quicker.
    const there = await phonesThere(
      trx,
      compId,
      taskId,
      fresh.map(({ row }) => row.phone),
    );
    const own = new Set(there.filter(({ batchId }) => batchId === batch.id).map(({ phone }) => phone));
    for (const { row, place } of fresh) if (!own.has(row.phone)) checked[place] = repeated("任务中已有该号码");
  }
  if (fresh.length > 0) await takePositions(trx, compId, taskId, next + fresh.length);
  await countProgress(trx, compId, taskId, { total: taken, waiting: taken });
  if (taken > 0) await reopens(trx, compId, task, now);
  await countBatch(trx, compId, batch.id, countsOf(checked));
  return checked;
}
