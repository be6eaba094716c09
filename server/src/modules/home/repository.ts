/** Counts of call records for the home pages. */
import { sql } from "kysely";
import type { CallFigure, Sums } from "@liantai/api/contract/admin";
import type { Trx } from "../../ports/database.ts";
import { talkOf } from "./agents-repository.ts";
import { figureCondition, ofAgent, type ServiceLevel } from "../records/index.ts";
import { unseen } from "./unseen.ts";

const number = (value: unknown): number => Number(value ?? 0);

/** Sums of a stretch of calls. */
function sumColumns(levels: readonly ServiceLevel[]) {
  const counted = (figure: CallFigure) =>
    sql<string>`count(*) filter (where ${figureCondition(figure, levels)})`.as(figure);
  // Sums of intervals are whole microseconds; extract() of every call is a decimal number, three times as dear.
  const waited = sql`sum(r.answer_at - r.queued_at) filter (where ${figureCondition("queueAnswered", levels)})`;
  return [
    sql<string>`count(*) filter (where r.direction = 'inbound')`.as("inbound"),
    sql<string>`count(r.answer_at) filter (where r.direction = 'inbound')`.as("answered"),
    sql<string>`count(*) filter (where r.direction = 'outbound')`.as("dialled"),
    sql<string>`count(r.answer_at) filter (where r.direction = 'outbound')`.as("connected"),
    counted("abandoned"),
    counted("shortAbandoned"),
    counted("lost"),
    counted("decided"),
    counted("leveled"),
    counted("withinLevel"),
    counted("queueAnswered"),
    counted("handled"),
    sql<string | null>`extract(epoch from ${waited}) * 1000`.as("waitMs"),
    sql<string | null>`sum(r.talk_ms) filter (where ${figureCondition("handled", levels)})`.as("talkMs"),
  ] as const;
}

export type CallSums = Omit<Sums, "idleMs" | "occupiedMs" | "wrapMs">;

const callSumsOf = (row: Readonly<Partial<Record<keyof CallSums, string | null>>>): CallSums => ({
  inbound: number(row.inbound),
  answered: number(row.answered),
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

/** Sums of a stretch over one seat's calls, whose service levels nobody asks for. */
export async function callSums(trx: Trx, compId: string, from: Date, to: Date, agentId: string): Promise<CallSums> {
  const [sums, talkMs] = await Promise.all([
    trx
      .selectFrom("call_record as r")
      .select(sumColumns([]))
      .where("r.compId", "=", compId)
      .where("r.startAt", ">=", from)
      .where("r.startAt", "<", to)
      .where(ofAgent(agentId, from))
      .executeTakeFirstOrThrow(),
    talkOf(trx, compId, from, to, agentId, []),
  ]);
  return { ...callSumsOf(sums), talkMs };
}

/** The calls of a stretch that one skill group queued. */
export interface CallPart extends CallSums {
  readonly skillGroupId: string | null;
  /** Inbound calls that were queued. */
  readonly offered: number;
  readonly waiting: number;
}

const partsOf = (trx: Trx, compId: string, from: Date, to: Date, levels: readonly ServiceLevel[]) =>
  trx
    .selectFrom("call_record as r")
    .select((e) => [
      "r.skillGroupId",
      e.fn.count("r.queuedAt").filterWhere("r.direction", "=", "inbound").as("offered"),
      sql<string>`count(*) filter (where ${figureCondition("waiting", levels)})`.as("waiting"),
    ])
    .select(sumColumns(levels))
    .where("r.compId", "=", compId)
    .where("r.startAt", ">=", unseen(from))
    .where("r.startAt", "<", unseen(to))
    .groupBy("r.skillGroupId");

type PartRow = Awaited<ReturnType<ReturnType<typeof partsOf>["execute"]>>[number];

const partOf = (row: PartRow): CallPart => ({
  ...callSumsOf(row),
  skillGroupId: row.skillGroupId,
  offered: number(row.offered),
  waiting: number(row.waiting),
});

export interface HourPart extends CallPart {
  /** Calls that have not ended. */
  readonly open: number;
}

/**
 * All that a day's page counts in one pass over its calls, by the hour that a call began in, epoch ms, counted from `from`: the
 * enterprise's sums and its groups' are sums of these.
 */
export async function hourParts(...stretch: Parameters<typeof partsOf>): Promise<ReadonlyMap<number, HourPart[]>> {
  const [, , from] = stretch;
  const rows = await partsOf(...stretch)
    .select((e) => [
      sql<Date>`date_bin('1 hour', r.start_at, ${unseen(from)})`.as("hour"),
      sql<string>`count(*) filter (where ${e("r.endAt", "is", null)})`.as("open"),
    ])
    .groupBy("hour")
    .execute();
  const hours = new Map<number, HourPart[]>();
  for (const row of rows) {
    const at = row.hour.getTime();
    hours.set(at, [...(hours.get(at) ?? []), { ...partOf(row), open: number(row.open) }]);
  }
  return hours;
}

/** Calls in progress, whenever they began: a call does not end at midnight. */
export async function liveCalls(trx: Trx, compId: string) {
  const waiting = figureCondition("waiting", []);
  const row = await trx
    .selectFrom("call_record as r")
    .select((e) => [
      sql<string>`count(*) filter (where ${waiting})`.as("waiting"),
      sql<string>`count(*) filter (where ${figureCondition("talking", [])})`.as("talking"),
      sql<Date | null>`min(r.queued_at) filter (where ${waiting})`.as("waitingSince"),
      e.fn.min("r.startAt").as("from"),
    ])
    .where("r.compId", "=", compId)
    .where("r.endAt", "is", null)
    .executeTakeFirstOrThrow();
  return {
    waiting: number(row.waiting),
    talking: number(row.talking),
    waitingSince: row.waitingSince,
    from: row.from,
  };
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

/** Of these seats, those that there still are. */
export async function seatNames(
  trx: Trx,
  compId: string,
  agentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (agentIds.length === 0) return new Map();
  const rows = await trx
    .selectFrom("seat")
    .select(["agentId", "name"])
    .where("compId", "=", compId)
    .where("agentId", "in", agentIds)
    .execute();
  return new Map(rows.map(({ agentId, name }) => [agentId, name]));
}

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
