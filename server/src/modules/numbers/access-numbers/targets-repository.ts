/** SQL of what a number leads to: its name, and whether calls can get there. */
import type { TargetKind } from "@liantai/api/contract/admin";
import { sql } from "kysely";
import type { Trx } from "../../../ports/database.ts";

/** Of rows n with comp_id, target_kind and target_id. null: it is gone, or has none. */
export const targetName = sql<string | null>`case
  when n.target_kind in ('skillGroup', 'voicemail', 'callback')
    then (select g.name from skill_group g where g.comp_id = n.comp_id and g.id = n.target_id)
  else case n.target_kind
  when 'outside' then n.target_id
  when 'dispatchQueue' then (select d.name from dispatch_group d where d.comp_id = n.comp_id and d.id = n.target_id)
  when 'seat' then (select s.name || '（' || s.agent_id || '）' from seat s where s.comp_id = n.comp_id and s.agent_id = n.target_id)
  when 'extension' then (select e.extension from extension e where e.comp_id = n.comp_id and e.extension = n.target_id)
  when 'meetingRoom' then (select m.name from meeting_room m where m.comp_id = n.comp_id and m.id = n.target_id)
  when 'flow' then (select f.name from voice_flow f where f.comp_id = n.comp_id and f.id = n.target_id)
  when 'voice' then (select v.name from voice v where v.comp_id = n.comp_id and v.id = n.target_id)
  end
end`;

/** Of the same: 1, there is such a thing, and it is switched off. A flow takes the calls that are led to it all the same (Q28). */
export const targetOff = sql<number>`case when (case
  when n.target_kind in ('skillGroup', 'voicemail', 'callback')
    then (select g.enabled = 0 from skill_group g where g.comp_id = n.comp_id and g.id = n.target_id)
  else case n.target_kind
  when 'dispatchQueue' then (
    select d.enabled = 0 or not exists (
      select from dispatch_group_member m join skill_group g on g.comp_id = m.comp_id and g.id = m.skill_group_id
      where m.comp_id = d.comp_id and m.dispatch_group_id = d.id and g.enabled = 1
    ) from dispatch_group d where d.comp_id = n.comp_id and d.id = n.target_id)
  when 'seat' then (select s.enabled = 0 from seat s where s.comp_id = n.comp_id and s.agent_id = n.target_id)
  when 'meetingRoom' then (select m.enable = 0 from meeting_room m where m.comp_id = n.comp_id and m.id = n.target_id)
  end
end) then 1 else 0 end`;

/** The same of one target. */
export async function findTarget(
  trx: Trx,
  compId: string,
  { kind, id }: { readonly kind: TargetKind; readonly id: string },
): Promise<{ readonly name: string | null; readonly off: boolean }> {
  const { rows } = await sql<{ name: string | null; off: number }>`
    select ${targetName} as name, ${targetOff} as off
    from (select ${compId}::text as comp_id, ${kind}::text as target_kind, ${id}::text as target_id) n`.execute(trx);
  const [{ name = null, off = 0 } = {}] = rows;
  return { name, off: off === 1 };
}
