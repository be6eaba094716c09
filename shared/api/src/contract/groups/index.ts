/** Area 'groups': skill groups, their seats, and dispatch queues. */
import { crudButtons, type PageButtons } from "../buttons.ts";
import type { Endpoint } from "../resource.ts";
import { dispatchGroupApi, dispatchGroupMemberApi } from "./dispatch-groups.ts";
import { skillGroupMemberApi } from "./skill-group-members.ts";
import { skillGroupApi } from "./skill-groups.ts";

export * from "./dispatch-groups.ts";
export * from "./skill-group-members.ts";
export * from "./skill-groups.ts";
export * from "./targets.ts";

export const groupsEndpoints: readonly Endpoint[] = [
  skillGroupApi,
  skillGroupMemberApi,
  dispatchGroupApi,
  dispatchGroupMemberApi,
].flatMap((resource): Endpoint[] => Object.values(resource));

export const groupsButtons: PageButtons = {
  "/skillgroup": crudButtons("skillGroup", ["A"]),
  "/allotskill": [{ code: "skillGroup.allot", name: "分配坐席", who: ["A"] }],
  "/dispatchqueue": crudButtons("dispatchGroup", ["A"]),
  "/dispatchQueueallotskill": [{ code: "dispatchGroup.allot", name: "分配技能组", who: ["A"] }],
};
