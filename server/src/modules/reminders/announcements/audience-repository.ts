/** SQL of those to whom an announcement can go. */
import type { Trx } from "../../../ports/database.ts";
import { groupsBelow } from "../../seats/index.ts";
import type { AnnouncementRow } from "./repository.ts";

export type Audience = Pick<AnnouncementRow, "everyone" | "roleIds" | "groupIds" | "agentIds">;

export const listRoles = (trx: Trx, compId: string): Promise<{ id: string; name: string }[]> =>
  trx.selectFrom("role").select(["id", "name"]).where("compId", "=", compId).orderBy("name").execute();

/** within: of these. */
export function listGroups(
  trx: Trx,
  compId: string,
  within?: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const base = trx.selectFrom("agent_group").select(["id", "name"]).where("compId", "=", compId);
  return (within === undefined ? base : base.where("id", "in", [...within, ""]))
    .orderBy("sort")
    .orderBy("name")
    .execute();
}

/** Accounts that may sign in; a group takes those below it along. */
export async function accountsOf(trx: Trx, compId: string, audience: Audience): Promise<string[]> {
  const { everyone, roleIds, groupIds, agentIds } = audience;
  const base = trx
    .selectFrom("account as a")
    .leftJoin("seat as s", (j) => j.onRef("s.compId", "=", "a.compId").onRef("s.agentId", "=", "a.agentId"))
    .select("a.id")
    .where("a.compId", "=", compId)
    .where("a.enabled", "=", 1);
  const groups = await groupsBelow(trx, compId, groupIds);
  const rows = await (
    everyone === 1
      ? base
      : base.where((e) =>
          e.or([
            ...(roleIds.length > 0 ? [e("a.roleId", "in", roleIds)] : []),
            ...(groups.length > 0 ? [e("s.groupId", "in", groups)] : []),
            ...(agentIds.length > 0 ? [e("a.agentId", "in", agentIds)] : []),
          ]),
        )
  ).execute();
  return rows.map(({ id }) => id);
}
