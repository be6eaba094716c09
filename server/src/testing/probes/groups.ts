import { skillGroupRow } from "../skill-group.ts";
import { crudProbes, mark, type AreaProbes } from "./types.ts";

const nowhere = { kind: "none", id: "" };
const overflow = { overflowFull: nowhere, overflowWait: nowhere, overflowAbsent: nowhere, remark: "" };
const skillGroup = {
  name: "探测组",
  enabled: 1,
  strategy: "level",
  queueLimit: 5,
  maxWaitS: 60,
  ringS: 20,
  wrapUpS: 10,
  serviceLevelS: 20,
  musicId: "",
  positionOn: 1,
  positionEveryS: 30,
  waitEveryS: 0,
  waitText: "",
  waitVoiceId: "",
  ...overflow,
};
const dispatchGroup = { name: "探测队列", enabled: 1, maxWaitS: 60, ...overflow };
const agentIds = ["1001"];

export const groupsProbes: AreaProbes = {
  probes: {
    ...crudProbes("skillGroup", "skillGroup", skillGroup),
    skillGroupMemberList: (ids, own) => ({ body: { compId: own, skillGroupId: ids["skillGroup"] } }),
    skillGroupMemberFindExist: (ids, own) => ({ body: { compId: own, skillGroupId: ids["skillGroup"] } }),
    skillGroupMemberFindNotExist: (ids, own) => ({ body: { compId: own, skillGroupId: ids["skillGroup"] } }),
    skillGroupMemberAdd: (ids) => ({ body: { skillGroupId: ids["skillGroup"], agentIds } }),
    skillGroupMemberUpdate: (ids) => ({ body: { skillGroupId: ids["skillGroup"], agentIds, level: 2 } }),
    skillGroupMemberDelete: (ids) => ({ body: { skillGroupId: ids["skillGroup"], agentIds } }),
    ...crudProbes("dispatchGroup", "dispatchGroup", dispatchGroup),
    dispatchGroupMemberList: (ids, own) => ({ body: { compId: own, dispatchGroupId: ids["dispatchGroup"] } }),
    dispatchGroupMemberAdd: (ids) => ({
      body: { dispatchGroupId: ids["dispatchGroup"], skillGroupIds: [ids["skillGroup"]] },
    }),
    dispatchGroupMemberUpdate: (ids) => ({ body: { dispatchGroupId: ids["dispatchGroup"], members: [] } }),
    dispatchGroupMemberDelete: (ids) => ({
      body: { dispatchGroupId: ids["dispatchGroup"], skillGroupIds: [ids["skillGroup"]] },
    }),
  },
  async fixtures(trx, own, ports) {
    const skillGroupId = ports.random.id();
    const dispatchGroupId = ports.random.id();
    await trx
      .insertInto("skill_group")
      .values(
        skillGroupRow({
          compId: own,
          id: skillGroupId,
          name: `${mark}技能组`,
          waitText: mark,
          remark: mark,
        }),
      )
      .execute();
    await trx
      .insertInto("dispatch_group")
      .values({ compId: own, id: dispatchGroupId, name: `${mark}队列`, remark: mark })
      .execute();
    await trx
      .insertInto("dispatch_group_member")
      .values({
        compId: own,
        dispatchGroupId,
        skillGroupId,
        sort: 1,
        nextAfterS: 30,
      })
      .execute();
    return { skillGroup: skillGroupId, dispatchGroup: dispatchGroupId };
  },
};
