/** Legs of call records that a test wrote without a log: the customer's, and the agent's that the record names. */
import { sql } from "kysely";
import type { Trx } from "../ports/database.ts";

export async function giveLegs(trx: Trx): Promise<void> {
  await sql`
    insert into call_leg (comp_id, call_id, seq, party, role, agent_id, number, skill_group_id, access_number, offered, start_at,
      ring_at, answer_at, end_at, talk_ms, hold_ms, holds, consult_ms, conference_ms, result)
    select comp_id, call_id, 1, 1, 'customer', null, case direction when 'inbound' then caller else callee end, null, access_number, 0,
      start_at, null, answer_at, end_at, talk_ms, hold_ms, 0, 0, 0, result from call_record
    union all
    select comp_id, call_id, 2, 2, 'agent', agent_id, agent_id, skill_group_id, null,
      case direction when 'inbound' then 1 else 0 end, start_at, ring_at, answer_at, end_at, talk_ms,
      hold_ms, 0, 0, 0, result from call_record where agent_id is not null
    on conflict do nothing`.execute(trx);
}
