/** SQL of who may own records. */
import { RoleTypes } from "@liantai/api/contract";
import type { Trx } from "../../../ports/database.ts";
import type { Scope } from "../records/scope.ts";

export interface OwnerRow {
  readonly ownerId: string;
  readonly name: string;
  readonly agentId: string | null;
  readonly groupId: string | null;
}

/** Accounts in service, by seat and name: all, those of these groups and himself, or himself alone. */
export function ownersWithin(trx: Trx, compId: string, scope: Scope, id?: string): Promise<OwnerRow[]> {
  let query = trx
    .selectFrom("account as a")
    .leftJoin("seat as s", (on) => on.onRef("s.compId", "=", "a.compId").onRef("s.agentId", "=", "a.agentId"))
    .where("a.compId", "=", compId)
    .where("a.roleType", "in", [...RoleTypes.enterprise])
    .where("a.enabled", "=", 1)
    .where((e) => e.or([e("s.agentId", "is", null), e("s.enabled", "=", 1)]));
  if (id !== undefined) query = query.where("a.id", "=", id);
  if (scope.kind === "own" || scope.kind === "group") {
    const groups = scope.kind === "group" ? [...scope.groups] : [];
    query = query.where((e) =>
      e.or([e("a.id", "=", scope.ownerId), ...(groups.length > 0 ? [e("s.groupId", "in", groups)] : [])]),
    );
  }
  return query
    .select((e) => [
      "a.id as ownerId",
      "a.nickName as name",
      "a.agentId",
      e.fn.coalesce("s.groupId", "a.groupId").as("groupId"),
    ])
    .orderBy("a.agentId", (order) => order.asc().nullsLast())
    .orderBy("a.nickName")
    .orderBy("a.id")
    .execute();
}
