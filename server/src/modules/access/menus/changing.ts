/** Menus and buttons are added, changed, moved, deleted. */
import { AppError, type BodyOf } from "@liantai/api/contract";
import { installation, ownInstallation } from "../../../http/company.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import {
  isGroup,
  menuCategory,
  nextRevision,
  type MenuRow,
  deleteMenu,
  insertMenu,
  updateMenu,
  withdrawBeyondAudience,
} from "../../organisation/index.ts";

import { trailOf } from "../present.ts";
import {
  type MenuDeps,
  type Api,
  logged,
  changing,
  existing,
  checkParent,
  ownFields,
  childrenOf,
  checkNotInside,
} from "./tree.ts";

export async function add(
  deps: MenuDeps,
  { parentId, category, ...typed }: BodyOf<Api["add"]>,
  context: RequestContext,
) {
  const {
    ports: { random },
    audit,
  } = deps;
  ownInstallation(context.caller);
  const id = `own:${random.id()}`;
  await changing(deps, async (trx, rows) => {
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
}

export async function update(deps: MenuDeps, { id, ...typed }: BodyOf<Api["update"]>, context: RequestContext) {
  const { audit, organisation } = deps;
  ownInstallation(context.caller);
  await changing(deps, async (trx, rows) => {
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
}

export async function move(deps: MenuDeps, { id, parentId, position }: BodyOf<Api["move"]>, context: RequestContext) {
  const { audit, organisation } = deps;
  ownInstallation(context.caller);
  await changing(deps, async (trx, rows) => {
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
}

export async function remove(deps: MenuDeps, { id }: BodyOf<Api["delete"]>, context: RequestContext) {
  const { audit, organisation } = deps;
  ownInstallation(context.caller);
  await changing(deps, async (trx, rows) => {
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
}
