/** What a role may be granted at all. Pure. */
import { whoOf, type Who } from "@liantai/api/contract";
import { isGroup, menuCategory, moduleOf, type MenuModule } from "./menus.ts";
import type { Modules } from "./menu-repository.ts";
import type { MenuRow } from "./present.ts";

export const allModules: Modules = { module_im: 1, module_knowledge: 1, module_help: 1 };

const flags: Readonly<Record<MenuModule, keyof Modules>> = {
  im: "module_im",
  knowledge: "module_knowledge",
  help: "module_help",
};

/** Rows of modules that the enterprise has on: the others are as if they were not there. */
export function withoutOff<R extends Pick<MenuRow, "url">>(rows: readonly R[], modules: Modules): R[] {
  return rows.filter((row) => {
    const module = moduleOf(row);
    return module === undefined || modules[flags[module]] === 1;
  });
}

export const audienceOf = (row: Pick<MenuRow, "audience">): Who[] => [...row.audience] as Who[];

/** Pages and buttons that roles of these users may have; a button only with its page. Groups are never granted. */
export function grantableTo(rows: readonly MenuRow[], whose: readonly Who[]): MenuRow[] {
  const fits = (row: MenuRow) => whose.some((who) => row.audience.includes(who));
  const pages = new Set(
    rows.filter((row) => row.category === menuCategory.menu && !isGroup(row) && fits(row)).map((row) => row.id),
  );
  return rows.filter(
    (row) =>
      pages.has(row.id) ||
      (row.category === menuCategory.button && row.parent_id !== null && pages.has(row.parent_id) && fits(row)),
  );
}

export const grantableToRole = (rows: readonly MenuRow[], role: { readonly role_type: number }): MenuRow[] =>
  grantableTo(rows, [whoOf(role.role_type)]);
