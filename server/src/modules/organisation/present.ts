import type { MenuItem } from "@liantai/api/contract";
import type { Selectable } from "kysely";
import type { MenuTable } from "../../ports/schema.ts";
import { isGroup } from "./menus.ts";

export type MenuRow = Selectable<MenuTable>;

interface Node {
  readonly id: string;
  readonly parentId: string | null;
  readonly category: number;
  readonly url: string | null;
  readonly sort: number;
}

/**
 * Rows to trees. What hangs under a row that is not there is left out: nothing hangs in the air; nor is a group in which
 * nothing is, unless `empty` asks for it.
 */
export function treeOf<R extends Node, T>(
  rows: readonly R[],
  present: (row: R, children: T[]) => T,
  { empty = false } = {},
): T[] {
  const children = new Map<string | null, R[]>();
  for (const row of [...rows].sort((a, b) => a.sort - b.sort || a.id.localeCompare(b.id)))
    children.set(row.parentId, [...(children.get(row.parentId) ?? []), row]);
  const under = (parent: string | null): T[] =>
    (children.get(parent) ?? []).flatMap((row) => {
      const below = under(row.id);
      return isGroup(row) && below.length === 0 && !empty ? [] : [present(row, below)];
    });
  return under(null);
}

/** What a role was granted, with every group, as the menu draws it. */
export const presentMenuTree = (rows: readonly MenuRow[]): MenuItem[] =>
  treeOf(rows, ({ id, name, url, alias, icon, category, code, hidden }, children: MenuItem[]) => ({
    id,
    name,
    url,
    alias,
    icon,
    category,
    code,
    ...(hidden === 1 ? { hidden: true as const } : {}),
    children,
  }));
