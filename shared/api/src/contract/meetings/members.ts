/** 会议成员: standing members of a room. */
import { number, object, string } from "yup";
import { compField, idField, idReply, listBody } from "../crud.ts";
import { flagField, lengthField } from "../fields.ts";
import { defineEndpoint, defineResource, listOf, onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { inviteeFields } from "./rooms.ts";
import { memberKindKeys } from "./words.ts";

const prefix = "/meeting/api/v1/meetingMember";
const people = roles(RoleTypes.enterprise);
const press = (verb: string) => roles(RoleTypes.enterprise, { button: `meetingMember.${verb}` });
const tags = ["MeetingMember"];
const flag = () => number().oneOf([0, 1]).required();

export const meetingMemberFields = {
  roomId: idField("会议室"),
  ...inviteeFields,
  name: lengthField("姓名"),
  host: flagField("主持人").default(0),
  autoInvite: flagField("自动邀请").default(1),
};

export const meetingMemberApi = defineResource({
  list: defineEndpoint({
    name: "meetingMemberList",
    method: "POST",
    path: `${prefix}/list`,
    summary: "Standing members of rooms",
    permission: onPages(people, "/meetingmember", "/conferenceroom"),
    reads: true,
    body: listBody({ roomId: string().label("会议室").max(64), name: lengthField("姓名") }, ["name", "kind"]),
    reply: listOf(
      object({
        id: string().required(),
        roomId: string().required(),
        roomName: string().required(),
        kind: string().oneOf(memberKindKeys).required(),
        /** As it is stored; numbers outside are masked for who may not see them. */
        value: string().required(),
        /** Of the contact: its telephone, masked where it must be. */
        number: string().defined(),
        name: string().defined(),
        host: flag(),
        autoInvite: flag(),
      }),
    ),
    tags,
  }),
  create: defineEndpoint({
    name: "meetingMemberCreate",
    method: "POST",
    path: `${prefix}/create`,
    summary: "Adds a standing member",
    permission: press("add"),
    body: object({ compId: compField(), ...meetingMemberFields }),
    reply: idReply,
    tags: [...tags, "MeetingRoom"],
  }),
  /** A masked number stays. */
  update: defineEndpoint({
    name: "meetingMemberUpdate",
    method: "POST",
    path: `${prefix}/update`,
    summary: "Changes a standing member",
    permission: press("update"),
    body: object({ compId: compField(), id: idField("成员"), ...meetingMemberFields }),
    tags,
  }),
  delete: defineEndpoint({
    name: "meetingMemberDelete",
    method: "POST",
    path: `${prefix}/del/:id`,
    summary: "Deletes a standing member",
    permission: press("delete"),
    params: object({ id: idField("成员") }),
    query: object({ compId: compField() }),
    tags: [...tags, "MeetingRoom"],
  }),
});
