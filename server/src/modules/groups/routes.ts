import {
  dispatchGroupApi,
  dispatchGroupMemberApi,
  skillGroupApi,
  skillGroupMemberApi,
} from "@liantai/api/contract/admin";
import { crudRoutes } from "../../http/crud.ts";
import { route, type Route } from "../../http/routes.ts";
import type { DispatchGroupsService } from "./dispatch-groups.ts";
import type { SkillGroupsService } from "./skill-groups.ts";

export function groupsRoutes(groups: SkillGroupsService, queues: DispatchGroupsService): readonly Route[] {
  return [
    ...crudRoutes(skillGroupApi, groups),
    route(skillGroupMemberApi.list, ({ body }, context) => groups.members(body, context)),
    route(skillGroupMemberApi.findExist, ({ body }, context) => groups.members(body, context)),
    route(skillGroupMemberApi.findNotExist, ({ body }, context) => groups.others(body, context)),
    route(skillGroupMemberApi.add, ({ body }, context) => groups.addMembers(body, context)),
    route(skillGroupMemberApi.update, ({ body }, context) => groups.updateMembers(body, context)),
    route(skillGroupMemberApi.delete, ({ body }, context) => groups.deleteMembers(body, context)),
    ...crudRoutes(dispatchGroupApi, queues),
    route(dispatchGroupMemberApi.list, ({ body }, context) => queues.members(body, context)),
    route(dispatchGroupMemberApi.add, ({ body }, context) => queues.addMembers(body, context)),
    route(dispatchGroupMemberApi.update, ({ body }, context) => queues.updateMembers(body, context)),
    route(dispatchGroupMemberApi.delete, ({ body }, context) => queues.deleteMembers(body, context)),
  ];
}
