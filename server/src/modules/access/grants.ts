/** What a role may see, press and do: 角色授权. */
import { AppError, whoOf, type BodyOf, isSeat } from "@liantai/api/contract";
import { businessPurviews, type businessPurviewApi, type roleApi } from "@liantai/api/contract/admin";
import { compOf, ownerToWrite } from "../../http/company.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { AdministrationDeps } from "../deps.ts";
import type { Audit } from "../audit/index.ts";
import {
  allModules,
  findModules,
  grantableToRole,
  grantMenus,
  isGroup,
  listMenus,
  markDecided,
  menuCategory,
  newestRevision,
  withdrawMenus,
  withoutOff,
  type MenuRow,
} from "../organisation/index.ts";
import { checkMayEdit, checkMaySetPurviews, mustHoldThemselves, scopeOf } from "./policy.ts";
import { trailOf } from "./present.ts";
import {
  findListedRole,
  listAuthorised,
  listGranted,
  listPurviews,
  lockRole,
  savePurviews,
  trimCustomRoles,
  type RoleRow,
} from "./repository.ts";

/** Keeps the enterprise's own roles within what its default roles hold; returns what was taken from which. */
export async function withdrawFromCustom(
  trx: Trx,
  audit: Audit,
  context: RequestContext,
  compId: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const taken = new Map<string, string[]>();
  for (const { roleId, menuId } of await trimCustomRoles(trx, compId))
    taken.set(roleId, [...(taken.get(roleId) ?? []), menuId]);
  const rows =
    taken.size > 0 ? new Map((await listMenus(trx)).map((row) => [row.id, row])) : new Map<string, MenuRow>();
  for (const [id, menus] of taken)
    await audit.write(trx, context, {
      compId,
      action: "withdraw",
      object: "role",
      id,
      before: { menus: menus.map((menu) => trailOf(rows, menu)) },
      after: { menus: [] },
    });
  return taken;
}

/** Every business permission of a role: what was chosen, else what its type has. */
const purviewsOf = (role: Pick<RoleRow, "roleType">, chosen: ReadonlyMap<string, number>) =>
  businessPurviews.map(({ key, who }) => ({
    key,
    value:
      (chosen.get(key) ?? ((who as readonly string[]).includes(whoOf(role.roleType)) ? 1 : 0)) === 1
        ? (1 as const)
        : (0 as const),
  }));

