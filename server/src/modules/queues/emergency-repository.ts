/** SQL of emergency switches. */
import type { EmergencySubject, TargetKind } from "@liantai/api/contract/admin";
import type { Insertable, Selectable } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { EmergencySwitchTable } from "../../ports/schema/groups.ts";
import { flowExists } from "../flows/index.ts";

export const switchesOn = (trx: Trx, compId: string) =>
  trx
    .selectFrom("emergency_switch")
    .selectAll()
    .where("compId", "=", compId)
    .orderBy("onAt", "desc")
    .orderBy("subjectId")
    .execute();

export const switchOn = (trx: Trx, row: Insertable<EmergencySwitchTable>) =>
  trx
    .insertInto("emergency_switch")
    .values(row)
    .onConflict((c) =>
      c.columns(["compId", "subject", "subjectId"]).doUpdateSet((e) => ({
        action: e.ref("excluded.action"),
        text: e.ref("excluded.text"),
        targetKind: e.ref("excluded.targetKind"),
        targetId: e.ref("excluded.targetId"),
        onAt: e.ref("excluded.onAt"),
        onBy: e.ref("excluded.onBy"),
        toldAt: null,
      })),
    )
    .execute();

/** False: it was not on. */
export async function switchOff(
  trx: Trx,
  compId: string,
  subject: EmergencySubject,
  subjectId: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("emergency_switch")
    .where("compId", "=", compId)
    .where("subject", "=", subject)
    .where("subjectId", "=", subjectId)
    .executeTakeFirst();
  return Number(numDeletedRows) > 0;
}

/** Access numbers in service, by number. */
export const numbersInService = (trx: Trx, compId: string) =>
  trx
    .selectFrom("access_number")
    .select(["number", "title"])
    .where("compId", "=", compId)
    .where("enabled", "=", 1)
    .orderBy("number")
    .execute();

const seatThere = (trx: Trx, compId: string, agentId: string) =>
  trx
    .selectFrom("seat")
    .select("agentId")
    .where("compId", "=", compId)
    .where("agentId", "=", agentId)
    .where("enabled", "=", 1)
    .where("extension", "is not", null)
    .executeTakeFirst();

const groupThere = (trx: Trx, compId: string, id: string) =>
  trx
    .selectFrom("skill_group")
    .select("id")
    .where("compId", "=", compId)
    .where("id", "=", id)
    .where("enabled", "=", 1)
    .executeTakeFirst();

/** With a skill group in service. */
const queueThere = (trx: Trx, compId: string, id: string) =>
  trx
    .selectFrom("dispatch_group as d")
    .innerJoin("dispatch_group_member as m", (j) =>
      j.onRef("m.compId", "=", "d.compId").onRef("m.dispatchGroupId", "=", "d.id"),
    )
    .innerJoin("skill_group as g", (j) => j.onRef("g.compId", "=", "m.compId").onRef("g.id", "=", "m.skillGroupId"))
    .select("d.id")
    .where("d.compId", "=", compId)
    .where("d.id", "=", id)
    .where("d.enabled", "=", 1)
    .where("g.enabled", "=", 1)
    .executeTakeFirst();

/** Calls can be led there. */
export async function isThere(trx: Trx, compId: string, kind: TargetKind, id: string): Promise<boolean> {
  if (kind === "flow") return flowExists(trx, compId, id);
  const find = kind === "seat" ? seatThere : kind === "skillGroup" ? groupThere : queueThere;
  return (await find(trx, compId, id)) !== undefined;
}

/** False: somebody else has written it, or it is off by now. */
export async function told(
  trx: Trx,
  { compId, subject, subjectId }: Selectable<EmergencySwitchTable>,
  at: Date | null,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("emergency_switch")
    .set({ toldAt: at })
    .where("compId", "=", compId)
    .where("subject", "=", subject)
    .where("subjectId", "=", subjectId)
    .where("toldAt", at === null ? "is not" : "is", null)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}
