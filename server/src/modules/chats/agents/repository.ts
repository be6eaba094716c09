/** SQL of who is at chats, what waits for them, and what they have. */
import type { ChatAgentState } from "@liantai/api/contract/im";
import { minuteMs } from "@liantai/api/contract";
import { sql, type RawBuilder } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { ChatSessionRow, Wait } from "../types.ts";

/** Whose pages were gone so long is away. */
export const awayMs = minuteMs;
const seenSince = (now: number): Date => new Date(now - awayMs);

/** Who has what is decided one at a time in an enterprise. */
export const lockChats = (trx: Trx, compId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`chats ${compId}`}::text, 0))`.execute(trx);

/** A moment of deciding. chatMax: of seats that have no number of their own. */
export interface Moment {
  readonly compId: string;
  readonly now: number;
  readonly chatMax: number;
}

/** Seats that are online and seen, with what they have and may have. */
const atChats = ({ compId, now, chatMax }: Moment): RawBuilder<unknown> => sql`
  select a.comp_id, a.agent_id, s.name, a.given_at, coalesce(s.chat_max, ${chatMax}::integer) as most,
    (select count(*) from chat_session t
      where t.comp_id = a.comp_id and t.agent_id = a.agent_id and t.status = 'talking')::integer as talking
  from chat_agent a join seat s on s.comp_id = a.comp_id and s.agent_id = a.agent_id
  where a.comp_id = ${compId} and a.status = 'online' and a.seen_at > ${seenSince(now)} and s.enabled = 1`;

/** Since when it counts as waiting; then by id, so that the order is the same to everybody. */
const effective = (alias: string): RawBuilder<unknown> =>
  sql.raw(`${alias}.queued_at - ${alias}.priority_ms * interval '1 millisecond'`);

const answersFor = (alias: string, seat: string): RawBuilder<unknown> =>
  sql.raw(`exists (select from skill_group_member m join skill_group g on g.comp_id = m.comp_id and g.id = m.skill_group_id
    where m.comp_id = ${alias}.comp_id and m.skill_group_id = ${alias}.skill_group_id
      and m.agent_id = ${seat}.agent_id and g.enabled = 1)`);

export interface Match {
  readonly id: string;
  readonly visitorId: string;
  readonly agentId: string;
  readonly name: string;
}

/** Who has waited longest of those for whom somebody is free, and who takes him. except: which could not be given. */
export async function nextMatch(trx: Trx, at: Moment, except: readonly string[]): Promise<Match | undefined> {
  const but = except.length === 0 ? sql`` : sql`and w.id not in (${sql.join(except)})`;
  const { rows } = await sql<Match>`
    with free as materialized (select * from (${atChats(at)}) f where f.talking < f.most)
    select w.id, w.visitor_id, f.agent_id, f.name from chat_session w join free f on
      case when w.asked_agent_id <> '' then w.asked_agent_id = f.agent_id else ${answersFor("w", "f")} end
    where w.comp_id = ${at.compId} and w.status = 'waiting' ${but}
    order by ${effective("w")}, w.id, f.talking, f.given_at nulls first, f.agent_id
    limit 1
  `.execute(trx);
  return rows[0];
}

export const lockWaiting = (trx: Trx, compId: string, id: string): Promise<ChatSessionRow | undefined> =>
  trx
    .selectFrom("chat_session")
    .selectAll()
    .where("compId", "=", compId)
    .where("id", "=", id)
    .where("status", "=", "waiting")
    .forUpdate()
    .executeTakeFirst();

export const given = (trx: Trx, compId: string, agentId: string, now: number) =>
  trx
    .updateTable("chat_agent")
    .set({ givenAt: new Date(now) })
    .where("compId", "=", compId)
    .where("agentId", "=", agentId)
    .execute();

/** How it stands for who would wait. free: of seats at chats, those that have room. waiting: left messages do not count. */
export async function outlook(
  trx: Trx,
  at: Moment,
  { skillGroupId, agentId }: Wait,
): Promise<{ readonly seats: number; readonly free: number; readonly waiting: number }> {
  const whose =
    agentId === ""
      ? sql`exists (select from skill_group_member m join skill_group g on g.comp_id = m.comp_id and g.id = m.skill_group_id
          where m.comp_id = f.comp_id and m.skill_group_id = ${skillGroupId} and m.agent_id = f.agent_id and g.enabled = 1)`
      : sql`f.agent_id = ${agentId}`;
  const { rows } = await sql<{ seats: number; free: number; waiting: number }>`
    select count(*)::integer as seats, (count(*) filter (where f.talking < f.most))::integer as free,
      (select count(*) from chat_session w where w.comp_id = ${at.compId} and w.status = 'waiting' and w.left_message = 0
        and w.skill_group_id = ${skillGroupId} and w.asked_agent_id = ${agentId})::integer as waiting
    from (${atChats(at)}) f where ${whose}
  `.execute(trx);
  return rows[0]!;
}

/** From 1, of those of these that wait. */
export async function positionsOf(
  trx: Trx,
  compId: string,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly position: number }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; position: number }>`
    select p.id, p.position from (
      select w.id, (row_number() over (
        partition by w.skill_group_id, w.asked_agent_id order by ${effective("w")}, w.id))::integer as position
      from chat_session w where w.comp_id = ${compId} and w.status = 'waiting'
    ) p where p.id in (${sql.join(ids)})
  `.execute(trx);
  return rows;
}

/** What it has, locked. */
export const lockTalking = (trx: Trx, compId: string, agentId: string): Promise<ChatSessionRow[]> =>
  trx
    .selectFrom("chat_session")
    .selectAll()
    .where("compId", "=", compId)
    .where("agentId", "=", agentId)
    .where("status", "=", "talking")
    .orderBy("startedAt")
    .orderBy("id")
    .forUpdate()
    .execute();

export interface Gone {
  readonly compId: string;
  readonly agentId: string;
}

/** Who has conversations and is not there any more: unseen for too long, disabled or deleted. `only`: whether this one is. */
export async function goneAgents(trx: Trx, now: number, only?: Gone): Promise<readonly Gone[]> {
  const which = only ? sql`and t.comp_id = ${only.compId} and t.agent_id = ${only.agentId}` : sql``;
  const { rows } = await sql<Gone>`
    select distinct t.comp_id, t.agent_id from chat_session t
      left join chat_agent a on a.comp_id = t.comp_id and a.agent_id = t.agent_id
      left join seat s on s.comp_id = t.comp_id and s.agent_id = t.agent_id
    where t.status = 'talking' ${which} and (coalesce(s.enabled, 0) = 0 or a.seen_at is null or a.seen_at <= ${seenSince(now)})
    limit 500
  `.execute(trx);
  return rows;
}

/** When the next of those who have conversations would be away; undefined: nobody has. */
export async function nextAway(trx: Trx, now: number): Promise<number | undefined> {
  const { rows } = await sql<{ seenAt: Date | null }>`
    select min(a.seen_at) as seen_at from chat_session t join chat_agent a on a.comp_id = t.comp_id and a.agent_id = t.agent_id
    where t.status = 'talking' and a.seen_at > ${seenSince(now)}
  `.execute(trx);
  const seenAt = rows[0]?.seenAt;
  return seenAt ? seenAt.getTime() + awayMs : undefined;
}

export const waitingEnterprises = async (trx: Trx): Promise<readonly string[]> =>
  (await trx.selectFrom("chat_session").select("compId").distinct().where("status", "=", "waiting").execute()).map(
    ({ compId }) => compId,
  );

/** How a seat is after sign-in, until it chooses otherwise. */
const atFirst = sql`case when s.login_agent_state = 0 then 'online' else 'offline' end`;

/** Pages of these are open now. */
export const seen = (trx: Trx, compId: string, agentIds: readonly string[], now: number) =>
  sql`
  insert into chat_agent (comp_id, agent_id, status, changed_at, seen_at)
  select s.comp_id, s.agent_id, ${atFirst}, ${new Date(now)}::timestamptz, ${new Date(now)}::timestamptz from seat s
  where s.comp_id = ${compId} and s.agent_id in (${sql.join(agentIds)})
  on conflict (comp_id, agent_id) do update set seen_at = excluded.seen_at`.execute(trx);

/** Its last page was closed just now. One that has left meanwhile stays away. */
export const seenLast = (trx: Trx, compId: string, agentId: string, now: number) =>
  trx
    .updateTable("chat_agent")
    .set({ seenAt: new Date(now) })
    .where("compId", "=", compId)
    .where("agentId", "=", agentId)
    .where("seenAt", ">", seenSince(now))
    .execute();

/** Away at once, and as it is at first when it comes back. */
export const left = (trx: Trx, compId: string, agentId: string, now: number) =>
  sql`
  update chat_agent a set seen_at = ${seenSince(now)}, changed_at = ${new Date(now)}, status = ${atFirst}
  from seat s where s.comp_id = a.comp_id and s.agent_id = a.agent_id and a.comp_id = ${compId} and a.agent_id = ${agentId}
