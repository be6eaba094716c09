/** Enterprises, seats, roles and menus. The only face of this module. */
import type { Module } from "../../http/module.ts";
import type { Ports } from "../../ports/index.ts";
import {
  findDefaultAccessNumber,
  findEnterprise,
  listEnterpriseIds,
  findSeat,
  listSeats,
  listSkillGroupsOf,
  type DefaultNumber,
  type EnterpriseRow,
  type SeatRow,
} from "./repository.ts";
import { organisationRoutes } from "./routes.ts";
import { createMenus, type Menus } from "./service.ts";
import { syncMenus } from "./sync.ts";

export { administratorsWith } from "./administrators.ts";
export { audienceOf, grantableTo, grantableToRole } from "./grantable.ts";
export {
  exceeds,
  grantMenus,
  listMenus,
  markDecided,
  newestRevision,
  nextRevision,
  withdrawMenus,
} from "./menu-repository.ts";
export { isGroup, menuCategory, menuDefinitions } from "./menus.ts";
export { treeOf, type MenuRow } from "./present.ts";
export { findDefaultAccessNumber, ownNumbers } from "./repository.ts";
export {
  deleteMenu,
  deleteRole,
  deleteRolesOf,
  insertMenu,
  insertRole,
  trimCustomRoles,
  updateMenu,
  updateRole,
  withdrawBeyondAudience,
} from "./role-repository.ts";
export { ofModulesOn, rightsChanged } from "./service.ts";
export { grantDefaultMenus, syncMenus } from "./sync.ts";
export type { EnterpriseRow, SeatRow, Menus };

export interface OrganisationModule extends Module {
  readonly menus: Menus;
  readonly enterprises: {
    get(compId: string): Promise<EnterpriseRow | undefined>;
    /** Of all there are. */
    ids(): Promise<readonly string[]>;
  };
  readonly seats: {
    get(compId: string, agentId: string): Promise<SeatRow | undefined>;
    list(compId: string): Promise<readonly SeatRow[]>;
    skillGroups(compId: string, agentId: string): Promise<readonly { readonly id: string; readonly name: string }[]>;
  };
  /** The number outgoing calls show: of a seat its own default, else its group's, else the enterprise's, else the first in service. */
  defaultNumber(compId: string, agentId?: string | null): Promise<DefaultNumber | null>;
}

export function createOrganisationModule(ports: Pick<Ports, "database" | "clock" | "broker">): OrganisationModule {
  const { database } = ports;
  const menus = createMenus(ports);
  return {
    name: "organisation",
    routes: organisationRoutes(menus),
    async start() {
      // system: the menu tree belongs to no enterprise.
      await database.system(syncMenus);
      await menus.start();
    },
    stop: () => menus.stop(),
    menus,
    enterprises: {
      get: (compId) => database.tenant(compId, (trx) => findEnterprise(trx, compId)),
      // system: which there are is no enterprise's business.
      ids: () => database.system(listEnterpriseIds),
    },
    seats: {
      get: (compId, agentId) => database.tenant(compId, (trx) => findSeat(trx, compId, agentId)),
      list: (compId) => database.tenant(compId, (trx) => listSeats(trx, compId)),
      skillGroups: (compId, agentId) => database.tenant(compId, (trx) => listSkillGroupsOf(trx, compId, agentId)),
    },
    defaultNumber: (compId, agentId) =>
      database.tenant(compId, async (trx) => (await findDefaultAccessNumber(trx, compId, agentId)) ?? null),
  };
}
