/** Area 'groups': skill groups, their seats, and dispatch queues. */
import { defineArea } from "../area.ts";
import { crudButtons } from "../buttons.ts";
import { rowsOf } from "../tab-row.ts";
import { dispatchGroupApi, dispatchGroupMemberApi } from "./dispatch-groups.ts";
import { skillGroupMemberApi } from "./skill-group-members.ts";
import { skillGroupApi } from "./skill-groups.ts";

export * from "./dispatch-groups.ts";
export * from "./rings.ts";
export * from "./skill-group-members.ts";
export * from "./skill-groups.ts";
export * from "./targets.ts";

const row = rowsOf("admin", "call-centre");

export const groupsTabs = [
  row("/skillgroup", "技能组", "A"),
  row("/allotskill", "技能组坐席", "A"),
  row("/dispatchqueue", "调度队列", "A"),
  row("/dispatchQueueallotskill", "调度队列技能组", "A"),
];

export const groupsArea = /* #__PURE__ */ defineArea(() => ({
  tabs: groupsTabs,
  resources: [skillGroupApi, skillGroupMemberApi, dispatchGroupApi, dispatchGroupMemberApi],
  buttons: {
    "/skillgroup": crudButtons("skillGroup", ["A"]),
    "/allotskill": [{ code: "skillGroup.allot", name: "分配坐席", who: ["A"] }],
    "/dispatchqueue": crudButtons("dispatchGroup", ["A"]),
    "/dispatchQueueallotskill": [{ code: "dispatchGroup.allot", name: "分配技能组", who: ["A"] }],
  },
  logWords: {
    objects: {
      skillGroup: "技能组",
      skillGroupMember: "技能组成员",
      dispatchQueue: "调度队列",
      dispatchGroup: "调度队列",
    },
    actions: { updateMembers: "编辑成员", deleteMembers: "移出成员" },
    fields: {
      "skillGroup.overflowFull": "队列满时转至",
      "skillGroup.overflowWait": "等待超时转至",
      "skillGroup.overflowAbsent": "无坐席签入时转至",
      "dispatchGroup.overflowFull": "队列满时转至",
      "dispatchGroup.overflowWait": "等待超时转至",
      "dispatchGroup.overflowAbsent": "无坐席签入时转至",
      overflowFullId: "队列满时转至的对象",
      overflowWaitId: "等待超时转至的对象",
      overflowAbsentId: "无坐席签入时转至的对象",
      overflowFullKind: "队列满时转至",
      overflowWaitKind: "等待超时转至",
      overflowAbsentKind: "无坐席签入时转至",
      announceEveryS: "位置播报间隔",
      transferPriorityMin: "转接来电优先级",
      callbackPriorityMin: "预约回呼优先级",
      priorityMin: "优先级",
    },
  },
}));
