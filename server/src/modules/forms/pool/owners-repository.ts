/** SQL of who may own records. */
import { RoleTypes } from "@liantai/api/contract";
import { containing } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import { scopeIn, type DataScope } from "../records/scope.ts";

export interface OwnerRow {
  readonly ownerId: string;
  readonly name: string;
  readonly agentId: string | null;
  readonly groupId: string | null;
}

interface Find {
  readonly id?: string | undefined;
  /** In the name or the number of the seat. */
  readonly text?: string;
  readonly limit: number;
}

/** Accounts in service, by seat and name: all, those of these groups and himself, or himself alone. */
export function ownersWithin(
  trx: Trx,
  compId: string,
  scope: DataScope,
  { id, text = "", limit }: Find,
): Promise<OwnerRow[]> {
  let query = trx
    .selectFrom("account as a")
    .leftJoin("seat as s", (on) => on.onRef("s.compId", "=", "a.compId").onRef("s.agentId", "=", "a.agentId"))
    .where("a.compId", "=", compId)
    .where("a.roleType", "in", [...RoleTypes.enterprise])
    .where("a.enabled", "=", 1)
    .where((e) => e.or([e("s.agentId", "is", null), e("s.enabled", "=", 1)]));
  if (id !== undefined) query = query.where("a.id", "=", id);
  if (text !== "")
    query = query.where((e) =>
      e.or([e("a.agentId", "like", containing(text)), e("a.nickName", "ilike", containing(text))]),
    );
  if (scope.kind !== "all") query = query.where(scopeIn(scope, { column: "a.id", is: scope.ownerId }, "s.groupId"));
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
    .limit(limit)
    .execute();
}
