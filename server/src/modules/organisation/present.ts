import type { MenuItem } from '@liantai/api/contract';
import type { Selectable } from 'kysely';
import type { MenuTable } from '../../ports/schema.ts';

export type MenuRow = Selectable<MenuTable>;

/** Rows of a role to its tree. A row whose parent was not granted is left out: nothing hangs in the air. */
export function presentMenuTree(rows: readonly MenuRow[]): MenuItem[] {
  const sorted = [...rows].sort((a, b) => a.sort - b.sort);
  const under = (parent: string | null): MenuItem[] =>
    sorted.filter((row) => row.parent_id === parent).map(({ id, name, url, alias, icon, category, code }) => ({ id, name, url, alias, icon, category, code, children: under(id) }));
  return under(null);
}
