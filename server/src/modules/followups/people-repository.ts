/** SQL of who may be given a follow-up, and who looks after those that nobody has. */
import { RoleType, RoleTypes } from "@liantai/api/contract";
import type { Trx } from "../../ports/database.ts";

/** Seats in service whose account has the page (screens.md: A S). */
const inService = (trx: Trx, compId: string) =>
  trx
    .selectFrom("seat as s")
    .innerJoin("account as a", (on) => on.onRef("a.compId", "=", "s.compId").onRef("a.agentId", "=", "s.agentId"))
    .where("s.compId", "=", compId)
    .where("s.enabled", "=", 1)
    .where("a.enabled", "=", 1)
    .where("a.roleType", "<>", RoleType.monitor);

export async function isInService(trx: Trx, compId: string, agentId: string): Promise<boolean> {
  const row = await inService(trx, compId).where("s.agentId", "=", agentId).select("s.agentId").executeTakeFirst();
  return row !== undefined;
}

/** Of a group the one with the fewest follow-ups that wait. */
export async function leastBusy(trx: Trx, compId: string, groupId: string): Promise<string | undefined> {
  const row = await inService(trx, compId)
    .where("s.groupId", "=", groupId)
    .select("s.agentId")
    .orderBy((e) =>
      e
        .selectFrom("follow_up_task as t")
        .select((x) => x.fn.countAll().as("n"))
        .whereRef("t.compId", "=", "s.compId")
        .whereRef("t.agentId", "=", "s.agentId")
        .where("t.state", "=", "open"),
    )
    .orderBy("s.agentId")
    .limit(1)
    .executeTakeFirst();
  return row?.agentId;
}

export async function administrators(trx: Trx, compId: string): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom("account")
    .select("id")
    .where("compId", "=", compId)
    .where("roleType", "in", [...RoleTypes.administrators])
    .where("enabled", "=", 1)
    .execute();
  return rows.map(({ id }) => id);
}

export const seatNames = async (trx: Trx, compId: string): Promise<{ id: string; name: string }[]> => {
  const rows = await inService(trx, compId).select(["s.agentId", "s.name"]).orderBy("s.agentId").execute();
  return rows.map(({ agentId, name }) => ({ id: agentId, name }));
};

export const groupNames = (trx: Trx, compId: string): Promise<{ id: string; name: string }[]> =>
  trx
    .selectFrom("agent_group")
    .select(["id", "name"])
    .where("compId", "=", compId)
    .orderBy("sort")
    .orderBy("name")
    .execute();
