/** SQL of the seats that are monitored: who they are, and their figures of a day. Reads only. */
import { sql } from "kysely";
import { seatStatus } from "@liantai/api/contract";
import { satisfiedMos } from "@liantai/api/contract/admin";
import type { Trx } from "../../ports/database.ts";
import { unseen } from "../home/index.ts";

export interface MonitoredSeat {
  readonly agentId: string;
  readonly name: string;
  readonly groupId: string | null;
  readonly groupName: string;
  readonly skillGroups: readonly string[];
  readonly extension: string | null;
  readonly terminalType: number;
  readonly forwardModes: string;
  readonly forwardTo: string;
  readonly followed: boolean;
}

export async function listMonitored(
  trx: Trx,
  compId: string,
  accountId: string,
  agentIds: readonly string[],
): Promise<readonly MonitoredSeat[]> {
  if (agentIds.length === 0) return [];
  const { rows } = await sql<MonitoredSeat>`
    select s.agent_id, s.name, s.group_id, coalesce(g.name, '') as group_name, s.extension, s.terminal_type, s.forward_modes, s.forward_to,
      array(select k.name from skill_group_member m join skill_group k on k.comp_id = m.comp_id and k.id = m.skill_group_id
        where m.comp_id = s.comp_id and m.agent_id = s.agent_id order by k.name) as skill_groups,
      exists(select 1 from agent_watch w
        where w.comp_id = s.comp_id and w.account_id = ${accountId} and w.agent_id = s.agent_id) as followed
    from seat s left join agent_group g on g.comp_id = s.comp_id and g.id = s.group_id
    where s.comp_id = ${compId} and s.agent_id in (${sql.join(agentIds)})
    order by s.agent_id`.execute(trx);
  return rows;
}

export interface SeatTimes {
  readonly signedIn: number;
  readonly idle: number;
  readonly busy: number;
  readonly wrapUp: number;
  readonly missed: number;
}

const noTimes: SeatTimes = { signedIn: 0, idle: 0, busy: 0, wrapUp: 0, missed: 0 };

/**
 * By seat, of all of the enterprise: ms in its states from `from` to `now`, and how often it rang in vain. What reaches in from before
 * is the last interval before `from`. The day is one range of an index: looked for by seat, a thousand seats with a hundred intervals
 * each took five times as long. Sums of intervals are whole microseconds, and cheaper than those of decimal numbers.
 */
export async function seatTimes(
  trx: Trx,
  compId: string,
  from: Date,
  now: Date,
): Promise<(agentId: string) => SeatTimes> {
  const { rows } = await sql<SeatTimes & { agentId: string }>`
    select agent_id,
      extract(epoch from sum(span) filter (where code <> ${seatStatus.offline})) * 1000 as signed_in,
      extract(epoch from sum(span) filter (where code = ${seatStatus.idle})) * 1000 as idle,
      extract(epoch from sum(span) filter (where code = ${seatStatus.busy})) * 1000 as busy,
      extract(epoch from sum(span) filter (where code = ${seatStatus.afterCall})) * 1000 as wrap_up,
      count(*) filter (where reason in ('noAnswer', 'declined') and from_at >= ${from}) as missed
    from (
      select agent_id, code, reason, from_at,
        coalesce(to_at, ${now}) - greatest(from_at, ${from}) as span
      from (
        select agent_id, code, reason, from_at, to_at from agent_status
        where comp_id = ${compId} and from_at >= ${unseen(from)} and from_at < ${unseen(now)}
        union all
        select i.agent_id, i.code, i.reason, i.from_at, i.to_at from seat s
        cross join lateral (
          select agent_id, code, reason, from_at, to_at from agent_status
          where comp_id = s.comp_id and agent_id = s.agent_id and from_at < ${from}
          order by from_at desc limit 1
        ) i
        where s.comp_id = ${compId}
      ) intervals
      where coalesce(to_at, ${now}) > ${from}
    ) parts group by agent_id`.execute(trx);
  const ms = (value: unknown) => Math.max(0, Math.round(Number(value ?? 0)));
  const found = new Map(
    rows.map((row) => [
      row.agentId,
      {
        signedIn: ms(row.signedIn),
        idle: ms(row.idle),
        busy: ms(row.busy),
        wrapUp: ms(row.wrapUp),
        missed: ms(row.missed),
      },
    ]),
  );
  return (agentId) => found.get(agentId) ?? noTimes;
}

/** Legs since `from` with which somebody was dissatisfied, the worst first, in calls in which one of these seats was. */
export async function worstLegs(trx: Trx, compId: string, from: Date, agentIds: readonly string[], most: number) {
  if (agentIds.length === 0) return [];
  const rows = await trx
    .selectFrom("call_leg as l")
    .leftJoin("seat as s", (j) => j.onRef("s.compId", "=", "l.compId").onRef("s.agentId", "=", "l.agentId"))
    .select(["l.callId", "l.seq", "l.role", "l.agentId", "s.name as agentName", "l.number", "l.startAt", "l.talkMs"])
    .select(["l.mos", "l.worstMos", "l.loss", "l.jitterMs", "l.rttMs"])
    .where("l.compId", "=", compId)
    .where("l.startAt", ">=", from)
    // Literal, as in the partial index.
    .where("l.mos", "<", sql.lit(satisfiedMos))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("call_leg as a")
          .select("a.seq")
          .whereRef("a.compId", "=", "l.compId")
          .whereRef("a.callId", "=", "l.callId")
          .where("a.agentId", "in", agentIds),
      ),
    )
    .orderBy("l.mos")
    .orderBy("l.startAt", "desc")
    .limit(most)
    .execute();
  return rows.map(({ mos, worstMos, loss, jitterMs, ...leg }) => ({
    ...leg,
    mos: mos!,
    worstMos: worstMos!,
    loss: loss!,
    jitterMs: jitterMs!,
  }));
}
