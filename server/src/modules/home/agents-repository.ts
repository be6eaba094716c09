/** What single agents did, by the legs they had: with transfers others have their part of a call. */
import { sql } from "kysely";
import { zoneName } from "@liantai/api/contract";
import type { Trx } from "../../ports/database.ts";
import { figureCondition } from "../records/index.ts";
import { unseen } from "./unseen.ts";

const zone = sql.lit(zoneName);
const number = (value: unknown): number => Number(value ?? 0);

/** What one agent talked in the calls that count as handled: with transfers others have their part of them. */
export async function talkOf(trx: Trx, compId: string, from: Date, to: Date, agentId: string): Promise<number> {
  const { talk } = await trx
    .selectFrom("call_leg as l")
    .innerJoin("call_record as r", (j) => j.onRef("r.compId", "=", "l.compId").onRef("r.callId", "=", "l.callId"))
    .select((e) => e.fn.sum("l.talkMs").as("talk"))
    .where("l.compId", "=", compId)
    .where("l.agentId", "=", agentId)
    .where("l.startAt", ">=", from)
    .where("l.role", "in", ["agent", "member"])
    .where("r.startAt", ">=", from)
    .where("r.startAt", "<", to)
    .where(figureCondition("handled"))
    .executeTakeFirstOrThrow();
  return number(talk);
}

export interface AgentCalls {
  readonly agentId: string;
  readonly inbound: number;
  readonly outbound: number;
  readonly answered: number;
  readonly talkMs: number;
}

/**
 * By seat, of all of the enterprise: its parts in the calls that began in the stretch. Of an answered call those who were rung in vain
 * had none; of one that nobody answered everybody who was rung had his.
 */
export async function agentCalls(trx: Trx, compId: string, from: Date, to: Date): Promise<readonly AgentCalls[]> {
  // Who had two parts in a call had one call: the parts are added up first, which counting distinct ids would sort them for.
  const { rows } = await sql<Readonly<Record<keyof AgentCalls, string>>>`
    select agent_id, count(*) filter (where direction = 'inbound') as inbound,
      count(*) filter (where direction = 'outbound') as outbound,
      count(*) filter (where answered) as answered, sum(talk_ms) as talk_ms
    from (
      select l.agent_id, r.call_id, r.direction, r.answer_at is not null as answered, sum(l.talk_ms) as talk_ms
      from call_leg l join call_record r on r.comp_id = l.comp_id and r.call_id = l.call_id
      where l.comp_id = ${compId} and l.agent_id is not null and l.role in ('agent', 'member')
        and l.start_at >= ${unseen(from)} and (l.answer_at is not null or r.answer_at is null)
        and r.start_at >= ${unseen(from)} and r.start_at < ${unseen(to)}
      group by l.agent_id, r.call_id, r.direction, answered
    ) parts group by agent_id`.execute(trx);
  return rows.map((row) => ({
    agentId: row.agentId,
    inbound: number(row.inbound),
    outbound: number(row.outbound),
    answered: number(row.answered),
    talkMs: number(row.talkMs),
  }));
}

export interface BusySeat {
  readonly agentId: string;
  readonly calls: number;
  readonly answered: number;
  readonly talkMs: number;
}

export interface SeatPart extends BusySeat {
  /** Parts that have not ended. */
  readonly open: number;
}

/**
 * Every seat's calls by the hour that its part began in: its parts alone, those it took and those it dialled, not those it was rung for
 * in vain. Joining them with their calls would take three times as long of a hundred thousand calls a day. Who has a second part of a call
 * in a later hour had that call before; there is another party's leg between them, so that no part before the third asks for one.
 * dayFrom: the first hour that is added up.
 */
export async function seatHours(
  trx: Trx,
  compId: string,
  from: Date,
  to: Date,
  dayFrom: number,
): Promise<ReadonlyMap<number, readonly SeatPart[]>> {
  const { rows } = await sql<Readonly<Record<keyof SeatPart, string>> & { readonly hour: Date }>`
    select hour, agent_id, count(*) filter (where had and earlier is null) as calls,
      count(*) filter (where answered and earlier is not true) as answered, sum(talk_ms) as talk_ms, sum(open) as open
    from (
      select hour, agent_id, had, answered, talk_ms, open, case when latest > 2 then (
        select bool_or(p.answer_at is not null) from call_leg p
        where p.comp_id = ${compId} and p.call_id = parts.call_id and p.agent_id = parts.agent_id and p.role in ('agent', 'member')
          and (p.answer_at is not null or p.offered = 0)
          and p.start_at >= ${new Date(dayFrom)} and p.start_at < parts.hour) end as earlier
      from (
        select date_bin('1 hour', start_at, ${unseen(from)}) as hour, agent_id, call_id, max(seq) as latest,
          bool_or(answer_at is not null or offered = 0) as had, bool_or(answer_at is not null) as answered,
          sum(talk_ms) as talk_ms, count(*) filter (where end_at is null) as open
        from call_leg
        where comp_id = ${compId} and agent_id is not null and role in ('agent', 'member')
          and start_at >= ${unseen(from)} and start_at < ${unseen(to)}
          and (answer_at is not null or offered = 0 or end_at is null)
        group by hour, agent_id, call_id
      ) parts
    ) told group by hour, agent_id`.execute(trx);
  const hours = new Map<number, SeatPart[]>();
  for (const { hour, agentId, calls, answered, talkMs, open } of rows) {
    const part = {
      agentId,
      calls: number(calls),
      answered: number(answered),
      talkMs: number(talkMs),
      open: number(open),
    };
    hours.set(hour.getTime(), [...(hours.get(hour.getTime()) ?? []), part]);
  }
  return hours;
}

/** Of all hours together. */
export function busySeats(parts: Iterable<readonly SeatPart[]>): readonly BusySeat[] {
  const seats = new Map<string, BusySeat>();
  for (const { agentId, calls, answered, talkMs } of [...parts].flat()) {
    const sum = seats.get(agentId) ?? { agentId, calls: 0, answered: 0, talkMs: 0 };
    seats.set(agentId, {
      agentId,
      calls: sum.calls + calls,
      answered: sum.answered + answered,
      talkMs: sum.talkMs + talkMs,
    });
  }
  return [...seats.values()].filter((seat) => seat.calls > 0 || seat.talkMs > 0);
}

/** By day, yyyy-MM-dd. */
export async function seatDays(
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
    .selectFrom("call_leg as l")
    .innerJoin("call_record as r", (j) => j.onRef("r.compId", "=", "l.compId").onRef("r.callId", "=", "l.callId"))
    .select((e) => [
      sql<string>`to_char(r.start_at at time zone ${zone}, 'YYYY-MM-DD')`.as("day"),
      sql<string>`count(distinct r.call_id) filter (where r.direction = 'inbound')`.as("inbound"),
      sql<string>`count(distinct r.call_id) filter (where r.direction = 'outbound')`.as("outbound"),
      sql<string>`count(distinct r.call_id) filter (where r.answer_at is not null)`.as("answered"),
      e.fn.sum("l.talkMs").as("talk"),
    ])
    .where("l.compId", "=", compId)
    .where("l.agentId", "=", agentId)
    .where("l.startAt", ">=", from)
    .where("l.role", "in", ["agent", "member"])
    .where((e) => e.or([e("l.answerAt", "is not", null), e("r.answerAt", "is", null)]))
    .where("r.startAt", ">=", from)
    .where("r.startAt", "<", to)
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
