/** The tree as it is changed: locked, one change at a time, each checked against the rest. */
import { AppError, type BodyOf, type Who, allWho } from "@liantai/api/contract";
import type { menuApi } from "@liantai/api/contract/admin";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { Trx } from "../../../ports/database.ts";
import type { AdministrationDeps } from "../../deps.ts";
import { isGroup, menuCategory, type MenuRow } from "../../organisation/index.ts";
import { lockMenus } from "../menu-repository.ts";

export type MenuDeps = Pick<AdministrationDeps, "ports" | "audit" | "organisation">;

export type Api = typeof menuApi;

type Typed = Pick<BodyOf<Api["add"]>, "name" | "icon" | "hidden" | "url" | "alias" | "code" | "who">;

const audienceText = (who: readonly Who[] | undefined): string => allWho.filter((each) => who?.includes(each)).join("");

export const logged = (
  row: Pick<MenuRow, "name" | "icon" | "hidden" | "url" | "alias" | "code" | "audience" | "parentId" | "sort">,
) => ({
  name: row.name,
  icon: row.icon,
  hidden: row.hidden,
  url: row.url,
  alias: row.alias,
  code: row.code,
  audience: row.audience,
  parent: row.parentId,
  sort: row.sort,
});

/** system: the tree belongs to no enterprise, and only operators change it. One change at a time. */
export const changing = <T>(
  deps: MenuDeps,
  run: (trx: Trx, rows: ReadonlyMap<string, MenuRow>) => Promise<T>,
): Promise<T> =>
  deps.ports.database.system(async (trx) => run(trx, new Map((await lockMenus(trx)).map((row) => [row.id, row]))));

export function existing(rows: ReadonlyMap<string, MenuRow>, id: string): MenuRow {
  const row = rows.get(id);
  if (!row) throw new AppError("notFound", "菜单不存在或已被删除");
  return row;
}

/** Only groups have menus in them, only pages have buttons. */
export function checkParent(rows: ReadonlyMap<string, MenuRow>, category: number, parentId: string | null): void {
  if (category === menuCategory.button) {
    const page = parentId === null ? undefined : rows.get(parentId);
    if (!page || page.category !== menuCategory.menu || isGroup(page))
      throw fieldRefusal("parentId", "上级菜单", "按钮须属于一个页面");
  } else if (parentId !== null && !isGroup(existing(rows, parentId)))
    throw fieldRefusal("parentId", "上级菜单", "上级菜单须是分组");
}

/** Fields of what an operator made, by its kind: group, page with an address outside, or button. */
export function ownFields(
  rows: ReadonlyMap<string, MenuRow>,
  category: number,
  parentId: string | null,
  id: string,
  { url, alias, code, who }: Typed,
) {
  const audience = audienceText(who);
  if (category === menuCategory.button) {
    if (!code) throw fieldRefusal("code", "按钮编码", "请输入按钮编码");
    if ([...rows.values()].some((row) => row.code === code && row.id !== id))
      throw fieldRefusal("code", "按钮编码", "按钮编码已存在");
    if (audience === "") throw fieldRefusal("who", "适用对象", "请选择适用对象");
    const page = rows.get(parentId ?? "");
    if ([...audience].some((letter) => !page?.audience.includes(letter)))
      throw fieldRefusal("who", "适用对象", "适用对象不能超出所属页面");
    return { url: null, alias: null, code, audience };
  }
  if (!url) return { url: null, alias: null, code: null, audience: "" };
  if (audience === "") throw fieldRefusal("who", "适用对象", "请选择适用对象");
  return { url, alias: alias || null, code: null, audience };
}

export const childrenOf = (rows: ReadonlyMap<string, MenuRow>, parentId: string | null) =>
  [...rows.values()]
    .filter((row) => row.parentId === parentId)
    .sort((a, b) => a.sort - b.sort || a.id.localeCompare(b.id));

export function checkNotInside(rows: ReadonlyMap<string, MenuRow>, id: string, parentId: string | null): void {
  for (let at = parentId; at !== null; at = rows.get(at)?.parentId ?? null)
    if (at === id) throw new AppError("refused", "不能移动到自己的下级");
}
