/** Counts of call records for the home pages. */
import { sql } from "kysely";
import type { Trx } from "../../ports/database.ts";

const zone = sql.lit("Asia/Shanghai");
const number = (value: unknown): number => Number(value ?? 0);

/** Out of the queue, by an answer or at the end. */
const over = sql<boolean>`(answer_at is not null or end_at is not null)`;

/** Totals of a stretch of time. Calls between seats count as outbound, as on 工作台. */
export async function totals(trx: Trx, compId: string, from: Date, to: Date) {
  const row = await trx
    .selectFrom("call_record")
    .select((e) => [
      e.fn.countAll().filterWhere("direction", "=", "inbound").as("inbound"),
      e.fn.count("answer_at").filterWhere("direction", "=", "inbound").as("answered"),
      e.fn
        .countAll()
        .filterWhere("direction", "=", "inbound")
        .filterWhere("answer_at", "is", null)
        .filterWhere("end_at", "is not", null)
        .as("abandoned"),
      e.fn.countAll().filterWhere("direction", "!=", "inbound").as("outbound"),
      e.fn.count("answer_at").filterWhere("direction", "!=", "inbound").as("connected"),
      // Lengths are counted once an interval has ended: who still waits or talks would pull the mean towards nothing.
      e.fn.avg("wait_ms").filterWhere("queued_at", "is not", null).filterWhere(over).as("wait"),
      e.fn.avg("talk_ms").filterWhere("answer_at", "is not", null).filterWhere("end_at", "is not", null).as("talk"),
    ])
    .where("comp_id", "=", compId)
    .where("start_at", ">=", from)
    .where("start_at", "<", to)
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
      e.fn.count("answer_at").as("talking"),
      e.fn.count("queued_at").filterWhere("answer_at", "is", null).as("waiting"),
    ])
    .where("comp_id", "=", compId)
    .where("end_at", "is", null)
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
        .onRef("r.comp_id", "=", "g.comp_id")
        .onRef("r.skill_group_id", "=", "g.id")
        .on("r.queued_at", "is not", null)
        .on("r.start_at", ">=", from)
        .on("r.start_at", "<", to),
    )
    .select((e) => [
      "g.id",
      "g.name",
      "g.service_level_s",
      e.fn.count("r.call_id").as("offered"),
      e.fn.count("r.answer_at").as("answered"),
      e.fn
        .countAll()
        .filterWhere(sql<boolean>`r.answer_at - r.queued_at <= make_interval(secs => g.service_level_s)`)
        .as("within"),
      e.fn
        .count("r.call_id")
        .filterWhere("r.answer_at", "is", null)
        .filterWhere("r.end_at", "is not", null)
        .as("abandoned"),
      e.fn.count("r.call_id").filterWhere("r.answer_at", "is", null).filterWhere("r.end_at", "is", null).as("waiting"),
      e.fn
        .avg("r.wait_ms")
        .filterWhere(sql<boolean>`(r.answer_at is not null or r.end_at is not null)`)
        .as("wait"),
    ])
    .where("g.comp_id", "=", compId)
    .where("g.enabled", "=", 1)
    .groupBy(["g.comp_id", "g.id"])
    .orderBy("offered", "desc")
    .orderBy("g.name")
    .execute();
  return rows.map((r) => ({
    id: r.id,
    name: r.name,
    thresholdS: r.service_level_s,
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
    .innerJoin("seat as s", (on) => on.onRef("s.comp_id", "=", "r.comp_id").onRef("s.agent_id", "=", "r.agent_id"))
    .select((e) => [
      "s.agent_id",
      "s.name",
      e.fn.countAll().as("calls"),
      e.fn.count("r.answer_at").as("answered"),
      e.fn.sum("r.talk_ms").as("talk"),
    ])
    .where("r.comp_id", "=", compId)
    .where("r.start_at", ">=", from)
    .where("r.start_at", "<", to)
    .groupBy(["s.agent_id", "s.name"])
    .orderBy("calls", "desc")
    .orderBy("s.agent_id")
    .limit(limit)
    .execute();
  return rows.map((r) => ({
    agentId: r.agent_id,
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
      e.fn.count("answer_at").filterWhere("direction", "=", "inbound").as("answered"),
      e.fn.countAll().filterWhere("direction", "!=", "inbound").as("outbound"),
    ])
    .where("comp_id", "=", compId)
    .where("start_at", ">=", from)
    .where("start_at", "<", to)
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
      e.fn.count("answer_at").as("answered"),
      e.fn.sum("talk_ms").as("talk"),
    ])
    .where("comp_id", "=", compId)
    .where("agent_id", "=", agentId)
    .where("start_at", ">=", from)
    .where("start_at", "<", to)
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

/** What the enterprise keeps in its file store, bytes: uploads, finished exports that have not expired, voices. Recordings are not counted. */
export async function storedBytes(trx: Trx, compId: string): Promise<number> {
  const sums = await Promise.all([
    trx
      .selectFrom("voice")
      .select((e) => e.fn.sum("bytes").as("bytes"))
      .where("comp_id", "=", compId)
      .executeTakeFirstOrThrow(),
    trx
      .selectFrom("file")
      .select((e) => e.fn.sum("bytes").as("bytes"))
      .where("comp_id", "=", compId)
      .executeTakeFirstOrThrow(),
    trx
      .selectFrom("file_job")
      .select((e) => e.fn.sum("bytes").as("bytes"))
      .where("comp_id", "=", compId)
      .where("blob_key", "is not", null)
      .executeTakeFirstOrThrow(),
  ]);
  return sums.reduce((sum, { bytes }) => sum + number(bytes), 0);
}
