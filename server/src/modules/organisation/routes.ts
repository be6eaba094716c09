import { AppError, authApi, isOperator } from "@liantai/api/contract";
import { route, type Route } from "../../http/routes.ts";
import { mayReadMenus } from "./policy.ts";
import type { Menus } from "./service.ts";

export function organisationRoutes(menus: Menus): readonly Route[] {
  return [
    route(authApi.roleMenu, async ({ query }, { caller }) => {
      if (!mayReadMenus(caller, query.id)) throw new AppError("forbidden");
      return isOperator(caller) ? menus.treeOfAny(query.id) : menus.tree(caller.compId, query.id);
    }),
  ];
}
