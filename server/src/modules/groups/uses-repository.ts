/** SQL of where calls are led: what may not be deleted as long as something leads to it. */
import type { TargetKind } from "@liantai/api/contract/admin";
import type { Trx } from "../../ports/database.ts";

export interface UseRow {
  /** What is used. */
  readonly id: string;
  readonly by: "accessNumber" | "timeRule" | "dispatchQueue" | "skillGroup" | "dispatchOverflow";
  /** Name or number of what uses it. */
  readonly name: string;
}

const overflows = ["Full", "Wait", "Absent"] as const;

/** Access numbers, their time rules, and overflows that lead to one of these targets. */
export async function findUses(trx: Trx, compId: string, kind: TargetKind, ids: readonly string[]): Promise<UseRow[]> {
  const found: UseRow[] = [];
  const numbers = await trx
    .selectFrom("access_number")
    .select(["targetId as id", "number as name"])
    .where("compId", "=", compId)
    .where("targetKind", "=", kind)
    .where("targetId", "in", ids)
    .orderBy("number")
    .execute();
  found.push(...numbers.map((r) => ({ ...r, by: "accessNumber" as const })));
  const rules = await trx
    .selectFrom("access_number_rule")
    .select(["targetId as id", "number as name"])
    .distinct()
    .where("compId", "=", compId)
    .where("targetKind", "=", kind)
    .where("targetId", "in", ids)
    .orderBy("number")
    .execute();
  found.push(...rules.map((r) => ({ ...r, by: "timeRule" as const })));
  for (const when of overflows) {
    // What goes together with its target does not hold it.
    const groups = await trx
      .selectFrom("skill_group")
      .select([`overflow${when}Id as id`, "name", "id as own"])
      .where("compId", "=", compId)
      .where(`overflow${when}Kind`, "=", kind)
      .where(`overflow${when}Id`, "in", ids)
      .execute();
    found.push(
      ...groups
        .filter((r) => kind !== "skillGroup" || !ids.includes(r.own))
        .map(({ id, name }) => ({ id, name, by: "skillGroup" as const })),
    );
    const queues = await trx
      .selectFrom("dispatch_group")
      .select([`overflow${when}Id as id`, "name", "id as own"])
      .where("compId", "=", compId)
      .where(`overflow${when}Kind`, "=", kind)
      .where(`overflow${when}Id`, "in", ids)
      .execute();
    found.push(
      ...queues
        .filter((r) => kind !== "dispatchQueue" || !ids.includes(r.own))
        .map(({ id, name }) => ({ id, name, by: "dispatchOverflow" as const })),
    );
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
  }
  return found;
}

/** Whether a target is there to be chosen, disabled or not. */
export async function exists(trx: Trx, compId: string, kind: TargetKind, id: string): Promise<boolean> {
  switch (kind) {
    case "none":
    case "hangup":
      return true;
    case "skillGroup":
      return (
        (await trx
          .selectFrom("skill_group")
          .select("id")
          .where("compId", "=", compId)
          .where("id", "=", id)
          .executeTakeFirst()) !== undefined
      );
    case "dispatchQueue":
      return (
        (await trx
          .selectFrom("dispatch_group")
          .select("id")
          .where("compId", "=", compId)
          .where("id", "=", id)
          .executeTakeFirst()) !== undefined
      );
    case "seat":
      return (
        (await trx
          .selectFrom("seat")
          .select("agentId")
          .where("compId", "=", compId)
          .where("agentId", "=", id)
          .executeTakeFirst()) !== undefined
      );
    case "extension":
      return (
        (await trx
          .selectFrom("extension")
          .select("extension")
          .where("compId", "=", compId)
          .where("extension", "=", id)
          .executeTakeFirst()) !== undefined
      );
    case "voice":
      return (
        (await trx
          .selectFrom("voice")
          .select("id")
          .where("compId", "=", compId)
          .where("id", "=", id)
          .executeTakeFirst()) !== undefined
      );
  }
}
