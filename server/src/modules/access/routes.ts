import { businessPurviewApi, menuApi, roleApi } from "@liantai/api/contract/admin";
import { route, type Route } from "../../http/routes.ts";
import type { createGrants } from "./grants.ts";
import type { createMenuAdministration } from "./menus.ts";
import type { createRoles } from "./roles.ts";
import type { createMenuSync } from "./sync.ts";

interface Services {
  readonly menus: ReturnType<typeof createMenuAdministration>;
  readonly sync: ReturnType<typeof createMenuSync>;
  readonly roles: ReturnType<typeof createRoles>;
  readonly grants: ReturnType<typeof createGrants>;
}

export function accessRoutes({ menus, sync, roles, grants }: Services): readonly Route[] {
  return [
    route(menuApi.list, () => menus.list()),
    route(menuApi.add, ({ body }, context) => menus.add(body, context)),
    route(menuApi.update, ({ body }, context) => menus.update(body, context)),
    route(menuApi.move, ({ body }, context) => menus.move(body, context)),
    route(menuApi.delete, ({ body }, context) => menus.delete(body, context)),
    route(menuApi.routeOpt, () => menus.routeOpt()),
    route(menuApi.routeCom, ({ body }, context) => menus.routeCom(body, context)),
    route(menuApi.routeComAuth, ({ body }, context) => menus.routeComAuth(body, context)),
    route(menuApi.syncPreview, ({ body }, context) => sync.preview(body, context)),
    route(menuApi.sync, ({ body }, context) => sync.sync(body, context)),
    route(roleApi.addOpt, ({ body }, context) => roles.addOpt(body, context)),
    route(roleApi.addComp, ({ body }, context) => roles.addComp(body, context)),
    route(roleApi.addDef, ({ body }, context) => roles.addDef(body, context)),
    route(roleApi.update, ({ body }, context) => roles.update(body, context)),
    route(roleApi.delete, ({ body }, context) => roles.delete(body, context)),
    route(roleApi.listOpt, ({ body }) => roles.listOpt(body)),
    route(roleApi.listComp, ({ body }, context) => roles.listComp(body, context)),
    route(roleApi.listDef, ({ body }, context) => roles.listDef(body, context)),
    route(roleApi.query, ({ body }, context) => roles.query(body, context)),
    route(roleApi.grant, ({ body }, context) => grants.grant(body, context)),
    route(roleApi.menuIds, ({ body }, context) => grants.menuIds(body, context)),
    route(roleApi.compMenuIds, ({ body }, context) => grants.compMenuIds(body, context)),
    route(businessPurviewApi.addOrUpdateBatch, ({ body }, context) => grants.savePurviews(body, context)),
    route(businessPurviewApi.selectByRoleId, ({ body }, context) => grants.purviewsOfRole(body, context)),
  ];
}
