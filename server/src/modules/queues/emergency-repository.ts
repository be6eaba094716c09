/** SQL of emergency switches. */
import type { EmergencySubject } from "@liantai/api/contract/admin";
import type { Insertable } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { EmergencySwitchTable } from "../../ports/schema/groups.ts";

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
