/** 技能组 and 调度队列: who answers which call, and what a caller hears until then. */
import { array, number, object, string } from "yup";
import { defineEndpoint, defineResource, listOf, pageFields, roles, type Endpoint } from "../resource.ts";
import { crudButtons, type PageButtons } from "./buttons.ts";
import { compField, countReply, crud, idField, sortFields } from "./crud.ts";
import { flagField, lengthField, nameField, numberField, remarkField } from "./fields.ts";

/** Which idle agent of a group is offered a call. */
export const strategies = {
  "longest-idle": "空闲最久优先",
  "least-calls": "接听最少优先",
  "round-robin": "轮流分配",
  level: "级别优先",
  random: "随机分配",
} as const;
export type Strategy = keyof typeof strategies;

/**
 * Where a call may lead. `id` is the group's, queue's or voice's id, or the seat's or extension's number; '' for hangup and
 * none. none: the call ends with the usual sentence; hangup: without a word.
 */
export const targetKinds = {
  none: "提示后挂断",
  hangup: "直接挂断",
  skillGroup: "技能组",
  dispatchQueue: "调度队列",
  seat: "坐席",
  extension: "分机",
  voice: "播放语音后挂断",
} as const;
export type TargetKind = keyof typeof targetKinds;
const kinds = Object.keys(targetKinds) as TargetKind[];

/** A target as forms send it. `allowed`: kinds offered here. */
export const targetField = (label: string, allowed: readonly TargetKind[] = kinds) =>
  object({
    kind: string().label(label).oneOf(allowed).required(),
    id: string()
      .label(label)
      .max(64)
      .defined()
      .test("chosen", `请选择${label}`, (id, { parent }) =>
        ["none", "hangup"].includes((parent as { kind?: string }).kind ?? "none") ? true : Boolean(id),
      ),
  }).label(label);

const targetRow = object({ kind: string().oneOf(kinds).required(), id: string().defined() });
const overflow = { full: "排队已满", wait: "等待超时", absent: "无坐席签入" } as const;
/** When a call overflows, and how the field reads. */
export const overflowTexts = overflow;

const skillGroupFields = {
  name: nameField("技能组名称"),
  enabled: flagField("状态").required(),
  strategy: string().label("分配策略").oneOf(Object.keys(strategies)).required("请选择分配策略"),
  /** Callers that may wait; 0: nobody waits. */
  queueLimit: numberField("最大排队数", { max: 9_999 }).required(),
  /** 0: as long as they like. */
  maxWaitS: numberField("最长等待时间", { max: 86_400 }).required(),
  ringS: numberField("振铃时长", { min: 5, max: 300 }).required(),
  wrapUpS: numberField("话后处理时长", { max: 3_600 }).required(),
  serviceLevelS: numberField("服务水平阈值", { min: 1, max: 3_600 }).required(),
  /** Voice heard while waiting and on hold; '': the usual music. */
  musicId: string().label("等待音乐").max(64).defined(),
  positionOn: flagField("播报排队位置").required(),
  positionEveryS: numberField("位置播报间隔", { min: 10, max: 600 }).required(),
  /** 0: no wait announcement. */
  waitEveryS: numberField("等待提示间隔", { max: 600 }).required(),
  waitText: lengthField("等待提示内容", 200).defined(),
  /** Instead of the text. */
  waitVoiceId: string().label("等待提示语音").max(64).defined(),
  overflowFull: targetField(overflow.full),
  overflowWait: targetField(overflow.wait),
  overflowAbsent: targetField(overflow.absent),
  remark: remarkField().defined(),
};

const skillGroupRow = object({
  id: string().required(),
  name: string().required(),
  enabled: number().required(),
  strategy: string().required(),
  queueLimit: number().required(),
  maxWaitS: number().required(),
  ringS: number().required(),
  wrapUpS: number().required(),
  serviceLevelS: number().required(),
  musicId: string().defined(),
  positionOn: number().required(),
  positionEveryS: number().required(),
  waitEveryS: number().required(),
  waitText: string().defined(),
  waitVoiceId: string().defined(),
  overflowFull: targetRow,
  overflowWait: targetRow,
  overflowAbsent: targetRow,
  remark: string().defined(),
  /** Seats in it. */
  members: number().required(),
});

const readers = roles([0, 1, 2, 3, 4]);
const admins = (button: string) => roles([1, 4], { button });

