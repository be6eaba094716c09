/** SQL of what the checks and the retry rules are asked with: hours of a task, calls of a number. */
import type { TaskSettings } from "@liantai/api/contract/admin";
import type { Trx } from "../../../ports/database.ts";
import { frameOf, type DialHours, type Span } from "../checks/index.ts";
import { hoursOf, rulesNamed } from "../tasks/hours.ts";

export interface TaskFacts {
  readonly settings: TaskSettings;
  readonly hours: DialHours;
}

/** One statement where the task names no time rule: it is asked at each call. undefined: there is no such task. */
export async function taskFacts(trx: Trx, compId: string, taskId: string, law: Span): Promise<TaskFacts | undefined> {
  const row = await trx
    .selectFrom("dial_task as d")
    .innerJoin("task as t", (j) => j.onRef("t.compId", "=", "d.compId").onRef("t.id", "=", "d.id"))
    .leftJoin("dial_frame as f", "f.compId", "d.compId")
    .select(["d.settings", "t.fromAt", "t.untilAt", "f.fromTime", "f.toTime"])
    .where("d.compId", "=", compId)
    .where("d.id", "=", taskId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { settings, fromTime, toTime } = row;
  const frame = frameOf(law, fromTime && toTime ? { from: fromTime, to: toTime } : undefined);
  return { settings, hours: hoursOf(row, { frame, rules: await rulesNamed(trx, compId, [row]) }) };
}

/** Begins of the calls to a number of a task. */
export const callsOfNumber = async (trx: Trx, compId: string, phoneId: string): Promise<number[]> =>
  (
    await trx
      .selectFrom("dial_attempt")
      .select("startedAt")
      .where("compId", "=", compId)
      .where("phoneId", "=", phoneId)
      .execute()
  ).map(({ startedAt }) => startedAt.getTime());

/** Attempts outlive their task; its counters do not. */
export const taskThere = async (trx: Trx, compId: string, taskId: string): Promise<boolean> =>
  (await trx
    .selectFrom("task")
    .select("id")
    .where("compId", "=", compId)
    .where("id", "=", taskId)
    .executeTakeFirst()) !== undefined;

/** Attempts of a task that are not over. */
export async function liveAttempts(trx: Trx, compId: string, taskId: string): Promise<number> {
  const row = await trx
    .selectFrom("dial_attempt")
    .select((e) => e.fn.countAll<number>().as("n"))
    .where("compId", "=", compId)
    .where("taskId", "=", taskId)
    .where("endedAt", "is", null)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}
