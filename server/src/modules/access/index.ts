/** Roles, administration of the menu tree, grants and 菜单同步. The only face of this module; who may what is asked of organisation. */
import type { Module } from "../../http/module.ts";
import type { AdministrationDeps } from "../deps.ts";
import { createGrants } from "./grants.ts";
import { createMenuAdministration } from "./menus.ts";
import { createRoles } from "./roles.ts";
import { accessRoutes } from "./routes.ts";
import { createMenuSync } from "./sync.ts";

export function createAccessModule(deps: AdministrationDeps): Module {
  return {
    name: "access",
    routes: accessRoutes({
      menus: createMenuAdministration(deps),
      sync: createMenuSync(deps),
      roles: createRoles(deps),
      grants: createGrants(deps),
    }),
  };
}
