/** What a role may be granted at all. Pure. */
import { whoOf, type Who } from "@liantai/api/contract";
import { isGroup, menuCategory, moduleOf, type MenuModule } from "./menus.ts";
import type { Modules } from "./menu-repository.ts";
import type { MenuRow } from "./present.ts";

export const allModules: Modules = { moduleIm: 1, moduleKnowledge: 1, moduleHelp: 1 };

const flags: Readonly<Record<MenuModule, keyof Modules>> = {
  im: "moduleIm",
  knowledge: "moduleKnowledge",
  help: "moduleHelp",
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
      (row.category === menuCategory.button && row.parentId !== null && pages.has(row.parentId) && fits(row)),
  );
}

export const grantableToRole = (rows: readonly MenuRow[], role: { readonly roleType: number }): MenuRow[] =>
  grantableTo(rows, [whoOf(role.roleType)]);
