/** Whose records somebody works with (inventory B37): all, those of the own groups, or the own. */
import { AppError } from "@liantai/api/contract";
import { sql, type RawBuilder, type SelectQueryBuilder } from "kysely";
import type { Caller } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { Tables } from "../../../ports/schema.ts";
import type { FormRecordTable } from "../../../ports/schema/forms.ts";
import type { AuthModule } from "../../auth/index.ts";
import { monitoredGroups } from "../../seats/index.ts";

export type DataScope =
  | { readonly kind: "all" }
  | { readonly kind: "own"; readonly ownerId: string }
  /** The own, and what seats of these groups wrote. */
  | { readonly kind: "group"; readonly ownerId: string; readonly groups: readonly string[] };

export type Scope =
  | DataScope
  /** What has no owner, of these groups or of none; undefined: of all. */
  | { readonly kind: "pool"; readonly groups: readonly string[] | undefined };

export const everything: DataScope = { kind: "all" };

/** By the role's business permissions; the widest counts. Throws AppError 'forbidden'. */
export async function scopeOf(
  auth: Pick<AuthModule, "mayDo">,
  trx: Trx,
  compId: string,
  caller: Caller,
): Promise<DataScope> {
  if (await auth.mayDo(caller, "dataAll", trx)) return everything;
  const { userId: ownerId, agentId, groupId } = caller;
  if (await auth.mayDo(caller, "dataGroup", trx)) {
    const groups = agentId ? await monitoredGroups(trx, compId, agentId) : groupId ? [groupId] : [];
    return { kind: "group", ownerId, groups };
  }
  if (await auth.mayDo(caller, "dataOwn", trx)) return { kind: "own", ownerId };
  throw new AppError("forbidden", "您的角色没有数据范围，请联系管理员");
}

/** The pool within the same scope: who works with the own records alone sees that of the own group. Throws AppError 'forbidden'. */
export async function poolScope(
  auth: Pick<AuthModule, "mayDo">,
  trx: Trx,
  compId: string,
  caller: Caller,
): Promise<Scope> {
  const scope = await scopeOf(auth, trx, compId, caller);
  if (scope.kind === "all") return { kind: "pool", groups: undefined };
  const own = caller.groupId ? [caller.groupId] : [];
  return { kind: "pool", groups: scope.kind === "group" ? [...new Set([...scope.groups, ...own])] : own };
}

/** What is one's own, or of the groups that one looks after, by the columns that say whose it is: 'r.ownerId'. */
export function scopeIn(
  scope: Exclude<DataScope, { kind: "all" }>,
  own: { readonly column: string; readonly is: string },
  groupColumn: string,
): RawBuilder<boolean> {
  const isOwn = sql<boolean>`${sql.ref(own.column)} = ${own.is}`;
  if (scope.kind === "own" || scope.groups.length === 0) return isOwn;
  return sql<boolean>`(${isOwn} or ${sql.ref(groupColumn)} in (${sql.join([...scope.groups])}))`;
}

/** The same of a record that was read. */
export const isIn = (
  scope: DataScope,
  { ownerId, groupId }: { readonly ownerId: string; readonly groupId: string | null },
): boolean =>
  scope.kind === "all" ||
  ownerId === scope.ownerId ||
  (scope.kind === "group" && groupId !== null && scope.groups.includes(groupId));

type Records<O> = SelectQueryBuilder<Tables & { r: FormRecordTable }, "r", O>;

export function within<O>(query: Records<O>, scope: Scope): Records<O> {
  switch (scope.kind) {
    case "all":
      return query;
    case "own":
    case "group":
      return query.where(scopeIn(scope, { column: "r.ownerId", is: scope.ownerId }, "r.groupId"));
    case "pool": {
      const free = query.where("r.ownerId", "=", "").where("r.orderId", "is", null);
      const { groups } = scope;
      if (groups === undefined) return free;
      return free.where((e) =>
        e.or([e("r.groupId", "is", null), ...(groups.length > 0 ? [e("r.groupId", "in", [...groups])] : [])]),
      );
    }
  }
}