export const skillGroupApi = {
  /** Role types 2 and 3 see the groups of their own agent id (console.md section 6); `agentId` does the same for others. */
  ...crud({
    name: "skillGroup",
    prefix: "/pbx/api/v1/skillGroup",
    noun: "skill group",
    tag: "SkillGroup",
    row: skillGroupRow,
    filters: {
      name: string().label("技能组名称").max(30),
      enabled: number().label("状态").oneOf([0, 1]),
      agentId: string()
        .label("坐席工号")
        .matches(/^\d{0,10}$/, "坐席工号只能是数字"),
    },
    sortable: ["name", "strategy", "queueLimit", "ringS", "wrapUpS", "enabled"],
    fields: skillGroupFields,
    permission: {
      list: readers,
      add: admins("skillGroup.add"),
      update: admins("skillGroup.update"),
      delete: admins("skillGroup.delete"),
    },
  }),
};

/** Role of the account that sits at the seat: 2 agent, 3 monitor. Role type 2 sends 2 (console.md section 6); the server sees to it. */
const agentRoleField = number().label("坐席角色").oneOf([2, 3]);
const memberFilters = {
  compId: compField(),
  skillGroupId: idField("技能组"),
  agentRole: agentRoleField,
  agentId: string()
    .label("坐席工号")
    .matches(/^\d{0,10}$/, "坐席工号只能是数字"),
  name: string().label("坐席姓名").max(30),
};
/** 1 is the best; 99 the last. */
const levelField = () => numberField("级别", { min: 1, max: 99 });
/** Among the groups of one agent: calls of 1 first. */
const priorityField = () => numberField("优先级", { min: 1, max: 99 });
const seatRow = {
  agentId: string().required(),
  name: string().required(),
  enabled: number().required(),
  agentGroupId: string().nullable().defined(),
  agentRole: number().nullable().defined(),
};
const memberRow = object({ ...seatRow, level: number().required(), priority: number().required() });
const memberIds = {
  compId: compField(),
  skillGroupId: idField("技能组"),
  agentIds: array().label("坐席").of(string().required().max(10)).min(1, "请选择坐席").max(10_000).required(),
};
const memberTags = ["SkillGroup", "SkillGroupMember"];
const prefix = "/pbx/api/v1/skillGroup";

export const skillGroupMemberApi = defineResource({
  list: defineEndpoint({
    name: "skillGroupMemberList",
    method: "POST",
    path: `${prefix}/memberList`,
    summary: "Seats of a skill group with level and priority",
    permission: readers,
    reads: true,
    body: object({ ...pageFields, ...sortFields(["agentId", "name", "level", "priority"]), ...memberFilters }),
    reply: listOf(memberRow),
    tags: memberTags,
  }),
  /** Both sides of the transfer list. */
  findExist: defineEndpoint({
    name: "skillGroupMemberFindExist",
    method: "POST",
    path: `${prefix}/memberFindExist`,
    summary: "Seats in a skill group",
    permission: readers,
    reads: true,
    body: object({ ...pageFields, ...memberFilters }),
    reply: listOf(memberRow),
    tags: memberTags,
  }),
  findNotExist: defineEndpoint({
    name: "skillGroupMemberFindNotExist",
    method: "POST",
    path: `${prefix}/memberFindNotExist`,
    summary: "Seats not in a skill group",
    permission: readers,
    reads: true,
    body: object({ ...pageFields, ...memberFilters }),
    reply: listOf(object(seatRow)),
    tags: memberTags,
  }),
  /** Seats that are in already keep what they have and are not counted. */
  add: defineEndpoint({
    name: "skillGroupMemberAdd",
    method: "POST",
    path: `${prefix}/memberAdd`,
    summary: "Puts seats into a skill group",
    permission: admins("skillGroup.allot"),
    body: object({ ...memberIds, level: levelField().default(1), priority: priorityField().default(1) }),
    reply: countReply,
    tags: memberTags,
  }),
  update: defineEndpoint({
    name: "skillGroupMemberUpdate",
    method: "POST",
    path: `${prefix}/memberUpdate`,
    summary: "Changes level and priority of seats in a skill group",
    permission: admins("skillGroup.allot"),
    body: object({ ...memberIds, level: levelField(), priority: priorityField() }),
    reply: countReply,
    tags: memberTags,
  }),
  delete: defineEndpoint({
    name: "skillGroupMemberDelete",
    method: "POST",
    path: `${prefix}/memberDelete`,
    summary: "Takes seats out of a skill group",
    permission: admins("skillGroup.allot"),
    body: object(memberIds),
    reply: countReply,
    tags: memberTags,
  }),
});

