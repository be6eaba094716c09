/** The stored tree follows the code's at every start; who has what of it follows only where nobody has decided yet. */
import type { Trx } from "../../ports/database.ts";
import { grantableToRole } from "./grantable.ts";
import { menuDefinitions } from "./menus.ts";
import {
  deleteMenus,
  grantMenus,
  listBuiltinRoles,
  listMenus,
  markDecided,
  newestRevision,
  nextRevision,
  upsertMenus,
} from "./menu-repository.ts";

/**
 * Brings the stored tree to the code's: new rows get a revision of their own and go to the operators' default roles; roles of
 * enterprises get them by 菜单同步, except on the first start, where each role is granted its defaults as it is made, and except
 * rows that only name what could be done before (`kept`): their default roles get them at once, so that nobody loses by it what
 * the default roles had. Rows that the code no longer has go with their grants. What operators made, edited or moved stays.
 */
export async function syncMenus(trx: Trx): Promise<void> {
  const before = await listMenus(trx);
  const known = new Set(before.map((row) => row.id));
  await upsertMenus(trx, menuDefinitions, await nextRevision(trx));
  const defined = new Set(menuDefinitions.map((menu) => menu.id));
  const gone = before.filter((row) => row.source === "code" && !defined.has(row.id)).map((row) => row.id);
  if (gone.length > 0) await deleteMenus(trx, gone);
  if (menuDefinitions.every((menu) => known.has(menu.id))) return;
  const rows = await listMenus(trx);
  const kept = new Set(menuDefinitions.filter((menu) => menu.kept).map((menu) => menu.id));
  const bring = async (role: { compId: string; id: string; roleType: number }, only?: ReadonlySet<string>) => {
    const fresh = grantableToRole(rows, role)
      .filter((row) => row.source === "code" && !known.has(row.id) && (only?.has(row.id) ?? true))
      .map((row) => row.id);
    if (fresh.length > 0) await grantMenus(trx, role.compId, role.id, fresh);
  };
  for (const role of await listBuiltinRoles(trx, "operator")) await bring(role);
  for (const role of await listBuiltinRoles(trx, "enterprise")) await bring(role, kept);
}

/**
 * Everything that a role of its type may have, for a default role just made (the seed, a new enterprise), which becomes one
 * that cannot be deleted. An enterprise's modules decide later what of it shows.
 */
export async function grantDefaultMenus(
  trx: Trx,
  role: { readonly compId: string; readonly id: string; readonly roleType: number },
): Promise<void> {
  const rows = await listMenus(trx);
  await grantMenus(
    trx,
    role.compId,
    role.id,
    grantableToRole(rows, role).map((row) => row.id),
  );
  await markDecided(trx, role.compId, role.id, await newestRevision(trx), { builtin: 1 });
}
