/** SQL of everything that a flow may name: what there is of it in the enterprise, asked at once. */
import { sql } from "kysely";
import type { WorkingTime } from "@liantai/api/contract/admin";
import { flowTypes, type ReferenceKind } from "@liantai/api/flows";
import type { Trx } from "../../ports/database.ts";

export interface Thing {
  readonly kind: ReferenceKind;
  readonly id: string;
  readonly name: string;
  /** 0: switched off. */
  readonly enabled: number;
  /** Of a voice: its length, ms. */
  readonly durationMs: number;
}

export const thingsOf = async (trx: Trx, compId: string): Promise<readonly Thing[]> =>
  (
    await sql<Thing>`
      select 'voice' as kind, id, name, 1 as enabled, duration_ms as "durationMs" from voice where comp_id = ${compId}
      union all select 'skillGroup', id, name, enabled, 0 from skill_group where comp_id = ${compId}
      union all select 'dispatchQueue', id, name, enabled, 0 from dispatch_group where comp_id = ${compId}
      union all select 'seat', agent_id, name, enabled, 0 from seat where comp_id = ${compId}
      union all select 'extension', extension, extension, 1, 0 from extension where comp_id = ${compId}
      union all select 'timeRule', id, name, 1, 0 from time_rule where comp_id = ${compId}
      union all select 'interface', id, name, enabled, 0 from outward_interface where comp_id = ${compId}
      union all select 'form', id, name, 1, 0 from form_definition where comp_id = ${compId}
      union all select kind, id, name, 1, 0 from flow_content where comp_id = ${compId}
      union all select 'flow', id, name, case when version > 0 then enabled else 0 end, 0 from voice_flow
        where comp_id = ${compId} and flow_type <> ${flowTypes.shared}
      union all select 'sharedFlow', id, name, case when version > 0 then enabled else 0 end, 0 from voice_flow
        where comp_id = ${compId} and flow_type = ${flowTypes.shared}`.execute(trx)
  ).rows;

export const timeRules = (trx: Trx, compId: string): Promise<(WorkingTime & { readonly id: string })[]> =>
  trx.selectFrom("time_rule").select(["id", "weekly", "holidays", "specials"]).where("compId", "=", compId).execute();
