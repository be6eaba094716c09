/** SQL of whether what a task names is there: all of it at once, in the enterprise (readers.ts). */
import { sql } from "kysely";
import type { WorkingTime } from "@liantai/api/contract/admin";
import { flowTypes } from "@liantai/api/flows";
import type { Trx } from "../../../ports/database.ts";

export type NamedKind =
  "timeRule" | "group" | "flow" | "flowVersion" | "robot" | "form" | "intentionRule" | "number" | "seat";
export interface NamedThing {
  readonly kind: NamedKind;
  readonly id: string;
}

/** Of those that are there, by kind and id, whether they are switched on. A flow that leads calls is published. */
export async function thereAre(
  trx: Trx,
  compId: string,
  things: readonly NamedThing[],
): Promise<ReadonlyMap<string, boolean>> {
  if (things.length === 0) return new Map();
  const [kinds, ids] = [sql.val(things.map(({ kind }) => kind)), sql.val(things.map(({ id }) => id))];
  const { rows } = await sql<{ kind: string; id: string; on: boolean }>`
    with asked as (
      select a.kind, a.id from unnest(${kinds}::text[], ${ids}::text[]) as a (kind, id)
    )
    select a.kind, a.id, case a.kind
      when 'group' then exists (select from skill_group x where x.comp_id = ${compId} and x.id = a.id and x.enabled = 1)
      when 'flow' then exists (select from voice_flow x where x.comp_id = ${compId} and x.id = a.id and x.enabled = 1)
      when 'robot' then exists (select from robot_agent x where x.comp_id = ${compId} and x.id = a.id and x.enabled = 1)
      when 'number' then exists (select from access_number x where x.comp_id = ${compId} and x.number = a.id and x.enabled = 1)
      when 'seat' then exists (select from seat x where x.comp_id = ${compId} and x.agent_id = a.id and x.enabled = 1)
      else true end as on
    from asked a where
      (a.kind = 'timeRule' and exists (select from time_rule x where x.comp_id = ${compId} and x.id = a.id))
      or (a.kind = 'group' and exists (select from skill_group x where x.comp_id = ${compId} and x.id = a.id))
      or (a.kind = 'flow' and exists (select from voice_flow x
        where x.comp_id = ${compId} and x.id = a.id and x.version > 0 and x.flow_type <> ${flowTypes.shared}))
      or (a.kind = 'flowVersion' and exists (select from voice_flow_version x
        where x.comp_id = ${compId} and x.flow_id || ' ' || x.version = a.id))
      or (a.kind = 'robot' and exists (select from robot_agent x where x.comp_id = ${compId} and x.id = a.id))
      or (a.kind = 'form' and exists (select from form_definition x
        where x.comp_id = ${compId} and x.id = a.id and x.version > 0))
      or (a.kind = 'intentionRule' and exists (select from intention_rule x where x.comp_id = ${compId} and x.id = a.id))
      or (a.kind = 'number' and exists (select from access_number x
        where x.comp_id = ${compId} and x.number = a.id))
      or (a.kind = 'seat' and exists (select from seat x where x.comp_id = ${compId} and x.agent_id = a.id))`.execute(
    trx,
  );
  return new Map(rows.map(({ kind, id, on }) => [`${kind} ${id}`, on]));
}

export interface NamedRule {
  readonly id: string;
  readonly name: string;
  readonly time: WorkingTime;
}

export async function timeRulesOf(
  trx: Trx,
  compId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedRule>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom("time_rule")
    .select(["id", "name", "weekly", "holidays", "specials"])
    .where("compId", "=", compId)
    .where("id", "in", ids)
    .execute();
  return new Map(
    rows.map(({ id, name, weekly, holidays, specials }) => [id, { id, name, time: { weekly, holidays, specials } }]),
  );
}
