/** 菜单管理, and the trees that grants are chosen from. */
import { serviceOf } from "../service.ts";
import type { MenuDeps } from "./menus/tree.ts";
import { add, update, move, remove } from "./menus/changing.ts";
import { list, routeOpt, routeCom, routeComAuth } from "./menus/choosing.ts";

export const createMenuAdministration = (deps: MenuDeps) =>
  serviceOf(deps, { list, add, update, move, delete: remove, routeOpt, routeCom, routeComAuth });
