/**
 * Which calls a figure counts, once for counting and for listing: what 企业首页 and 技能组监控 say and what 通话记录 lists behind it
 * cannot differ. The enterprise's go by its calls, call_record as r; a skill group's by the stays in its queue, call_visit as v, and by
 * the legs of its agents, call_leg as l (docs/protocol.md K64).
 */
import { sql, type RawBuilder } from "kysely";
import { seatStatus } from "@liantai/api/contract";
import type { CallFigure } from "@liantai/api/contract/admin";

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
const short = sql<boolean>`r.end_at < r.queued_at + coalesce(r.short_ms, 0) * interval '1 ms'`;
const lost = all(abandoned, sql<boolean>`not (${short})`);
const queueAnswered = all(inbound, queued, answered);

/**
 * Looked up by the call, or hashed once. Without "is true" it would be a join, which a database that knows nothing of a young table's
 * contents makes by going through all of one side for each row of the other.
 */
const hashed = (rows: RawBuilder<unknown>): Condition => sql<boolean>`(exists (${rows})) is true`;

/** Of those whose group's time limit is not known it cannot be said. */
const leveled = sql<boolean>`r.sl_ms is not null`;
const within = sql<boolean>`r.answer_at <= r.queued_at + r.sl_ms * interval '1 ms'`;
/** In a queue now, for the first time or sent on by an agent. */
const waits = sql<boolean>`exists (
  select from call_visit v where v.comp_id = r.comp_id and v.call_id = r.call_id and v.outcome = 'open')`;

/**
 * An agent's calls: he talked in it, or nobody did and it rang at him. Not those he was only asked about or listened to, nor those that
 * rang in vain before a colleague took them. `from`: none began before it.
 */
export function ofAgent(agentId: string, from: Date): Condition {
  const leg = sql`select from call_leg l where l.comp_id = r.comp_id and l.call_id = r.call_id and l.agent_id = ${agentId}
    and l.start_at >= ${from} and l.role in ('agent', 'member')`;
  return any(
    sql<boolean>`exists (${leg} and l.answer_at is not null)`,
    sql<boolean>`r.answer_at is null and exists (${leg})`,
  );
}

export function figureCondition(figure: CallFigure): Condition {
  switch (figure) {
    case "queued":
      return all(inbound, queued);
    case "abandoned":
      return abandoned;
    case "shortAbandoned":
      return all(abandoned, short);
    case "lost":
      return lost;
    case "decided":
      return all(inbound, any(answered, lost));
    case "leveled":
      return all(any(queueAnswered, lost), leveled);
    case "withinLevel":
      return all(queueAnswered, leveled, within);
    case "queueAnswered":
      return queueAnswered;
    case "handled":
      return all(sql<boolean>`r.direction <> 'internal'`, answered, ended);
    case "waiting":
      return all(sql<boolean>`r.end_at is null`, waits);
    case "talking":
      return all(answered, sql<boolean>`r.end_at is null`, sql<boolean>`not ${waits}`);
  }
}

const visitAnswered = sql<boolean>`v.outcome = 'answered'`;
const visitAbandoned = sql<boolean>`v.outcome = 'abandoned'`;
const visitLost = all(visitAbandoned, sql<boolean>`v.wait_ms >= v.short_ms`);

type LegFigure = "handled" | "talking";

/** Of a group's stays. Its answered and lost ones are decided whichever group's call it became. */
export function visitCondition(figure: Exclude<CallFigure, LegFigure>): Condition {
  switch (figure) {
    case "queued":
      return sql<boolean>`true`;
    case "abandoned":
      return visitAbandoned;
    case "shortAbandoned":
      return all(visitAbandoned, sql<boolean>`v.wait_ms < v.short_ms`);
    case "lost":
      return visitLost;
    case "decided":
      return any(visitAnswered, visitLost);
    case "leveled":
      return all(any(visitAnswered, visitLost), sql<boolean>`v.sl_ms is not null`);
    case "withinLevel":
      return all(visitAnswered, sql<boolean>`v.wait_ms <= v.sl_ms`);
    case "queueAnswered":
      return visitAnswered;
    case "waiting":
      return sql<boolean>`v.outcome = 'open'`;
  }
}

const legAnswered = sql<boolean>`l.role in ('agent', 'member') and l.answer_at is not null`;
/** A wrap-up follows its leg in the same moment. */
export const wrapOf = sql`t.comp_id = l.comp_id and t.agent_id = l.agent_id and t.call_id = l.call_id
  and t.code = ${sql.lit(seatStatus.afterCall)} and t.from_at = l.end_at`;

/** Of the legs of a group's agents. handled: the talk and its wrap-up are over. */
export const legCondition = (figure: LegFigure): Condition =>
  figure === "talking"
    ? all(legAnswered, sql<boolean>`l.end_at is null`)
    : all(
        legAnswered,
        sql<boolean>`l.end_at is not null`,
        sql<boolean>`not exists (select from agent_status t where ${wrapOf} and t.to_at is null)`,
      );

interface Stretch {
  readonly from: Date;
  /** Inclusive. */
  readonly to: Date;
}

/** No telephone rings for longer. */
const ringing = sql`interval '1 hour'`;
export const legsAnswered = ({ from, to }: Stretch): Condition =>
  sql<boolean>`l.start_at >= ${from}::timestamptz - ${ringing} and l.start_at <= ${to} and l.answer_at between ${from} and ${to}`;

/** The calls that a figure of a skill group counts: by when they came into its queue, or were answered by its agents. */
export const groupCondition = (figure: CallFigure, groupId: string, { from, to }: Stretch): Condition =>
  figure === "handled" || figure === "talking"
    ? hashed(sql`select from call_leg l where l.comp_id = r.comp_id and l.call_id = r.call_id and l.skill_group_id = ${groupId}
          and ${legsAnswered({ from, to })} and ${legCondition(figure)}`)
    : hashed(sql`select from call_visit v where v.comp_id = r.comp_id and v.call_id = r.call_id and v.skill_group_id = ${groupId}
          and v.entered_at between ${from} and ${to} and ${visitCondition(figure)}`);

/** Calls that were led to a skill group, waited in its queue, or were answered by its agents. `from`: none began before it. */
export const throughGroup = (
  groupId: string,
  from: Date,
): Condition => sql<boolean>`(r.skill_group_id = ${groupId} or exists (
    select from call_visit v where v.comp_id = r.comp_id and v.call_id = r.call_id and v.skill_group_id = ${groupId}
      and v.entered_at >= ${from})
  or exists (
    select from call_leg l where l.comp_id = r.comp_id and l.call_id = r.call_id and l.skill_group_id = ${groupId}
      and l.start_at >= ${from}))`;
