/** Counts of call records for the home pages. */
import { sql } from "kysely";
import type { CallFigure, Sums } from "@liantai/api/contract/admin";
import type { Trx } from "../../ports/database.ts";
import { talkOf } from "./agents-repository.ts";
import { figureCondition, ofAgent } from "../records/index.ts";
import { unseen } from "./unseen.ts";

const number = (value: unknown): number => Number(value ?? 0);

/** Sums of a stretch of calls. */
function sumColumns() {
  const counted = (figure: CallFigure) => sql<string>`count(*) filter (where ${figureCondition(figure)})`.as(figure);
  // Sums of intervals are whole microseconds; extract() of every call is a decimal number, three times as dear.
  const waited = sql`sum(r.answer_at - r.queued_at) filter (where ${figureCondition("queueAnswered")})`;
  return [
    sql<string>`count(*) filter (where r.direction = 'inbound')`.as("inbound"),
    sql<string>`count(r.answer_at) filter (where r.direction = 'inbound')`.as("answered"),
    sql<string>`count(*) filter (where r.direction = 'outbound')`.as("dialled"),
    sql<string>`count(r.answer_at) filter (where r.direction = 'outbound')`.as("connected"),
    counted("queued"),
    counted("abandoned"),
    counted("shortAbandoned"),
    counted("lost"),
    counted("decided"),
    counted("leveled"),
    counted("withinLevel"),
    counted("queueAnswered"),
    counted("handled"),
    sql<string | null>`extract(epoch from ${waited}) * 1000`.as("waitMs"),
    sql<string | null>`sum(r.talk_ms) filter (where ${figureCondition("handled")})`.as("talkMs"),
  ] as const;
}

export type CallSums = Omit<Sums, "idleMs" | "occupiedMs" | "wrapMs">;

const callSumsOf = (row: Readonly<Partial<Record<keyof CallSums, string | null>>>): CallSums => ({
  inbound: number(row.inbound),
  answered: number(row.answered),
  queued: number(row.queued),
  abandoned: number(row.abandoned),
  shortAbandoned: number(row.shortAbandoned),
  lost: number(row.lost),
  decided: number(row.decided),
  leveled: number(row.leveled),
  withinLevel: number(row.withinLevel),
  queueAnswered: number(row.queueAnswered),
  waitMs: Math.round(number(row.waitMs)),
  dialled: number(row.dialled),
  connected: number(row.connected),
  handled: number(row.handled),
  talkMs: number(row.talkMs),
});

/** The sums of a stretch in which nobody called. */
export const noCalls = callSumsOf({});

/** Sums of a stretch over one seat's calls. */
export async function callSums(trx: Trx, compId: string, from: Date, to: Date, agentId: string): Promise<CallSums> {
  const [sums, talkMs] = await Promise.all([
    trx
      .selectFrom("call_record as r")
      .select(sumColumns())
      .where("r.compId", "=", compId)
      .where("r.startAt", ">=", from)
      .where("r.startAt", "<", to)
      .where(ofAgent(agentId, from))
      .executeTakeFirstOrThrow(),
    talkOf(trx, compId, from, to, agentId),
  ]);
  return { ...callSumsOf(sums), talkMs };
}

export interface HourPart extends CallSums {
  /** Calls that have not ended. */
  readonly open: number;
}

/**
 * All that a day's page counts of the enterprise in one pass over its calls, by the hour that a call began in, epoch ms, counted from
 * `from`.
 */
export async function hourParts(
  trx: Trx,
  compId: string,
  from: Date,
  to: Date,
): Promise<ReadonlyMap<number, readonly HourPart[]>> {
  const rows = await trx
    .selectFrom("call_record as r")
    .select((e) => [
      sql<Date>`date_bin('1 hour', r.start_at, ${unseen(from)})`.as("hour"),
      sql<string>`count(*) filter (where ${e("r.endAt", "is", null)})`.as("open"),
    ])
    .select(sumColumns())
    .where("r.compId", "=", compId)
    .where("r.startAt", ">=", unseen(from))
    .where("r.startAt", "<", unseen(to))
    .groupBy("hour")
    .execute();
  return new Map(rows.map((row) => [row.hour.getTime(), [{ ...callSumsOf(row), open: number(row.open) }]]));
}

/** Calls in progress, whenever they began: a call does not end at midnight. */
export async function liveCalls(trx: Trx, compId: string) {
  const row = await trx
    .selectFrom("call_record as r")
    .leftJoinLateral(
      (e) =>
        e
          .selectFrom("call_visit as v")
          .select((v) => v.fn.min("v.enteredAt").as("since"))
          .whereRef("v.compId", "=", "r.compId")
          .whereRef("v.callId", "=", "r.callId")
          .where("v.outcome", "=", "open")
          .as("w"),
      (j) => j.onTrue(),
    )
    .select((e) => [
      sql<string>`count(*) filter (where ${figureCondition("waiting")})`.as("waiting"),
      sql<string>`count(*) filter (where ${figureCondition("talking")})`.as("talking"),
      e.fn.min("w.since").as("waitingSince"),
      e.fn.min("r.startAt").as("from"),
    ])
    .where("r.compId", "=", compId)
    .where("r.endAt", "is", null)
    .executeTakeFirstOrThrow();
  const { waitingSince, from } = row;
  return { waiting: number(row.waiting), talking: number(row.talking), waitingSince, from };
}

/** Callers in each skill group's queue, whenever they came. */
export async function waitingByGroup(trx: Trx, compId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await trx
    .selectFrom("call_record as r")
    .innerJoin("call_visit as v", (j) => j.onRef("v.compId", "=", "r.compId").onRef("v.callId", "=", "r.callId"))
    .select((e) => ["v.skillGroupId", e.fn.countAll().as("n")])
    .where("r.compId", "=", compId)
    .where("r.endAt", "is", null)
    .where("v.outcome", "=", "open")
    .groupBy("v.skillGroupId")
    .execute();
  return new Map(rows.map(({ skillGroupId, n }) => [skillGroupId, number(n)]));
}

/** Every enabled skill group. */
export const enabledGroups = (trx: Trx, compId: string) =>
  trx
    .selectFrom("skill_group")
    .select(["id", "name", "serviceLevelS"])
    .where("compId", "=", compId)
    .where("enabled", "=", 1)
    .orderBy("name")
    .execute();

/** What the enterprise keeps in its file store, bytes: uploads, finished exports that have not expired, voices, recordings. */
export async function storedBytes(trx: Trx, compId: string): Promise<number> {
  const sums = await Promise.all([
    trx
      .selectFrom("voice")
      .select((e) => e.fn.sum("bytes").as("bytes"))
      .where("compId", "=", compId)
      .executeTakeFirstOrThrow(),
    trx
      .selectFrom("file")
      .select((e) => e.fn.sum("bytes").as("bytes"))
      .where("compId", "=", compId)
      .executeTakeFirstOrThrow(),
    trx
      .selectFrom("file_job")
      .select((e) => e.fn.sum("bytes").as("bytes"))
      .where("compId", "=", compId)
      .where("blobKey", "is not", null)
      .executeTakeFirstOrThrow(),
    trx
      .selectFrom("call_record")
      .select((e) => e.fn.sum("recordingBytes").as("bytes"))
      .where("compId", "=", compId)
      .executeTakeFirstOrThrow(),
  ]);
  return sums.reduce((sum, { bytes }) => sum + number(bytes), 0);
}
