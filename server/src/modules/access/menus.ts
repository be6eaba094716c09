/** 菜单管理, and the trees that grants are chosen from. */
import { AppError, type BodyOf, type Who, allWho, enterpriseWho } from "@liantai/api/contract";
import type { menuApi } from "@liantai/api/contract/admin";
import { compOf, installation, ownInstallation } from "../../http/company.ts";
import { fieldRefusal } from "../../http/refusals.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { AdministrationDeps } from "../deps.ts";
import {
  allModules,
  findModules,
  grantableTo,
  isGroup,
  listMenus,
  menuCategory,
  nextRevision,
  withoutOff,
  type MenuRow,
} from "../organisation/index.ts";
import { deleteMenu, insertMenu, lockMenus, updateMenu, withdrawBeyondAudience } from "./menu-repository.ts";
import { presentTree, trailOf } from "./present.ts";
import { listAuthorised } from "./repository.ts";

type Api = typeof menuApi;
type Typed = Pick<BodyOf<Api["add"]>, "name" | "icon" | "hidden" | "url" | "alias" | "code" | "who">;

const audienceText = (who: readonly Who[] | undefined): string => allWho.filter((each) => who?.includes(each)).join("");
const logged = (
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

export function createMenuAdministration({
  ports,
  audit,
  organisation,
}: Pick<AdministrationDeps, "ports" | "audit" | "organisation">) {
  const { database, random } = ports;

  /** system: the tree belongs to no enterprise, and only operators change it. One change at a time. */
  const changing = <T>(run: (trx: Trx, rows: ReadonlyMap<string, MenuRow>) => Promise<T>): Promise<T> =>
    database.system(async (trx) => run(trx, new Map((await lockMenus(trx)).map((row) => [row.id, row]))));

  const existing = (rows: ReadonlyMap<string, MenuRow>, id: string): MenuRow => {
    const row = rows.get(id);
    if (!row) throw new AppError("notFound", "菜单不存在或已被删除");
    return row;
  };

  /** Only groups have menus in them, only pages have buttons. */
  function checkParent(rows: ReadonlyMap<string, MenuRow>, category: number, parentId: string | null): void {
    if (category === menuCategory.button) {
      const page = parentId === null ? undefined : rows.get(parentId);
      if (!page || page.category !== menuCategory.menu || isGroup(page))
        throw fieldRefusal("parentId", "上级菜单", "按钮须属于一个页面");
    } else if (parentId !== null && !isGroup(existing(rows, parentId)))
      throw fieldRefusal("parentId", "上级菜单", "上级菜单须是分组");
  }

  /** Fields of what an operator made, by its kind: group, page with an address outside, or button. */
  function ownFields(
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

  const childrenOf = (rows: ReadonlyMap<string, MenuRow>, parentId: string | null) =>
    [...rows.values()]
      .filter((row) => row.parentId === parentId)
      .sort((a, b) => a.sort - b.sort || a.id.localeCompare(b.id));

  function checkNotInside(rows: ReadonlyMap<string, MenuRow>, id: string, parentId: string | null): void {
    for (let at = parentId; at !== null; at = rows.get(at)?.parentId ?? null)
      if (at === id) throw new AppError("refused", "不能移动到自己的下级");
  }

  return {
    // system: as above.
    list: async () => presentTree(await database.system(listMenus), { empty: true }),

    async add({ parentId, category, ...typed }: BodyOf<Api["add"]>, context: RequestContext) {
      ownInstallation(context.caller);
      const id = `own:${random.id()}`;
      await changing(async (trx, rows) => {
        const parent = parentId || null;
        checkParent(rows, category, parent);
        const row = {
          id,
          parentId: parent,
          category,
          name: typed.name,
          icon: typed.icon || null,
          hidden: typed.hidden ?? 0,
          ...ownFields(rows, category, parent, id, typed),
          sort: (childrenOf(rows, parent).at(-1)?.sort ?? 0) + 1,
          source: "operator",
          revision: await nextRevision(trx),
        };
        await insertMenu(trx, row);
        await audit.write(trx, context, {
          compId: installation,
          action: "add",
          object: "menu",
          id,
          name: typed.name,
          after: logged(row),
        });
      });
      return { id };
    },

    async update({ id, ...typed }: BodyOf<Api["update"]>, context: RequestContext) {
      ownInstallation(context.caller);
      await changing(async (trx, rows) => {
        const row = existing(rows, id);
        const common = { name: typed.name, icon: typed.icon || null, hidden: typed.hidden ?? 0 };
        let change: typeof common & Partial<Pick<MenuRow, "url" | "alias" | "code" | "audience" | "edited">> = {
          ...common,
          edited: 1,
        };
        if (row.source === "operator") {
          const fields = ownFields(rows, row.category, row.parentId, id, typed);
          const children = childrenOf(rows, id);
          if (row.category === menuCategory.menu && children.length > 0 && isGroup(row) !== (fields.url === null))
            throw fieldRefusal("url", "链接地址", "有下级的菜单不能在分组和页面之间转换");
          if (
            children.some(
              (child) =>
                child.category === menuCategory.button &&
                [...child.audience].some((letter) => !fields.audience.includes(letter)),
            )
          )
            throw fieldRefusal("who", "适用对象", "页面的按钮适用于更多对象，请先修改按钮");
          change = { ...change, ...fields };
        } else if ((typed.url ?? row.url) !== row.url || (typed.code ?? row.code) !== row.code)
          throw new AppError("refused", "系统菜单只能修改名称、图标和是否隐藏");
        await updateMenu(trx, id, change);
        await withdrawBeyondAudience(trx, id);
        await audit.write(trx, context, {
          compId: installation,
          action: "update",
          object: "menu",
          id,
          name: typed.name,
          before: logged(row),
          after: logged({ ...row, ...change }),
        });
      });
      await organisation.menus.changed({ everyone: true });
      return null;
    },

    async move({ id, parentId, position }: BodyOf<Api["move"]>, context: RequestContext) {
      ownInstallation(context.caller);
      await changing(async (trx, rows) => {
        const row = existing(rows, id);
        const parent = parentId || null;
        if (row.category === menuCategory.button && parent !== row.parentId)
          throw new AppError("refused", "按钮只能在所属页面内调整顺序");
        checkParent(rows, row.category, parent);
        checkNotInside(rows, id, parent);
        const siblings = childrenOf(rows, parent).filter((each) => each.id !== id);
        siblings.splice(Math.min(position, siblings.length), 0, row);
        for (const [i, each] of siblings.entries()) {
          if (each.id === id || each.sort !== i + 1)
            await updateMenu(trx, each.id, { sort: i + 1, moved: 1, ...(each.id === id ? { parentId: parent } : {}) });
        }
        const at = siblings.indexOf(row) + 1;
        await audit.write(trx, context, {
          compId: installation,
          action: "move",
          object: "menu",
          id,
          name: row.name,
          before: { parent: row.parentId, sort: row.sort },
          after: { parent, sort: at },
        });
      });
      await organisation.menus.changed({ everyone: true });
      return null;
    },

    async delete({ id }: BodyOf<Api["delete"]>, context: RequestContext) {
      ownInstallation(context.caller);
      await changing(async (trx, rows) => {
        const row = existing(rows, id);
        if (row.source !== "operator") throw new AppError("refused", "系统菜单不能删除，可以隐藏");
        if (childrenOf(rows, id).some((child) => child.category === menuCategory.menu))
          throw new AppError("refused", "请先移走或删除下级菜单");
        await deleteMenu(trx, id);
        await audit.write(trx, context, {
          compId: installation,
          action: "delete",
          object: "menu",
          id,
          name: trailOf(rows, id),
          before: logged(row),
        });
      });
      await organisation.menus.changed({ everyone: true });
      return null;
    },

    // system: as above.
    routeOpt: async () => presentTree(grantTree(await database.system(listMenus), ["O"])),

    async routeCom({ compId: named }: BodyOf<Api["routeCom"]>, { caller }: RequestContext) {
      // system: as above; no enterprise is named.
      if (!named) return presentTree(grantTree(await database.system(listMenus), enterpriseWho));
      const compId = compOf(caller, named);
      return database.tenant(compId, async (trx) =>
        presentTree(
          grantTree(withoutOff(await listMenus(trx), (await findModules(trx, compId)) ?? allModules), enterpriseWho),
        ),
      );
    },

    async routeComAuth({ compId: named }: BodyOf<Api["routeComAuth"]>, { caller }: RequestContext) {
      const compId = compOf(caller, named);
      return database.tenant(compId, async (trx) => {
        const authorised = await listAuthorised(trx, compId);
        const rows = withoutOff(await listMenus(trx), (await findModules(trx, compId)) ?? allModules);
        return presentTree(grantTree(rows, enterpriseWho).filter((row) => isGroup(row) || authorised.has(row.id)));
      });
    },
  };
}

/** What roles of these users may be granted, with every group. */
const grantTree = (rows: readonly MenuRow[], whose: readonly Who[]): MenuRow[] => [
  ...rows.filter(isGroup),
  ...grantableTo(rows, whose),
];