export function createGrants({
  ports,
  audit,
  organisation,
}: Pick<AdministrationDeps, "ports" | "audit" | "organisation">) {
  const { database } = ports;

  async function existing(trx: Trx, compId: string, id: string): Promise<RoleRow> {
    const role = await lockRole(trx, compId, id);
    if (!role) throw new AppError("notFound", "角色不存在或已被删除");
    return role;
  }

  /** The new set: what was asked for and its pages, and what is there of modules that are off, which nobody saw. */
  async function decide(
    trx: Trx,
    role: RoleRow,
    rows: readonly MenuRow[],
    asked: readonly string[],
    granted: ReadonlySet<string>,
  ): Promise<Set<string>> {
    const byId = new Map(rows.map((row) => [row.id, row]));
    const visible = withoutOff(rows, (await findModules(trx, role.compId)) ?? allModules);
    const shown = new Set(visible.map((row) => row.id));
    const authorised = role.kind === "custom" ? await listAuthorised(trx, role.compId) : undefined;
    const allowed = new Set(
      grantableToRole(visible, role)
        .map((row) => row.id)
        .filter((id) => authorised?.has(id) ?? true),
    );
    const target = new Set<string>();
    for (const id of asked) {
      const row = byId.get(id);
      if (!row) throw new AppError("conflict", "菜单已被修改，请刷新后重试");
      if (isGroup(row)) continue;
      if (!allowed.has(id)) throw new AppError("refused", `“${trailOf(byId, id)}”不能授予该角色`);
      target.add(id);
      if (row.category === menuCategory.button) target.add(row.parentId!);
    }
    const isOff = (id: string): boolean => {
      const row = byId.get(id);
      return row !== undefined && (!shown.has(id) || (row.parentId !== null && !shown.has(row.parentId)));
    };
    for (const id of granted) if (isOff(id)) target.add(id);
    return target;
  }

  return {
    async grant({ compId: named, id, menuIds }: BodyOf<typeof roleApi.grant>, context: RequestContext) {
      const { caller } = context;
      const compId = ownerToWrite(caller, named);
      const done = await database.tenant(compId, async (trx) => {
        const role = await existing(trx, compId, id);
        checkMayEdit(caller, role);
        const rows = await listMenus(trx);
        const byId = new Map(rows.map((row) => [row.id, row]));
        const granted = await listGranted(trx, compId, id);
        const target = await decide(trx, role, rows, menuIds, granted);
        const added = [...target].filter((menu) => !granted.has(menu));
        const removed = [...granted].filter((menu) => !target.has(menu));
        if (added.length > 0 && mustHoldThemselves(caller, role)) {
          const own = await listGranted(trx, caller.compId, caller.roleId);
          const beyond = added.find((menu) => !own.has(menu));
          if (beyond) throw new AppError("refused", `您自己没有“${trailOf(byId, beyond)}”权限，不能授予他人`);
        }
        await withdrawMenus(trx, compId, id, removed);
        await grantMenus(trx, compId, id, added);
        await markDecided(trx, compId, id, await newestRevision(trx));
        const names = (menus: readonly string[]) =>
          menus.filter((menu) => byId.has(menu) && !isGroup(byId.get(menu)!)).map((menu) => trailOf(byId, menu));
        await audit.write(trx, context, {
          compId,
          action: "grant",
          object: "role",
          id,
          name: role.name,
          before: { removed: names(removed), added: [] },
          after: { removed: [], added: names(added) },
        });
        const trimmed =
          role.kind === "enterprise"
            ? await withdrawFromCustom(trx, audit, context, compId)
            : new Map<string, readonly string[]>();
        return { added: added.length, removed: names(removed).length, trimmed };
      });
      await organisation.menus.changed({ roleIds: [id, ...done.trimmed.keys()] });
      return {
        added: done.added,
        removed: done.removed,
        withdrawn: [...done.trimmed.values()].reduce((sum, menus) => sum + menus.length, 0),
      };
    },

    async menuIds({ compId: named, id }: BodyOf<typeof roleApi.menuIds>, { caller }: RequestContext) {
      const compId = scopeOf(caller, named);
      return database.tenant(compId, async (trx) => {
        if (!(await findListedRole(trx, compId, id))) throw new AppError("notFound", "角色不存在或已被删除");
        const granted = await listGranted(trx, compId, id);
        return {
          ids: (await listMenus(trx)).filter((row) => !isGroup(row) && granted.has(row.id)).map((row) => row.id),
        };
      });
    },

    async compMenuIds({ compId: named }: BodyOf<typeof roleApi.compMenuIds>, { caller }: RequestContext) {
      const compId = compOf(caller, named);
      return database.tenant(compId, async (trx) => {
        const authorised = await listAuthorised(trx, compId);
        const rows = withoutOff(await listMenus(trx), (await findModules(trx, compId)) ?? allModules);
        const shown = new Set(rows.map((row) => row.id));
        return {
          ids: rows
            .filter(
              (row) => !isGroup(row) && authorised.has(row.id) && (row.parentId === null || shown.has(row.parentId)),
            )
            .map((row) => row.id),
        };
      });
    },

    async savePurviews(
      { compId: named, roleId, items }: BodyOf<typeof businessPurviewApi.addOrUpdateBatch>,
      context: RequestContext,
    ) {
      const { caller } = context;
      const compId = ownerToWrite(caller, named);
      await database.tenant(compId, async (trx) => {
        const role = await existing(trx, compId, roleId);
        checkMaySetPurviews(caller, role);
        if (mustHoldThemselves(caller, role)) {
          const { purviews } = await organisation.menus.rights(caller.compId, caller.roleId);
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
    },

    async purviewsOfRole(
      { compId: named, roleId }: BodyOf<typeof businessPurviewApi.selectByRoleId>,
      { caller }: RequestContext,
    ) {
      if (isSeat(caller) && caller.roleId !== roleId) throw new AppError("forbidden");
      const compId = scopeOf(caller, named);
      return database.tenant(compId, async (trx) => {
        const role = await findListedRole(trx, compId, roleId);
        if (!role) throw new AppError("notFound", "角色不存在或已被删除");
        if (role.kind === "operator") return businessPurviews.map(({ key }) => ({ key, value: 1 as const }));
        return purviewsOf(role, await listPurviews(trx, compId, roleId));
      });
    },
  };
}