const dispatchGroupFields = {
  name: nameField("调度队列名称"),
  enabled: flagField("状态").required(),
  /** Over all its groups; 0: as long as they like. */
  maxWaitS: numberField("最长等待时间", { max: 86_400 }).required(),
  overflowFull: targetField(overflow.full),
  overflowWait: targetField(overflow.wait),
  overflowAbsent: targetField(overflow.absent),
  remark: remarkField().defined(),
};

export const dispatchGroupApi = {
  ...crud({
    name: "dispatchGroup",
    prefix: "/pbx/api/v1/dispatchgroup",
    noun: "dispatch queue",
    tag: "DispatchGroup",
    row: object({
      id: string().required(),
      name: string().required(),
      enabled: number().required(),
      maxWaitS: number().required(),
      overflowFull: targetRow,
      overflowWait: targetRow,
      overflowAbsent: targetRow,
      remark: string().defined(),
      /** Skill groups in it. */ groups: number().required(),
    }),
    filters: { name: string().label("调度队列名称").max(30), enabled: number().label("状态").oneOf([0, 1]) },
    sortable: ["name", "maxWaitS", "enabled"],
    fields: dispatchGroupFields,
    permission: {
      list: roles([0, 1, 3, 4]),
      add: admins("dispatchGroup.add"),
      update: admins("dispatchGroup.update"),
      delete: admins("dispatchGroup.delete"),
    },
  }),
};

/** A call waits in the first group; each next one is added `nextAfterS` seconds after the one before, and the call waits in all. */
const nextAfterField = () => numberField("等待秒数", { max: 3_600 });
const dispatchIds = { compId: compField(), dispatchGroupId: idField("调度队列") };
const dispatchTags = ["DispatchGroup", "DispatchGroupMember"];

export const dispatchGroupMemberApi = defineResource({
  /** In the order they are tried. */
  list: defineEndpoint({
    name: "dispatchGroupMemberList",
    method: "POST",
    path: "/pbx/api/v1/dispatchGroupMember/list",
    summary: "Skill groups of a dispatch queue",
    permission: roles([0, 1, 3, 4]),
    reads: true,
    body: object({ ...pageFields, ...dispatchIds }),
    reply: listOf(
      object({
        skillGroupId: string().required(),
        name: string().required(),
        enabled: number().required(),
        members: number().required(),
        sort: number().required(),
        nextAfterS: number().required(),
      }),
    ),
    tags: dispatchTags,
  }),
  /** At the end, in the order given. */
  add: defineEndpoint({
    name: "dispatchGroupMemberAdd",
    method: "POST",
    path: "/pbx/api/v1/dispatchGroupMember/add",
    summary: "Puts skill groups into a dispatch queue",
    permission: admins("dispatchGroup.allot"),
    body: object({
      ...dispatchIds,
      skillGroupIds: array().label("技能组").of(string().required().max(64)).min(1, "请选择技能组").max(50).required(),
      nextAfterS: nextAfterField().default(30),
    }),
    reply: countReply,
    tags: dispatchTags,
  }),
  /** The whole queue as it shall be: order of the list, seconds of each. Groups that are not named leave it. */
  update: defineEndpoint({
    name: "dispatchGroupMemberUpdate",
    method: "POST",
    path: "/pbx/api/v1/dispatchGroupMember/update",
    summary: "Order and seconds of the skill groups of a dispatch queue",
    permission: admins("dispatchGroup.allot"),
    body: object({
      ...dispatchIds,
      members: array()
        .label("技能组")
        .of(object({ skillGroupId: idField("技能组"), nextAfterS: nextAfterField().required() }))
        .max(50)
        .required(),
    }),
    reply: countReply,
    tags: dispatchTags,
  }),
  delete: defineEndpoint({
    name: "dispatchGroupMemberDelete",
    method: "POST",
    path: "/pbx/api/v1/dispatchGroupMember/delete",
    summary: "Takes skill groups out of a dispatch queue",
    permission: admins("dispatchGroup.allot"),
    body: object({
      ...dispatchIds,
      skillGroupIds: array().label("技能组").of(string().required().max(64)).min(1, "请选择技能组").max(50).required(),
    }),
    reply: countReply,
    tags: dispatchTags,
  }),
});

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
