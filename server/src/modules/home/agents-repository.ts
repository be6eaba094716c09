/** What single agents did, by the legs they had: with transfers others have their part of a call. */
import { sql } from "kysely";
import { zoneName } from "@liantai/api/contract";
import type { Trx } from "../../ports/database.ts";
import { figureCondition, type ServiceLevel } from "../records/index.ts";

const zone = sql.lit(zoneName);
const number = (value: unknown): number => Number(value ?? 0);

/** What one agent talked in the calls that count as handled: with transfers others have their part of them. */
export async function talkOf(
  trx: Trx,
  compId: string,
  from: Date,
  to: Date,
  agentId: string,
  levels: readonly ServiceLevel[],
): Promise<number> {
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
    .where(figureCondition("handled", levels))
    .executeTakeFirstOrThrow();
  return number(talk);
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
