/**
 * Which calls a figure counts, once for counting and for listing: what 企业首页 says and what 通话记录 lists behind it cannot differ.
 * Conditions are over call_record as r.
 */
import { sql, type RawBuilder } from "kysely";
import { shortAbandonS, type CallFigure } from "@liantai/api/contract/admin";
import type { Trx } from "../../ports/database.ts";

/** Skill groups with the same time limit. */
export interface ServiceLevel {
  readonly seconds: number;
  readonly groupIds: readonly string[];
}

/** The time limits of all skill groups: there are few, so a condition names them instead of joining. */
export async function serviceLevels(trx: Trx, compId: string): Promise<readonly ServiceLevel[]> {
  const rows = await trx
    .selectFrom("skill_group")
    .select(["id", "serviceLevelS"])
    .where("compId", "=", compId)
    .execute();
  const byLimit = new Map<number, string[]>();
  for (const { id, serviceLevelS } of rows) byLimit.set(serviceLevelS, [...(byLimit.get(serviceLevelS) ?? []), id]);
  return [...byLimit].map(([seconds, groupIds]) => ({ seconds, groupIds }));
}

type Condition = RawBuilder<boolean>;
const all = (...conditions: readonly Condition[]): Condition => sql<boolean>`(${sql.join(conditions, sql` and `)})`;
const any = (...conditions: readonly Condition[]): Condition =>
  conditions.length > 0 ? sql<boolean>`(${sql.join(conditions, sql` or `)})` : sql<boolean>`false`;

const inbound = sql<boolean>`r.direction = 'inbound'`;
const answered = sql<boolean>`r.answer_at is not null`;
const unanswered = sql<boolean>`r.answer_at is null`;
const ended = sql<boolean>`r.end_at is not null`;
const queued = sql<boolean>`r.queued_at is not null`;
/** Who is called back in his place, or left a message, gave nothing up. */
const gaveUp = sql<boolean>`coalesce(r.cause, '') not in ('callbackRequested', 'voicemailLeft')`;
const abandoned = all(inbound, queued, unanswered, ended, gaveUp);
const short = sql<boolean>`r.end_at < r.queued_at + make_interval(secs => ${sql.lit(shortAbandonS)})`;
const lost = all(abandoned, sql<boolean>`not (${short})`);
const queueAnswered = all(inbound, queued, answered);

const within = (levels: readonly ServiceLevel[]) =>
  any(
    ...levels.map(({ seconds, groupIds }) =>
      all(
        sql<boolean>`r.skill_group_id in (${sql.join(groupIds)})`,
        sql<boolean>`r.answer_at <= r.queued_at + make_interval(secs => ${sql.lit(seconds)})`,
      ),
    ),
  );
const grouped = (levels: readonly ServiceLevel[]) =>
  any(...levels.map(({ groupIds }) => sql<boolean>`r.skill_group_id in (${sql.join(groupIds)})`));

/**
 * An agent's calls: he talked in it, or nobody did and it rang at him. Not those he was only asked about or listened to, nor those that
 * rang in vain before a colleague took them. `from`: none began before it.
 */
export const ofAgent = (agentId: string, from: Date): Condition => sql<boolean>`exists (
  select from call_leg l where l.comp_id = r.comp_id and l.call_id = r.call_id and l.agent_id = ${agentId} and l.start_at >= ${from}
    and l.role in ('agent', 'member') and (l.answer_at is not null or r.answer_at is null))`;

export function figureCondition(figure: CallFigure, levels: readonly ServiceLevel[]): Condition {
  switch (figure) {
    case "abandoned":
      return abandoned;
    case "shortAbandoned":
      return all(abandoned, short);
    case "lost":
      return lost;
    case "decided":
      return all(inbound, any(answered, lost));
    case "leveled":
      return all(any(queueAnswered, lost), grouped(levels));
    case "withinLevel":
      return all(queueAnswered, within(levels));
    case "queueAnswered":
      return queueAnswered;
    case "handled":
      return all(sql<boolean>`r.direction <> 'internal'`, answered, ended);
    case "waiting":
      return all(inbound, queued, unanswered, sql<boolean>`r.end_at is null`);
    case "talking":
      return all(answered, sql<boolean>`r.end_at is null`);
  }
}
