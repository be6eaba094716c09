/** Counts of call records for the home pages. */
import { zoneName } from "@liantai/api/contract";
import { sql } from "kysely";
import type { Trx } from "../../ports/database.ts";

const zone = sql.lit(zoneName);
const number = (value: unknown): number => Number(value ?? 0);

/** Out of the queue, by an answer or at the end. */
const over = sql<boolean>`(answer_at is not null or end_at is not null)`;

/** Totals of a stretch of time. Calls between seats count as outbound, as on 工作台. */
export async function totals(trx: Trx, compId: string, from: Date, to: Date) {
  const row = await trx
    .selectFrom("call_record")
    .select((e) => [
      e.fn.countAll().filterWhere("direction", "=", "inbound").as("inbound"),
      e.fn.count("answerAt").filterWhere("direction", "=", "inbound").as("answered"),
      e.fn
        .countAll()
        .filterWhere("direction", "=", "inbound")
        .filterWhere("answerAt", "is", null)
        .filterWhere("endAt", "is not", null)
        .as("abandoned"),
      e.fn.countAll().filterWhere("direction", "!=", "inbound").as("outbound"),
      e.fn.count("answerAt").filterWhere("direction", "!=", "inbound").as("connected"),
      // Lengths are counted once an interval has ended: who still waits or talks would pull the mean towards nothing.
      e.fn.avg("waitMs").filterWhere("queuedAt", "is not", null).filterWhere(over).as("wait"),
      e.fn.avg("talkMs").filterWhere("answerAt", "is not", null).filterWhere("endAt", "is not", null).as("talk"),
    ])
    .where("compId", "=", compId)
    .where("startAt", ">=", from)
    .where("startAt", "<", to)
    .executeTakeFirstOrThrow();
  return {
    inbound: number(row.inbound),
    answered: number(row.answered),
    abandoned: number(row.abandoned),
    outbound: number(row.outbound),
    connected: number(row.connected),
    waitMs: number(row.wait),
    talkMs: number(row.talk),
  };
}

/** Calls in progress, whenever they began: a call does not end at midnight. */
export async function liveCalls(
  trx: Trx,
  compId: string,
): Promise<{ readonly waiting: number; readonly talking: number }> {
  const row = await trx
    .selectFrom("call_record")
    .select((e) => [
      e.fn.count("answerAt").as("talking"),
      e.fn.count("queuedAt").filterWhere("answerAt", "is", null).as("waiting"),
    ])
    .where("compId", "=", compId)
    .where("endAt", "is", null)
    .executeTakeFirstOrThrow();
  return { waiting: number(row.waiting), talking: number(row.talking) };
}

export interface GroupDay {
  readonly id: string;
  readonly name: string;
  readonly thresholdS: number;
  readonly offered: number;
  readonly answered: number;
  readonly within: number;
  readonly abandoned: number;
  readonly waiting: number;
  readonly waitMs: number;
}

/** Every enabled skill group, those without calls too. */
export async function groupDays(trx: Trx, compId: string, from: Date, to: Date): Promise<GroupDay[]> {
  const rows = await trx
    .selectFrom("skill_group as g")
    .leftJoin("call_record as r", (on) =>
      on
        .onRef("r.compId", "=", "g.compId")
        .onRef("r.skillGroupId", "=", "g.id")
        .on("r.queuedAt", "is not", null)
        .on("r.startAt", ">=", from)
        .on("r.startAt", "<", to),
    )
    .select((e) => [
      "g.id",
      "g.name",
      "g.serviceLevelS",
      e.fn.count("r.callId").as("offered"),
      e.fn.count("r.answerAt").as("answered"),
      e.fn
        .countAll()
        .filterWhere(sql<boolean>`r.answer_at - r.queued_at <= make_interval(secs => g.service_level_s)`)
        .as("within"),
      e.fn
        .count("r.callId")
        .filterWhere("r.answerAt", "is", null)
        .filterWhere("r.endAt", "is not", null)
        .as("abandoned"),
      e.fn.count("r.callId").filterWhere("r.answerAt", "is", null).filterWhere("r.endAt", "is", null).as("waiting"),
      e.fn
        .avg("r.waitMs")
        .filterWhere(sql<boolean>`(r.answer_at is not null or r.end_at is not null)`)
        .as("wait"),
    ])
    .where("g.compId", "=", compId)
    .where("g.enabled", "=", 1)
    .groupBy(["g.compId", "g.id"])
    .orderBy("offered", "desc")
    .orderBy("g.name")
    .execute();
  return rows.map((r) => ({
    id: r.id,
    name: r.name,
    thresholdS: r.serviceLevelS,
    offered: number(r.offered),
    answered: number(r.answered),
    within: number(r.within),
    abandoned: number(r.abandoned),
    waiting: number(r.waiting),
    waitMs: number(r.wait),
  }));
}