`.execute(trx);

/** Of a seat that was deleted: a new one by its id begins as it is set. */
export const forget = (trx: Trx, { compId, agentId }: Gone) =>
  sql`delete from chat_agent a where a.comp_id = ${compId} and a.agent_id = ${agentId}
    and not exists (select from seat s where s.comp_id = a.comp_id and s.agent_id = a.agent_id)`.execute(trx);

/** Whether it may have, or be given, anything. */
export async function isAtChats(trx: Trx, compId: string, agentId: string, now: number): Promise<boolean> {
  const { rows } = await sql`
    select from chat_agent a where a.comp_id = ${compId} and a.agent_id = ${agentId} and a.seen_at > ${seenSince(now)}
    union all select from chat_session t where t.comp_id = ${compId} and t.agent_id = ${agentId} and t.status = 'talking'
    limit 1
  `.execute(trx);
  return rows.length > 0;
}

export const setStatus = (trx: Trx, of: Gone, status: ChatAgentState, now: number) => {
  const changedAt = new Date(now);
  return trx
    .insertInto("chat_agent")
    .values({ ...of, status, changedAt, seenAt: new Date(0) })
    .onConflict((on) => on.columns(["compId", "agentId"]).doUpdateSet({ status, changedAt }))
    .execute();
};

/** undefined: there is no such seat. waiting: for its groups, or for it. */
export async function agentState(trx: Trx, { compId, chatMax }: Moment, agentId: string) {
  const { rows } = await sql<{ status: ChatAgentState; talking: number; most: number; waiting: number }>`
    select coalesce(a.status, ${atFirst}) as status, coalesce(s.chat_max, ${chatMax}::integer) as most,
      (select count(*) from chat_session t
        where t.comp_id = s.comp_id and t.agent_id = s.agent_id and t.status = 'talking')::integer as talking,
      (select count(*) from chat_session w where w.comp_id = s.comp_id and w.status = 'waiting' and
        case when w.asked_agent_id <> '' then w.asked_agent_id = s.agent_id else ${answersFor("w", "s")} end)::integer as waiting
    from seat s left join chat_agent a on a.comp_id = s.comp_id and a.agent_id = s.agent_id
    where s.comp_id = ${compId} and s.agent_id = ${agentId}
  `.execute(trx);
  return rows[0];
}
