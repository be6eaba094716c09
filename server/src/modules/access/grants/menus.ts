/** Menus and buttons of a role. */
import { AppError, type BodyOf } from "@liantai/api/contract";
import type { roleApi } from "@liantai/api/contract/admin";
import { compOf, ownerToWrite } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { AdministrationDeps } from "../../deps.ts";
import {
  grantableToRole,
  grantMenus,
  isGroup,
  listMenus,
  markDecided,
  menuCategory,
  newestRevision,
  ofModulesOn,
  withdrawMenus,
  type MenuRow,
} from "../../organisation/index.ts";
import { checkMayEdit, mustHoldThemselves, scopeOf } from "../policy.ts";
import { trailOf } from "../present.ts";
import { findListedRole, listAuthorised, listGranted, lockRole, type ListedRole, type RoleRow } from "../repository.ts";
import { withdrawFromCustom } from "./withdraw.ts";

export type GrantDeps = Pick<AdministrationDeps, "ports" | "audit" | "organisation" | "auth">;

export async function existing(trx: Trx, compId: string, id: string): Promise<RoleRow> {
  const role = await lockRole(trx, compId, id);
  if (!role) throw new AppError("notFound", "角色不存在或已被删除");
  return role;
}

export async function listedRole(trx: Trx, compId: string, id: string): Promise<ListedRole> {
  const role = await findListedRole(trx, compId, id);
  if (!role) throw new AppError("notFound", "角色不存在或已被删除");
  return role;
}

/** The new set: what was asked for and its pages, and what is there of modules that are off, which nobody saw. */
export async function decide(
  trx: Trx,
  role: RoleRow,
  rows: readonly MenuRow[],
  asked: readonly string[],
  granted: ReadonlySet<string>,
): Promise<Set<string>> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const visible = await ofModulesOn(trx, role.compId, rows);
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

export async function grant(
  deps: GrantDeps,
  { compId: named, id, menuIds }: BodyOf<typeof roleApi.grant>,
  context: RequestContext,
) {
  const {
    ports: { database },
    audit,
    organisation,
  } = deps;
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
}

export async function menuIds(
  deps: GrantDeps,
  { compId: named, id }: BodyOf<typeof roleApi.menuIds>,
  { caller }: RequestContext,
) {
  const {
    ports: { database },
  } = deps;
  const compId = scopeOf(caller, named);
  return database.tenant(compId, async (trx) => {
    await listedRole(trx, compId, id);
    const granted = await listGranted(trx, compId, id);
    return {
      ids: (await listMenus(trx)).filter((row) => !isGroup(row) && granted.has(row.id)).map((row) => row.id),
    };
  });
}

export async function compMenuIds(
  deps: GrantDeps,
  { compId: named }: BodyOf<typeof roleApi.compMenuIds>,
  { caller }: RequestContext,
) {
  const {
    ports: { database },
  } = deps;
  const compId = compOf(caller, named);
  return database.tenant(compId, async (trx) => {
    const authorised = await listAuthorised(trx, compId);
    const rows = await ofModulesOn(trx, compId, await listMenus(trx));
    const shown = new Set(rows.map((row) => row.id));
    return {
      ids: rows
        .filter((row) => !isGroup(row) && authorised.has(row.id) && (row.parentId === null || shown.has(row.parentId)))
        .map((row) => row.id),
    };
  });
}
