/** Which flows name a thing and lead calls now, whoever asks: of any that is deleted this is said before it goes. */
import { sql, type RawBuilder } from "kysely";

/**
 * id: of the thing, name: of the flow, each pair once. Published versions that are in use alone, those of
 * shared sub-processes that a flow names among them: a draft names what it likes.
 */
export const flowsNaming = (compId: string, kind: string): RawBuilder<{ id: string; name: string }> => sql`
  select distinct u.used_id as id, f.name from voice_flow_use u
  join voice_flow f on f.comp_id = u.comp_id and f.id = u.flow_id
  where u.comp_id = ${compId} and u.kind = ${kind}
    and ((u.version_id <> '' and u.version_id = f.version_id) or exists (select from voice_flow_share s
      where s.comp_id = u.comp_id and s.flow_id = u.flow_id and s.version_id = u.version_id and s.percent > 0)
      or exists (select from voice_flow_use v
        where v.comp_id = u.comp_id and v.kind = 'sharedVersion' and v.used_id = u.version_id))`;
