/** Skill groups, dispatch queues, and where targets of calls are used. The only face of this module. */
import type { Module } from "../../http/module.ts";
import type { GroupsDeps } from "./changes.ts";
import { createDispatchGroupsService } from "./dispatch-groups.ts";
import { groupsRoutes } from "./routes.ts";
import { createSkillGroupsService } from "./skill-groups.ts";

export { seedSkillGroup, seedSkillGroupMember } from "./seed-repository.ts";
export { playInGroups } from "./voice-repository.ts";
export { seatsOfGroup } from "./repository.ts";
export { refuseUsed } from "./uses.ts";

export function createGroupsModule(deps: GroupsDeps): Module {
  return { name: "groups", routes: groupsRoutes(createSkillGroupsService(deps), createDispatchGroupsService(deps)) };
}
