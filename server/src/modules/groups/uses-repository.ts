/** SQL of where calls are led: what may not be deleted as long as something leads to it. */
import { choicesKind, type TargetKind } from "@liantai/api/contract/admin";
import { flowTypes } from "@liantai/api/flows";
import { sql } from "kysely";
import type { Trx } from "../../ports/database.ts";
import { flowsNaming } from "../flow-uses-repository.ts";
import { ownNumbers } from "../organisation/index.ts";
import { sitesNaming } from "../site-uses-repository.ts";
import { tasksNaming } from "../task-uses-repository.ts";

export interface UseRow {
  /** What is used. */
  readonly id: string;
  readonly by:
    | "accessNumber"
    | "timeRule"
    | "chatSite"
    | "dispatchQueue"
    | "skillGroup"
    | "dispatchOverflow"
    | "flow"
    | "robot"
    | "task";
  /** Name or number of what uses it. */
  readonly name: string;
}

interface Lead {
  readonly by: UseRow["by"];
  readonly table: "access_number" | "access_number_rule" | "skill_group" | "dispatch_group";
  readonly name: string;
  /** Columns that say where it leads. */
  readonly to: { readonly kind: string; readonly id: string };
  /** What the row itself is, where it can be a target. */
  readonly own?: TargetKind;
}

const target = { kind: "targetKind", id: "targetId" } as const;
const leads: readonly Lead[] = [
  { by: "accessNumber", table: "access_number", name: "number", to: target },
  { by: "timeRule", table: "access_number_rule", name: "number", to: target },
  ...["Full", "Wait", "Absent"].flatMap((when): Lead[] => {
    const to = { kind: `overflow${when}Kind`, id: `overflow${when}Id` };
    return [
      { by: "skillGroup", table: "skill_group", name: "name", to, own: "skillGroup" },
      { by: "dispatchOverflow", table: "dispatch_group", name: "name", to, own: "dispatchQueue" },
    ];
  }),
];

/** A skill group's messages and callbacks go with it. */
const kindsOf = (kind: TargetKind): TargetKind[] => (kind === "skillGroup" ? [kind, "voicemail", "callback"] : [kind]);

/** Access numbers, their time rules, and overflows that lead to one of these targets. */
export async function findUses(trx: Trx, compId: string, kind: TargetKind, ids: readonly string[]): Promise<UseRow[]> {
  if (ids.length === 0) return [];
  const found: UseRow[] = [];
  for (const { by, table, name, to, own } of leads) {
    const self = sql.ref(own === undefined ? name : "id");
    const { rows } = await sql<{ id: string; name: string; own: string }>`
      select distinct ${sql.ref(to.id)} as id, ${sql.ref(name)} as name, ${self} as own from ${sql.table(table)}
      where comp_id = ${compId} and ${sql.ref(to.kind)} in (${sql.join(kindsOf(kind))}) and ${sql.ref(to.id)} in (${sql.join([...ids])})
      order by 2`.execute(trx);
    // What goes together with its target does not hold it.
    for (const row of rows) if (own !== kind || !ids.includes(row.own)) found.push({ id: row.id, name: row.name, by });
  }
  if (kind === "skillGroup") {
    const queues = await trx
      .selectFrom("dispatch_group_member as m")
      .innerJoin("dispatch_group as g", (j) =>
        j.onRef("g.compId", "=", "m.compId").onRef("g.id", "=", "m.dispatchGroupId"),
      )
      .select(["m.skillGroupId as id", "g.name"])
      .where("m.compId", "=", compId)
      .where("m.skillGroupId", "in", ids)
      .orderBy("g.name")
      .execute();
    found.push(...queues.map((r) => ({ ...r, by: "dispatchQueue" as const })));
    const ringed = await sql<{ id: string; name: string }>`
      select distinct s ->> 'groupId' as id, g.name from skill_group g, jsonb_array_elements(g.rings) s
      where g.comp_id = ${compId} and s ->> 'groupId' in (${sql.join([...ids])}) and g.id not in (${sql.join([...ids])})
      order by 2`.execute(trx);
    found.push(...ringed.rows.map((r) => ({ ...r, by: "skillGroup" as const })));
    const robots = await trx
      .selectFrom("robot_agent")
      .select(["fallbackGroupId as id", "name"])
      .where("compId", "=", compId)
      .where("fallbackGroupId", "in", ids)
      .orderBy("name")
      .execute();
    found.push(...robots.map(({ id, name }) => ({ id: id ?? "", name, by: "robot" as const })));
    const tasks = await sql<{ id: string; name: string }>`
      select id, name from (${tasksNaming(compId, kind)}) as t where id in (${sql.join([...ids])}) order by name`.execute(
      trx,
    );
    found.push(...tasks.rows.map((r) => ({ ...r, by: "task" as const })));
    const sites = await sql<{ id: string; name: string }>`
      select id, name from (${sitesNaming(compId, kind)}) as s where id in (${sql.join([...ids])}) order by name`.execute(
      trx,
    );
    found.push(...sites.rows.map((r) => ({ ...r, by: "chatSite" as const })));
  }
  const flows = await sql<{ id: string; name: string }>`
    select id, name from (${flowsNaming(compId, kind)}) as f where id in (${sql.join([...ids])}) order by name`.execute(
    trx,
  );
  found.push(...flows.rows.map((r) => ({ ...r, by: "flow" as const })));
  return found;
}

/** Where targets stand, and the column they are named by. */
const places = {
  skillGroup: ["skill_group", "id", "enabled"],
  dispatchQueue: ["dispatch_group", "id", "enabled"],
  seat: ["seat", "agentId", "enabled"],
  extension: ["extension", "extension"],
  voice: ["voice", "id"],
  meetingRoom: ["meeting_room", "id", "enable"],
  flow: ["voice_flow", "id", "enabled"],
} as const;

/** A target as a choice; off: there, and switched off. */
export async function targetState(
  trx: Trx,
  compId: string,
  kind: TargetKind,
  id: string,
): Promise<"on" | "off" | "gone"> {
  if (kind === "none" || kind === "hangup") return "on";
  // The own access numbers would lead a call back to where it is led away from.
  if (kind === "outside") return (await ownNumbers(trx, compId, [id])).has(id) ? "gone" : "on";
  const [table, key, flag] = places[choicesKind(kind)];
  const on = flag ? sql.ref(flag) : sql.lit(1);
  // No call is led into a shared sub-process.
  const led = table === "voice_flow" ? sql`and flow_type <> ${flowTypes.shared}` : sql``;
  const { rows } = await sql<{
    on: number;
  }>`select ${on} as on from ${sql.table(table)} where comp_id = ${compId} and ${sql.ref(key)} = ${id} ${led}`.execute(
    trx,
  );
  const [row] = rows;
  return row ? (row.on === 1 ? "on" : "off") : "gone";
}
