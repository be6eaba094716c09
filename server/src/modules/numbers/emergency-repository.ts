/** Emergency switches as the call plan asks for them. */
import type { Trx } from "../../ports/database.ts";

/** undefined: it is off. */
export const emergencyOf = (trx: Trx, compId: string, subject: "number" | "skillGroup", id: string) =>
  trx
    .selectFrom("emergency_switch")
    .select(["action", "text", "targetKind", "targetId"])
    .where("compId", "=", compId)
    .where("subject", "=", subject)
    .where("subjectId", "=", id)
    .executeTakeFirst();

/** Skill groups that nobody is led to now. */
export async function closedGroups(trx: Trx, compId: string): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom("emergency_switch")
    .select("subjectId")
    .where("compId", "=", compId)
    .where("subject", "=", "skillGroup")
    .execute();
  return new Set(rows.map(({ subjectId }) => subjectId));
}
