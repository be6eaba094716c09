/** 会议室 (realtime.md section 7): rooms, and the meeting that is held in one. Seats have their own rooms and those they are members of. */
import { array, boolean, number, object, string } from "yup";
import { compField, idField, idReply, listBody } from "../crud.ts";
import { digitsField, flagField, lengthField, nameField, numberField, remarkField } from "../fields.ts";
import { defineEndpoint, defineResource, listOf, onPages, roles, timeouts } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { historyFilters } from "./history-filters.ts";
import { exportReply } from "../files/jobs.ts";
import { liveMember, room, stay } from "./shapes.ts";
import { meetingRecordActions, memberKindKeys, mostMembers } from "./words.ts";

const prefix = "/meeting/api/v1/meetingRoom";
const people = roles(RoleTypes.enterprise);
const press = (verb: string) => roles(RoleTypes.enterprise, { button: `meetingRoom.${verb}` });
const tags = ["MeetingRoom"];
const liveTags = ["LiveMeeting"];
const pinField = (label: string) => digitsField(label, 4, 8);

export const meetingRoomFields = {
  name: nameField("会议室名称"),
  /** A room that had 7 or 8 digits before K92 keeps them. */
  code: string()
    .label("会议号")
    .trim()
    .test("code", "会议号为4到6位数字", (code) => !code || /^\d{4,8}$/.test(code))
    .required("请输入会议号"),
  hostPin: pinField("主持人密码")
    .test(
      "other",
      "主持人密码和成员密码不能相同",
      (pin, { parent }) => !pin || pin !== (parent as { memberPin?: string }).memberPin,
    )
    .test(
      "alone",
      "设置主持人密码时请同时设置成员密码",
      (pin, { parent }) => !pin || Boolean((parent as { memberPin?: string }).memberPin),
    ),
  memberPin: pinField("成员密码"),
  maxMembers: numberField("人数上限", { min: 2, max: mostMembers }).default(10),
  record: flagField("录音").default(0),
  enterMuted: flagField("入会静音").default(0),
  tone: flagField("进出提示音").default(1),
  waitForHost: flagField("等待主持人").default(0),
  enable: flagField("启用").default(1),
  remark: remarkField(),
};

/** Somebody to be rung. */
export const inviteeFields = {
  kind: string().label("类型").oneOf(memberKindKeys).required("请选择类型"),
  /** A seat's number, an extension's, one outside, or the id of a contact. */
  value: string().label("成员").trim().max(64).required("请输入成员"),
};

const ofRoom = { compId: compField(), id: idField("会议室") };
const ofMember = object({ ...ofRoom, member: idField("成员") });

const act = (verb: string, summary: string) =>
  defineEndpoint({
    name: `meeting${verb[0]?.toUpperCase()}${verb.slice(1)}`,
    method: "POST",
    path: `${prefix}/${verb}`,
    summary,
    permission: press("lead"),
    body: object(ofRoom),
    tags: liveTags,
  });

const actOn = (name: string, verb: string, summary: string) =>
  defineEndpoint({
    name,
    method: "POST",
    path: `${prefix}/${verb}`,
    summary,
    permission: press("lead"),
    body: ofMember,
    tags: liveTags,
  });

