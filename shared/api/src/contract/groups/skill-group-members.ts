/** 技能组坐席: the seats of a skill group. */
import { RoleTypes } from "../roles.ts";
import { array, number, object, string } from "yup";
import { compField, countReply, idField, sortFields } from "../crud.ts";
import { numberField } from "../fields.ts";
import { defineEndpoint, defineResource, listOf, pageFields, onPages, roles } from "../resource.ts";
import { admins, readers } from "./parts.ts";

/** Role of the account that sits at the seat: 2 agent, 3 monitor. Role type 2 sends 2 (console.md section 6); the server sees to it. */
const agentRoleField = number().label("坐席角色").oneOf(RoleTypes.seats);
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
    permission: onPages(readers, "/allotskill", "/skillgroup", "/enterprisehomepage", "/seathomepage"),
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
    permission: onPages(roles([1, 4]), "/allotskill"),
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
    permission: onPages(roles([1, 4]), "/allotskill"),
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
