/** /pbx/api/v1/agentGroup and agentGroupMember: the tree of seat groups, who may monitor them, and their seats. */
import { RoleTypes } from "../roles.ts";
import { array, number, object, string } from "yup";
import { compField, countReply, deleteBody, idField, idReply, listBody } from "../crud.ts";
import { seatIdDigits, seatIdField, nameField, numberField, remarkField } from "../fields.ts";
import { defineEndpoint, defineResource, listOf, roles, onPages } from "../resource.ts";

const prefix = "/pbx/api/v1/agentGroup";
const tags = ["AgentGroup"];
const members = "/pbx/api/v1/agentGroupMember";
const memberTags = ["AgentGroup", "Seat"];
const seatId = () => seatIdField(seatIdDigits);

const person = object({ agentId: string().required(), name: string().required() });

export const agentGroupRow = object({
  id: string().required(),
  parentId: string().nullable().defined(),
  name: string().required(),
  remark: string().defined(),
  sort: number().integer().required(),
  /** Seats of the group itself. */
  members: number().integer().required(),
  /** Who may monitor the group and the groups below it. */
  monitors: array().of(person).required(),
});

/** What is typed of a group. */
export const agentGroupFields = {
  name: nameField("坐席组名称"),
  /** '' : at the top. */
  parentId: string().label("上级组").max(64).default(""),
  sort: numberField("排序", { max: 9_999 }).default(0),
  remark: remarkField().default(""),
  /** Seats of roleType 3. */
  monitorIds: array().label("班长").of(seatId()).max(200).default([]),
};

export const agentGroupApi = defineResource({
  /** All of the tree that the caller may see; pages are for callers that ask for them. */
  list: defineEndpoint({
    name: "agentGroupList",
    method: "POST",
    path: `${prefix}/list`,
    summary: "Seat groups; a monitor sees those it monitors",
    permission: onPages(
      roles([0, 1, 3, 4]),
      "/seats",
      "/seatsgroup",
      "/allotMember",
      "/allocationDnis",
      "/allocationSeatCustomstatus",
      "/setDnis",
      "/seatrole",
      "/useraccount",
      "/callrecord",
      "/seatstatusdetail",
      "/enterprisehomepage",
      "/seathomepage",
    ),
    reads: true,
    body: listBody({ name: string().max(30) }),
    reply: listOf(agentGroupRow),
    tags,
  }),
  add: defineEndpoint({
    name: "agentGroupAdd",
    method: "POST",
    path: `${prefix}/add`,
    summary: "Adds a seat group",
    permission: roles(RoleTypes.administrators, { button: "agentGroup.add" }),
    body: object({ compId: compField(), ...agentGroupFields }),
    reply: idReply,
    tags,
  }),
  update: defineEndpoint({
    name: "agentGroupUpdate",
    method: "POST",
    path: `${prefix}/update`,
    summary: "Changes a seat group, its place and its monitors",
    permission: roles(RoleTypes.administrators, { button: "agentGroup.update" }),
    body: object({ compId: compField(), id: idField(), ...agentGroupFields }),
    tags,
  }),
  delete: defineEndpoint({
    name: "agentGroupDelete",
    method: "POST",
    path: `${prefix}/delete`,
    summary: "Deletes seat groups that have neither seats nor groups below them",
    permission: roles(RoleTypes.administrators, { button: "agentGroup.delete" }),
    body: deleteBody(),
    reply: countReply,
    tags,
  }),
});

export const groupMemberRow = object({
  agentId: string().required(),
  name: string().required(),
  roleType: number().required(),
  groupId: string().nullable().defined(),
  groupName: string().nullable().defined(),
});

const memberFilters = { groupId: idField("坐席组"), name: string().label("姓名或工号").max(30) };
const change = () =>
  object({
    compId: compField(),
    groupId: idField("坐席组"),
    agentIds: array().label("坐席").of(seatId()).min(1, "请选择坐席").max(10_000).required(),
  });
const save = roles(RoleTypes.administrators, { button: "agentGroupMember.save" });

export const agentGroupMemberApi = defineResource({
  list: defineEndpoint({
    name: "agentGroupMemberList",
    method: "POST",
    path: `${members}/list`,
    summary: "Seats of a group",
    permission: onPages(roles(RoleTypes.supervisors), "/seatsgroup", "/allotMember", "/seathomepage"),
    reads: true,
    body: listBody(memberFilters),
    reply: listOf(groupMemberRow),
    tags: memberTags,
  }),
  findExist: defineEndpoint({
    name: "agentGroupMemberFindExist",
    method: "POST",
    path: `${members}/findExist`,
    summary: "Seats of a group, for the transfer list",
    permission: onPages(roles(RoleTypes.administrators), "/allotMember"),
    reads: true,
    body: listBody(memberFilters),
    reply: listOf(groupMemberRow),
    tags: memberTags,
  }),
  findNotExist: defineEndpoint({
    name: "agentGroupMemberFindNotExist",
    method: "POST",
    path: `${members}/findNotExist`,
    summary: "Seats outside a group, with the group they are in",
    permission: onPages(roles(RoleTypes.administrators), "/allotMember"),
    reads: true,
    body: listBody(memberFilters),
    reply: listOf(groupMemberRow),
    tags: memberTags,
  }),
  add: defineEndpoint({
    name: "agentGroupMemberAdd",
    method: "POST",
    path: `${members}/add`,
    summary: "Puts seats into a group; they leave the one they were in",
    permission: save,
    body: change(),
    reply: countReply,
    tags: memberTags,
  }),
  delete: defineEndpoint({
    name: "agentGroupMemberDelete",
    method: "POST",
    path: `${members}/delete`,
    summary: "Takes seats out of a group",
    permission: save,
    body: change(),
    reply: countReply,
    tags: memberTags,
  }),
});
