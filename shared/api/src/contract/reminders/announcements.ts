/** 公告: to roles, seat groups and seats, or to everybody; who read it, and taken back. */
import { array, number, object, string } from "yup";
import { compField, countReply, crud, idField } from "../crud.ts";
import { flagField, lengthField, nameField } from "../fields.ts";
import { defineEndpoint, defineResource, listOf, onPages, pageFields, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { dateTimeField } from "../validators.ts";
import { readAnnouncement } from "./reminders.ts";

const prefix = "/crm/api/v1/notice";
const tags = ["Announcement", "MyReminders"];
const path = "/announcement";
/** Supervisors write: a monitor for the own groups. */
const press = (button: string) => roles(RoleTypes.supervisors, { button });

export const announcementStates = { draft: "草稿", published: "已发布", withdrawn: "已撤回" } as const;
export type AnnouncementState = keyof typeof announcementStates;
export const announcementStateNames = Object.keys(announcementStates) as AnnouncementState[];

export const longestAnnouncement = 2_000;

const ids = (label: string) => array().label(label).of(string().required().max(64)).max(500).default([]);

/** To whom: everybody, or whoever is in one of these. */
export const audienceFields = {
  everyone: flagField("发布范围").default(0),
  roleIds: ids("角色"),
  groupIds: ids("坐席组"),
  agentIds: ids("坐席"),
};

const choice = array()
  .of(object({ id: string().required(), name: string().required() }))
  .required();

export const noticeApi = defineResource({
  ...crud({
    name: "notice",
    prefix,
    noun: "announcement",
    tag: "Announcement",
    row: object({
      id: string().required(),
      des: string().defined(),
      remarks: string().defined(),
      /** 1: its notification stays until it is read. */
      mustRead: number().oneOf([0, 1]).required(),
      state: string().oneOf(announcementStateNames).required(),
      everyone: number().oneOf([0, 1]).required(),
      roleIds: array().of(string().required()).required(),
      groupIds: array().of(string().required()).required(),
      agentIds: array().of(string().required()).required(),
      publishedAt: string().nullable().defined(),
      createdBy: string().defined(),
      /** How many it went to, and how many of them read it; null: the caller did not write it. */
      receivers: number().nullable().defined(),
      readers: number().nullable().defined(),
      /** 1: it went to the caller. */
      toMe: number().oneOf([0, 1]).required(),
      readAt: string().nullable().defined(),
      /** 1: the caller may change, publish and withdraw it. */
      editable: number().oneOf([0, 1]).required(),
    }),
    filters: {
      des: lengthField("公告标题"),
      state: string()
        .label("状态")
        .oneOf(["", ...announcementStateNames]),
      read: string().label("阅读").oneOf(["", "0", "1"]),
      /** To the second, as a notification names the one that it is about. */
      publishedAt: dateTimeField("发布时间"),
    },
    sortable: ["publishedAt"],
    fields: {
      des: nameField("公告标题", 50),
      remarks: lengthField("公告内容", longestAnnouncement).required("请输入公告内容"),
      mustRead: flagField("必读").default(0),
      ...audienceFields,
    },
    permission: {
      list: onPages(roles(RoleTypes.enterprise), path),
      add: press("notice.add"),
      update: press("notice.update"),
      delete: press("notice.delete"),
    },
  }),
  publish: defineEndpoint({
    name: "noticePublish",
    method: "POST",
    path: `${prefix}/publish`,
    summary: "Sends an announcement to those it is for now",
    permission: press("notice.publish"),
    body: object({ compId: compField(), id: idField("公告") }),
    reply: countReply,
    tags,
  }),
  withdraw: defineEndpoint({
    name: "noticeWithdraw",
    method: "POST",
    path: `${prefix}/withdraw`,
    summary: "Takes an announcement back: whoever had it finds it no more",
    permission: press("notice.withdraw"),
    body: object({ compId: compField(), id: idField("公告") }),
    tags,
  }),
  read: readAnnouncement,
  receipts: defineEndpoint({
    name: "noticeReceipts",
    method: "POST",
    path: `${prefix}/receipts`,
    summary: "Who has read an announcement, and who has not",
    permission: onPages(roles(RoleTypes.supervisors), path),
    reads: true,
    body: object({
      ...pageFields,
      compId: compField(),
      id: idField("公告"),
      read: string().label("阅读").oneOf(["", "0", "1"]),
    }),
    reply: listOf(
      object({
        id: string().required(),
        name: string().defined(),
        /** '': an account without a seat. */
        agentId: string().defined(),
        readAt: string().nullable().defined(),
      }),
    ),
    tags: ["Announcement"],
  }),
  targets: defineEndpoint({
    name: "noticeTargets",
    method: "POST",
    path: `${prefix}/targets`,
    summary: "Roles, seat groups and seats that the caller may announce to",
    permission: onPages(roles(RoleTypes.supervisors), path),
    reads: true,
    body: object({ compId: compField() }),
    reply: object({ roles: choice, groups: choice, seats: choice }),
    tags: ["Role", "AgentGroup", "Seat"],
  }),
});
