import { whoOf, type MenuItem } from '@liantai/api/contract';
import type { Ports } from '../../ports/index.ts';
import type { Trx } from '../../ports/database.ts';
import { menuCategory, menuDefinitions } from './menus.ts';
import { presentMenuTree } from './present.ts';
import { deleteMenus, grantMenu, listDefaultRoles, listMenuIds, listMenusOfRole, upsertMenu } from './repository.ts';

const cacheMs = 30_000;

export interface Menus {
  /** The tree of an enterprise's role; empty for a role that it does not have. */
  tree(compId: string, roleId: string): Promise<MenuItem[]>;
  /** The tree of any enterprise's role, for operators. */
  treeOfAny(roleId: string): Promise<MenuItem[]>;
  /** Codes of the category-1 rows a role was granted; at most 30 s old. */
  buttons(compId: string, roleId: string): Promise<ReadonlySet<string>>;
}

export function createMenus({ database, clock }: Pick<Ports, 'database' | 'clock'>): Menus {
  const cached = new Map<string, { readonly at: number; readonly codes: Promise<ReadonlySet<string>> }>();
  const rowsOf = (compId: string, roleId: string) => database.tenant(compId, (trx) => listMenusOfRole(trx, roleId));
  return {
    tree: async (compId, roleId) => presentMenuTree(await rowsOf(compId, roleId)),
    // system: an operator looks into roles of enterprises that are not the own.
    treeOfAny: async (roleId) => presentMenuTree(await database.system((trx) => listMenusOfRole(trx, roleId))),
    buttons(compId, roleId) {
      const known = cached.get(roleId);
      if (known && clock.now() - known.at < cacheMs) return known.codes;
      const codes = rowsOf(compId, roleId).then((rows) => new Set(rows.flatMap((row) => (row.category === menuCategory.button && row.code ? [row.code] : []))));
      cached.set(roleId, { at: clock.now(), codes });
      codes.catch(() => cached.delete(roleId));
      return codes;
    },
  };
}

/**
 * Brings the stored tree to the code's: new rows are granted to the default roles of the users they are for (custom roles
 * keep what their enterprise chose), rows that no longer exist go with their grants.
 */
export async function syncMenus(trx: Trx): Promise<void> {
  const known = new Set(await listMenuIds(trx));
  for (const menu of menuDefinitions) await upsertMenu(trx, menu);
  const gone = [...known].filter((id) => !menuDefinitions.some((menu) => menu.id === id));
  if (gone.length > 0) await deleteMenus(trx, gone);
  const fresh = menuDefinitions.filter((menu) => !known.has(menu.id));
  if (fresh.length === 0) return;
  for (const role of await listDefaultRoles(trx)) await grant(trx, role, fresh);
}

async function grant(trx: Trx, role: { readonly comp_id: string; readonly id: string; readonly role_type: number }, menus: typeof menuDefinitions): Promise<void> {
  for (const menu of menus) if (menu.who.includes(whoOf(role.role_type))) await grantMenu(trx, role.comp_id, role.id, menu.id);
}

/** What a default role of its role type sees. */
export const grantDefaultMenus = (trx: Trx, role: { readonly comp_id: string; readonly id: string; readonly role_type: number }): Promise<void> => grant(trx, role, menuDefinitions);
