/** What the counters of a task ought to be. */
import { sql } from "kysely";
import type { Trx } from "../../ports/database.ts";
import { counterOf, type Counter } from "./progress-repository.ts";

export interface Difference {
  readonly compId: string;
  readonly taskId: string;
  /** As they were, and as they ought to have been: the counters that differed. */
  readonly was: Readonly<Partial<Record<Counter, number>>>;
  readonly is: Readonly<Partial<Record<Counter, number>>>;
}

/** Tasks that may have changed since `endedAfter`. */
export const comparable = (trx: Trx, endedAfter: Date) =>
  trx
    .selectFrom("dial_task as d")
    .innerJoin("task as t", (j) => j.onRef("t.compId", "=", "d.compId").onRef("t.id", "=", "d.id"))
    .where((e) =>
      e.or([
        e("t.state", "in", ["notStarted", "running", "paused"]),
        e("d.endedAt", "is", null),
        e("d.endedAt", ">", endedAfter),
      ]),
    )
    .select(["d.compId", "d.id"])
    .orderBy("d.compId")
    .orderBy("d.id")
    .execute();

async function counted(trx: Trx, compId: string, taskId: string): Promise<Readonly<Record<Counter, number>>> {
  const [phones, attempts] = await Promise.all([
    trx
      .selectFrom("dial_phone")
      .where("compId", "=", compId)
      .where("taskId", "=", taskId)
      .groupBy("state")
      .select(["state", sql<number>`count(*)::int`.as("count")])
      .execute(),
    trx
      .selectFrom("dial_attempt")
      .where("compId", "=", compId)
      .where("taskId", "=", taskId)
      .select([
        sql<number>`count(*)::int`.as("attempts"),
        // What counts at an attempt's end is not counted before.
        sql<number>`count(answered_at) filter (where ended_at is not null)::int`.as("answered"),
        sql<number>`count(connected_at) filter (where ended_at is not null)::int`.as("connected"),
        sql<number>`coalesce(sum(abandoned) filter (where ended_at is not null), 0)::int`.as("abandoned"),
        sql<number>`coalesce(sum(talk_ms) filter (where ended_at is not null), 0)::bigint`.as("talkMs"),
      ])
      .executeTakeFirstOrThrow(),
  ]);
  const states = { total: 0, waiting: 0, live: 0, retry: 0, done: 0, skipped: 0, stopped: 0 };
  for (const { state, count } of phones) {
    states.total += count;
    states[counterOf[state]] += count;
  }
  return { ...states, ...attempts, talkMs: Number(attempts.talkMs) };
}

const names = [
  ...["total", "waiting", "live", "retry", "done", "skipped", "stopped"],
  ...["attempts", "answered", "connected", "abandoned", "talkMs"],
] as readonly Counter[];

/**
 * Counters that differ are set to what is counted. Whoever changes what they count adds to them in the same transaction, so while their
 * row is locked what is counted is what they ought to say. undefined: they were right, or there are none.
 */
export async function compareTask(trx: Trx, compId: string, taskId: string): Promise<Difference | undefined> {
  const row = await trx
    .selectFrom("dial_progress")
    .selectAll()
    .where("compId", "=", compId)
    .where("taskId", "=", taskId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const real = await counted(trx, compId, taskId);
  const wrong = names.filter((name) => Number(row[name]) !== real[name]);
  if (wrong.length === 0) return undefined;
  const is = Object.fromEntries(wrong.map((name) => [name, real[name]]));
  await trx.updateTable("dial_progress").set(is).where("compId", "=", compId).where("taskId", "=", taskId).execute();
  return { compId, taskId, was: Object.fromEntries(wrong.map((name) => [name, Number(row[name])])), is };
}
