/** Whose records somebody works with (inventory B37): all, those of the own groups, or the own. */
import { AppError } from "@liantai/api/contract";
import type { SelectQueryBuilder } from "kysely";
import type { Caller } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { Tables } from "../../../ports/schema.ts";
import type { FormRecordTable } from "../../../ports/schema/forms.ts";
import type { AuthModule } from "../../auth/index.ts";
import { monitoredGroups } from "../../seats/index.ts";

export type Scope =
  | { readonly kind: "all" }
  | { readonly kind: "own"; readonly ownerId: string }
  /** The own, and what seats of these groups wrote. */
  | { readonly kind: "group"; readonly ownerId: string; readonly groups: readonly string[] };

export const everything: Scope = { kind: "all" };

/** By the role's business permissions; the widest counts. Throws AppError 'forbidden'. */
export async function scopeOf(
  auth: Pick<AuthModule, "mayDo">,
  trx: Trx,
  compId: string,
  caller: Caller,
): Promise<Scope> {
  if (await auth.mayDo(caller, "dataAll")) return everything;
  const { userId: ownerId, agentId, groupId } = caller;
  if (await auth.mayDo(caller, "dataGroup")) {
    const groups = agentId ? await monitoredGroups(trx, compId, agentId) : groupId ? [groupId] : [];
    return { kind: "group", ownerId, groups };
  }
  if (await auth.mayDo(caller, "dataOwn")) return { kind: "own", ownerId };
  throw new AppError("forbidden", "您的角色没有数据范围，请联系管理员");
}

type Records<O> = SelectQueryBuilder<Tables & { r: FormRecordTable }, "r", O>;

export function within<O>(query: Records<O>, scope: Scope): Records<O> {
  switch (scope.kind) {
    case "all":
      return query;
    case "own":
      return query.where("r.ownerId", "=", scope.ownerId);
    case "group":
      return scope.groups.length === 0
        ? query.where("r.ownerId", "=", scope.ownerId)
        : query.where((e) => e.or([e("r.ownerId", "=", scope.ownerId), e("r.groupId", "in", [...scope.groups])]));
  }
}