export async function busiestAgents(trx: Trx, compId: string, from: Date, to: Date, limit: number) {
  const rows = await trx
    .selectFrom("call_record as r")
    .innerJoin("seat as s", (on) => on.onRef("s.compId", "=", "r.compId").onRef("s.agentId", "=", "r.agentId"))
    .select((e) => [
      "s.agentId",
      "s.name",
      e.fn.countAll().as("calls"),
      e.fn.count("r.answerAt").as("answered"),
      e.fn.sum("r.talkMs").as("talk"),
    ])
    .where("r.compId", "=", compId)
    .where("r.startAt", ">=", from)
    .where("r.startAt", "<", to)
    .groupBy(["s.agentId", "s.name"])
    .orderBy("calls", "desc")
    .orderBy("s.agentId")
    .limit(limit)
    .execute();
  return rows.map((r) => ({
    agentId: r.agentId,
    name: r.name,
    calls: number(r.calls),
    answered: number(r.answered),
    talkMs: number(r.talk),
  }));
}

export async function hours(
  trx: Trx,
  compId: string,
  from: Date,
  to: Date,
): Promise<ReadonlyMap<number, { readonly inbound: number; readonly answered: number; readonly outbound: number }>> {
  const rows = await trx
    .selectFrom("call_record")
    .select((e) => [
      sql<number>`extract(hour from start_at at time zone ${zone})`.as("hour"),
      e.fn.countAll().filterWhere("direction", "=", "inbound").as("inbound"),
      e.fn.count("answerAt").filterWhere("direction", "=", "inbound").as("answered"),
      e.fn.countAll().filterWhere("direction", "!=", "inbound").as("outbound"),
    ])
    .where("compId", "=", compId)
    .where("startAt", ">=", from)
    .where("startAt", "<", to)
    .groupBy("hour")
    .execute();
  return new Map(
    rows.map((r) => [
      Number(r.hour),
      { inbound: number(r.inbound), answered: number(r.answered), outbound: number(r.outbound) },
    ]),
  );
}

/** By day, yyyy-MM-dd. */
export async function agentDays(
  trx: Trx,
  compId: string,
  agentId: string,
  from: Date,
  to: Date,
): Promise<
  ReadonlyMap<
    string,
    { readonly inbound: number; readonly outbound: number; readonly answered: number; readonly talkMs: number }
  >
> {
  const rows = await trx
    .selectFrom("call_record")
    .select((e) => [
      sql<string>`to_char(start_at at time zone ${zone}, 'YYYY-MM-DD')`.as("day"),
      e.fn.countAll().filterWhere("direction", "=", "inbound").as("inbound"),
      e.fn.countAll().filterWhere("direction", "!=", "inbound").as("outbound"),
      e.fn.count("answerAt").as("answered"),
      e.fn.sum("talkMs").as("talk"),
    ])
    .where("compId", "=", compId)
    .where("agentId", "=", agentId)
    .where("startAt", ">=", from)
    .where("startAt", "<", to)
    .groupBy("day")
    .execute();
  return new Map(
    rows.map((r) => [
      r.day,
      {
        inbound: number(r.inbound),
        outbound: number(r.outbound),
        answered: number(r.answered),
        talkMs: number(r.talk),
      },
    ]),
  );
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
