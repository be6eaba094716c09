/** Business permissions of a role. */
import { AppError, whoOf, type BodyOf } from "@liantai/api/contract";
import { businessPurviews, type businessPurviewApi } from "@liantai/api/contract/admin";
import { ownerToWrite } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { checkMaySetPurviews, mustHoldThemselves, scopeOf } from "../policy.ts";
import { listPurviews, savePurviews, type RoleRow } from "../repository.ts";
import { type GrantDeps, existing, listedRole } from "./menus.ts";

/** Where the rights of a role that is not one's own are shown. */
const grantPages = ["/role/setrolemenu", "/seatrole", "/role/operate"];

/** Every business permission of a role: what was chosen, else what its type has. */
const purviewsOf = (role: Pick<RoleRow, "roleType">, chosen: ReadonlyMap<string, number>) =>
  businessPurviews.map(({ key, who }) => ({
    key,
    value:
      (chosen.get(key) ?? ((who as readonly string[]).includes(whoOf(role.roleType)) ? 1 : 0)) === 1
        ? (1 as const)
        : (0 as const),
  }));

export async function saveRolePurviews(
  deps: GrantDeps,
  { compId: named, roleId, items }: BodyOf<typeof businessPurviewApi.addOrUpdateBatch>,
  context: RequestContext,
) {
  const {
    ports: { database },
    organisation,
    audit,
  } = deps;
  const { caller } = context;
  const compId = ownerToWrite(caller, named);
  await database.tenant(compId, async (trx) => {
    const role = await existing(trx, compId, roleId);
    checkMaySetPurviews(caller, role);
    if (mustHoldThemselves(caller, role)) {
      const { purviews } = await organisation.menus.rights(caller.compId, caller.roleId, trx);
      const beyond = items.find(({ key, value }) => value === 1 && !purviews.has(key));
      if (beyond)
        throw new AppError(
          "refused",
          `您自己没有“${businessPurviews.find(({ key }) => key === beyond.key)!.name}”权限，不能授予他人`,
        );
    }
    const asFields = (chosen: ReadonlyMap<string, number>) =>
      Object.fromEntries(purviewsOf(role, chosen).map(({ key, value }) => [key, value]));
    const before = await listPurviews(trx, compId, roleId);
    const values = items.map(({ key, value }) => ({ key, value: value ?? 0 }));
    await savePurviews(trx, compId, roleId, [...new Map(values.map((item) => [item.key, item])).values()]);
    await audit.write(trx, context, {
      compId,
      action: "purview",
      object: "role",
      id: roleId,
      name: role.name,
      before: asFields(before),
      after: asFields(new Map([...before, ...values.map(({ key, value }) => [key, value] as const)])),
    });
  });
  await organisation.menus.changed({ roleIds: [roleId] });
  return null;
}

export async function purviewsOfRole(
  deps: GrantDeps,
  { compId: named, roleId }: BodyOf<typeof businessPurviewApi.selectByRoleId>,
  { caller }: RequestContext,
) {
  const {
    ports: { database },
    auth,
  } = deps;
  if (caller.roleId !== roleId && !(await auth.maySee(caller, grantPages))) throw new AppError("forbidden");
  const compId = scopeOf(caller, named);
  return database.tenant(compId, async (trx) => {
    const role = await listedRole(trx, compId, roleId);
    if (role.kind === "operator") return businessPurviews.map(({ key }) => ({ key, value: 1 as const }));
    return purviewsOf(role, await listPurviews(trx, compId, roleId));
  });
}
