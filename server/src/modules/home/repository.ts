/** Counts of call records for the home pages. */
import { sql, type RawBuilder } from "kysely";
import { zoneName } from "@liantai/api/contract";
import type { CallFigure } from "@liantai/api/contract/admin";
import type { Trx } from "../../ports/database.ts";
import { figureCondition, type ServiceLevel } from "../records/index.ts";

const zone = sql.lit(zoneName);
const number = (value: unknown): number => Number(value ?? 0);

/** ms from the queue to the answer, ringing included. */
const waited = sql`extract(epoch from r.answer_at - r.queued_at) * 1000`;

/** Sums of a stretch over the enterprise's calls, or one seat's. */
export async function callSums(
  trx: Trx,
  compId: string,
  from: Date,
  to: Date,
  levels: readonly ServiceLevel[],
  agentId?: string,
) {
  const counted = (figure: CallFigure) =>
    sql<string>`count(*) filter (where ${figureCondition(figure, levels)})`.as(figure);
  const summed = (ms: RawBuilder<unknown>, figure: CallFigure) =>
    sql<string | null>`sum(${ms}) filter (where ${figureCondition(figure, levels)})`;
  let query = trx
    .selectFrom("call_record as r")
    .select((e) => [
      e.fn.countAll().filterWhere("r.direction", "=", "inbound").as("inbound"),
      e.fn.count("r.answerAt").filterWhere("r.direction", "=", "inbound").as("answered"),
      e.fn.countAll().filterWhere("r.direction", "=", "outbound").as("dialled"),
      e.fn.count("r.answerAt").filterWhere("r.direction", "=", "outbound").as("connected"),
      counted("abandoned"),
      counted("shortAbandoned"),
      counted("lost"),
      counted("decided"),
      counted("leveled"),
      counted("withinLevel"),
      counted("queueAnswered"),
      counted("handled"),
      summed(waited, "queueAnswered").as("waitMs"),
      summed(sql`r.talk_ms`, "handled").as("talkMs"),
    ])
    .where("r.compId", "=", compId)
    .where("r.startAt", ">=", from)
    .where("r.startAt", "<", to);
  if (agentId !== undefined) query = query.where("r.agentId", "=", agentId);
  const row = await query.executeTakeFirstOrThrow();
  return {
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
  };
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

export interface GroupDay {
  readonly id: string;
  readonly name: string;
  readonly thresholdS: number;
  readonly offered: number;
  readonly answered: number;
  readonly abandoned: number;
  readonly waiting: number;
  readonly leveled: number;
  readonly within: number;
  /** Of those answered, together. */
  readonly waitMs: number;
}

/** Every enabled skill group, those without calls too, the busiest first. */
export async function groupDays(
  trx: Trx,
  compId: string,
  from: Date,
  to: Date,
  levels: readonly ServiceLevel[],
): Promise<GroupDay[]> {
  const counted = (figure: CallFigure) => sql<string>`count(*) filter (where ${figureCondition(figure, levels)})`;
  const calls = await trx
    .selectFrom("call_record as r")
    .select((e) => [
      "r.skillGroupId",
      e.fn.countAll().as("offered"),
      counted("queueAnswered").as("answered"),
      counted("abandoned").as("abandoned"),
      counted("waiting").as("waiting"),
      counted("leveled").as("leveled"),
      counted("withinLevel").as("within"),
      sql<string | null>`sum(${waited}) filter (where ${figureCondition("queueAnswered", levels)})`.as("waitMs"),
    ])
    .where("r.compId", "=", compId)
    .where("r.startAt", ">=", from)
    .where("r.startAt", "<", to)
    .where("r.direction", "=", "inbound")
    .where("r.queuedAt", "is not", null)
    .groupBy("r.skillGroupId")
    .execute();
  const groups = await trx
    .selectFrom("skill_group")
    .select(["id", "name", "serviceLevelS"])
    .where("compId", "=", compId)
    .where("enabled", "=", 1)
    .orderBy("name")
    .execute();
  const byGroup = new Map(calls.map((row) => [row.skillGroupId, row]));
  return groups
    .map(({ id, name, serviceLevelS }) => {
      const row = byGroup.get(id);
      return {
        id,
        name,
        thresholdS: serviceLevelS,
        offered: number(row?.offered),
        answered: number(row?.answered),
        abandoned: number(row?.abandoned),
        waiting: number(row?.waiting),
        leveled: number(row?.leveled),
        within: number(row?.within),
        waitMs: number(row?.waitMs),
      };
    })
    .sort((a, b) => b.offered - a.offered);
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
      e.fn.countAll().filterWhere("direction", "=", "outbound").as("outbound"),
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
      e.fn.countAll().filterWhere("direction", "=", "outbound").as("outbound"),
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
