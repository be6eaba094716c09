/**
 * What a log would have made of call records that a test wrote without one: the customer's leg, the agent's that the record names, the
 * stay in its skill group's queue, and the limits that the group has now.
 */
import { sql } from "kysely";
import type { Trx } from "../ports/database.ts";

export async function giveLegs(trx: Trx): Promise<void> {
  await sql`
    update call_record r set first_group_id = r.skill_group_id, short_ms = 5000, sl_ms = (
      select g.service_level_s * 1000 from skill_group g where g.comp_id = r.comp_id and g.id = r.skill_group_id)
    where r.queued_at is not null and r.skill_group_id is not null and r.first_group_id is null`.execute(trx);
  await sql`
    insert into call_visit (comp_id, call_id, seq, skill_group_id, "first", via_transfer, entered_at, left_at, outcome, flow_to,
      wait_ms, sl_ms, short_ms, offers)
    select comp_id, call_id, 1, skill_group_id, 1, 0, queued_at, coalesce(answer_at, end_at),
      case when answer_at is not null then 'answered' when end_at is null then 'open'
        when cause in ('callbackRequested', 'voicemailLeft') then 'flowed' else 'abandoned' end,
      case cause when 'callbackRequested' then 'callback' when 'voicemailLeft' then 'voicemail' end,
      coalesce(extract(epoch from coalesce(answer_at, end_at) - queued_at) * 1000, 0)::integer, sl_ms, short_ms,
      case when agent_id is null then 0 else 1 end
    from call_record where queued_at is not null and skill_group_id is not null
    on conflict do nothing`.execute(trx);
  await sql`
    insert into call_leg (comp_id, call_id, seq, party, role, agent_id, number, skill_group_id, visit, access_number, offered,
      start_at, ring_at, answer_at, end_at, talk_ms, hold_ms, holds, consult_ms, conference_ms, result)
    select comp_id, call_id, 1, 1, 'customer', null, case direction when 'inbound' then caller else callee end, null, null,
      access_number, 0, start_at, null, answer_at, end_at, talk_ms, hold_ms, 0, 0, 0, result from call_record
    union all
    select comp_id, call_id, 2, 2, 'agent', agent_id, agent_id, skill_group_id,
      case when queued_at is not null and skill_group_id is not null then 1 end, null,
      case direction when 'inbound' then 1 else 0 end, start_at, ring_at, answer_at, end_at, talk_ms,
      hold_ms, 0, 0, 0, result from call_record where agent_id is not null
    on conflict do nothing`.execute(trx);
}
