/** SQL of the account that a seat signs in with. */
import type { RoleType } from "@liantai/api/contract";
import type { Trx } from "../../../ports/database.ts";

/** undefined: it has none in service. */
export async function seatAccount(trx: Trx, compId: string, agentId: string) {
  const row = await trx
    .selectFrom("account as a")
    .innerJoin("seat as s", (j) => j.onRef("s.compId", "=", "a.compId").onRef("s.agentId", "=", "a.agentId"))
    .select(["a.id as userId", "a.userName", "a.nickName", "a.roleType", "a.roleId", "a.agentId", "s.groupId"])
    .where("a.compId", "=", compId)
    .where("a.agentId", "=", agentId)
    .where("a.enabled", "=", 1)
    .where("s.enabled", "=", 1)
    .executeTakeFirst();
  return row && { ...row, compId, roleType: row.roleType as RoleType };
}
