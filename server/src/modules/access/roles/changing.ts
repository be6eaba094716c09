/** A role is renamed or goes. */
import { deleteRole, updateRole } from "../../organisation/index.ts";
import { AppError, type BodyOf } from "@liantai/api/contract";
import { ownerToWrite } from "../../../http/company.ts";
import { unique } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { withdrawFromCustom } from "../grants/withdraw.ts";
import { checkMayEdit } from "../policy.ts";
import { countAccounts, findRoleByName, lockRole, type RoleRow } from "../repository.ts";
import { type RoleDeps, type Api, nameTaken } from "./adding.ts";

/** Throws notFound for what the enterprise does not have. */
async function lockExisting(trx: Trx, compId: string, id: string): Promise<RoleRow> {
  const role = await lockRole(trx, compId, id);
  if (!role) throw new AppError("notFound", "角色不存在或已被删除");
  return role;
}

export async function update(
  deps: RoleDeps,
  { compId: named, id, name, remark = "" }: BodyOf<Api["update"]>,
  context: RequestContext,
) {
  const {
    ports: { database },
    audit,
  } = deps;
  const compId = ownerToWrite(context.caller, named);
  await unique(nameTaken(), () =>
    database.tenant(compId, async (trx) => {
      const role = await lockExisting(trx, compId, id);
      checkMayEdit(context.caller, role);
      if (await findRoleByName(trx, compId, name, id)) throw nameTaken();
      await updateRole(trx, compId, id, { name, remark });
      await audit.write(trx, context, {
        compId,
        action: "update",
        object: "role",
        id,
        name,
        before: { name: role.name, remark: role.remark },
        after: { name, remark },
      });
    }),
  );
  return null;
}

export async function remove(deps: RoleDeps, { compId: named, ids }: BodyOf<Api["delete"]>, context: RequestContext) {
  const {
    ports: { database },
    audit,
    organisation,
  } = deps;
  const compId = ownerToWrite(context.caller, named);
  const trimmed = await database.tenant(compId, async (trx) => {
    for (const id of ids) {
      const role = await lockExisting(trx, compId, id);
      checkMayEdit(context.caller, role);
      if (role.builtin === 1) throw new AppError("refused", `默认角色“${role.name}”不能删除`);
      const used = await countAccounts(trx, compId, id);
      if (used > 0) throw new AppError("refused", `角色“${role.name}”正被${used}个账号使用，不能删除`);
      await deleteRole(trx, compId, id);
      await audit.write(trx, context, {
        compId,
        action: "delete",
        object: "role",
        id,
        name: role.name,
        before: { name: role.name, kind: role.kind, roleType: role.roleType },
      });
    }
    return withdrawFromCustom(trx, audit, context, compId);
  });
  await organisation.menus.changed({ roleIds: [...ids, ...trimmed.keys()] });
  return { count: ids.length };
}