export const meetingRoomApi = defineResource({
  list: defineEndpoint({
    name: "meetingRoomList",
    method: "POST",
    path: `${prefix}/list`,
    summary: "Rooms of the enterprise; a seat has its own and those it is a member of",
    permission: onPages(people, "/conferenceroom", "/meetingmember", "/meetingstatistical"),
    reads: true,
    body: listBody(
      {
        name: lengthField("会议室名称"),
        code: lengthField("会议号"),
        enable: string().label("状态").oneOf(["", "0", "1"]),
      },
      ["name", "code", "createTime"],
    ),
    reply: listOf(room),
    tags,
  }),
  create: defineEndpoint({
    name: "meetingRoomCreate",
    method: "POST",
    path: `${prefix}/create`,
    summary: "Adds a room",
    permission: press("add"),
    body: object({ compId: compField(), ...meetingRoomFields }),
    reply: idReply,
    tags,
  }),
  update: defineEndpoint({
    name: "meetingRoomUpdate",
    method: "POST",
    path: `${prefix}/update`,
    summary: "Changes a room; the meeting that is held goes on as it was opened",
    permission: press("update"),
    body: object({ ...ofRoom, ...meetingRoomFields }),
    tags,
  }),
  delete: defineEndpoint({
    name: "meetingRoomDelete",
    method: "POST",
    path: `${prefix}/del/:id`,
    summary: "Deletes a room with its standing members",
    permission: press("delete"),
    params: object({ id: idField("会议室") }),
    query: object({ compId: compField() }),
    tags,
  }),
  init: defineEndpoint({
    name: "meetingInit",
    method: "POST",
    path: `${prefix}/init`,
    summary: "Opens the room's meeting: the own seat is rung, and the standing members that are to be",
    permission: press("lead"),
    body: object(ofRoom),
    reply: object({
      meetingId: string().required(),
      /** Whom it could not ring, and why, for people. */
      missed: array().of(string().required()).required(),
    }),
    tags: [...tags, ...liveTags],
  }),
  invite: defineEndpoint({
    name: "meetingInvite",
    method: "POST",
    path: `${prefix}/invite`,
    summary: "Rings somebody into the meeting",
    permission: press("lead"),
    body: object({ ...ofRoom, ...inviteeFields, name: lengthField("姓名") }),
    tags: liveTags,
  }),
  remove: actOn("meetingRemove", "meetingRemove", "Puts a member out of the meeting"),
  mute: actOn("meetingMuteMember", "muteMember", "Nobody hears the member"),
  unmute: actOn("meetingUnmuteMember", "unmuteMember", "The member is heard again"),
  muteAll: act("muteAll", "Nobody hears the members; hosts are spared"),
  unmuteAll: act("unmuteAll", "Everybody is heard"),
  end: defineEndpoint({
    name: "meetingEnd",
    method: "POST",
    path: `${prefix}/meetingEnd`,
    summary: "Ends the meeting for everybody",
    permission: press("lead"),
    body: object(ofRoom),
    tags: [...tags, ...liveTags],
  }),
  recordControl: defineEndpoint({
    name: "meetingRecordControl",
    method: "POST",
    path: `${prefix}/recordControl`,
    summary: "Starts, stops, pauses or goes on with the recording of the meeting",
    permission: press("lead"),
    body: object({
      ...ofRoom,
      action: string().label("操作").oneOf(meetingRecordActions).required("请选择操作"),
    }),
    tags: liveTags,
  }),
  live: defineEndpoint({
    name: "meetingLive",
    method: "POST",
    path: `${prefix}/live`,
    summary: "Who is in the room's meeting now",
    permission: onPages(people, "/conferenceroom"),
    reads: true,
    body: object(ofRoom),
    reply: object({
      /** '': none is held. */
      meetingId: string().defined(),
      /** Epoch ms. */
      startedAt: number().nullable().defined(),
      at: number().required(),
      /** paused: silence is recorded. autoRecord: by the room's setting, and nobody stops it. */
      recording: boolean().required(),
      paused: boolean().required(),
      autoRecord: boolean().required(),
      members: array().of(liveMember).required(),
    }),
    tags: liveTags,
  }),
  history: defineEndpoint({
    name: "meetingHistory",
    method: "POST",
    path: `${prefix}/history`,
    summary: "Meetings that were held, newest first, with who was in them",
    permission: onPages(people, "/meetingstatistical", "/conferenceroom"),
    reads: true,
    body: listBody(historyFilters),
    reply: listOf(
      object({
        meetingId: string().required(),
        roomId: string().required(),
        name: string().required(),
        openedBy: string().defined(),
        /** Epoch ms; to null: it is held. */
        from: number().required(),
        to: number().nullable().defined(),
        members: array().of(stay).required(),
        /** ms and bytes; null: none. */
        recording: object({ ms: number().required(), bytes: number().required() }).nullable().defined(),
      }),
    ),
    tags: [...tags, ...liveTags],
  }),
  export: defineEndpoint({
    name: "meetingExport",
    method: "POST",
    path: `${prefix}/history/export`,
    summary: "Exports meetings that were held as a job; filters as in the list",
    permission: roles(RoleTypes.administrators, { button: "meetingHistory.export", purview: "export" }),
    body: object({ compId: compField(), ...historyFilters }),
    reply: exportReply,
    tags: ["FileJob"],
  }),
  record: defineEndpoint({
    name: "meetingRecord",
    method: "GET",
    path: `${prefix}/record`,
    summary: "The recording of a meeting",
    permission: roles(RoleTypes.administrators, { button: "meetingHistory.record", purview: "download" }),
    query: object({ compId: compField(), meetingId: idField("会议") }),
    produces: "binary",
    timeoutMs: timeouts.download,
  }),
  candidates: defineEndpoint({
    name: "meetingCandidates",
    method: "POST",
    path: `${prefix}/candidates`,
    summary: "Seats, extensions or contacts to choose a member from",
    permission: onPages(people, "/conferenceroom", "/meetingmember"),
    reads: true,
    body: object({
      compId: compField(),
      kind: string().label("类型").oneOf(memberKindKeys).required(),
      keyword: lengthField("关键字"),
    }),
    reply: array()
      .of(object({ value: string().required(), label: string().required() }))
      .required(),
  }),
});
