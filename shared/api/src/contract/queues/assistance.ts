/** 举手求助: an agent in a talk asks the monitors for help; one of them listens, whispers, joins, or writes a line. */
import { RoleTypes } from "../roles.ts";
import { array, number, object, string } from "yup";
import { compField, idField } from "../crud.ts";
import { lengthField } from "../fields.ts";
import { defineEndpoint, defineResource, onPages, roles } from "../resource.ts";

const prefix = "/sg/api/v1/assistance";
const tags = ["Assistance"];

/** How a monitor answers. done: in another way, in person. */
export const assistanceWays = { listen: "监听", whisper: "密语", insert: "强插", line: "回复", done: "处理" } as const;
export type AssistanceWay = keyof typeof assistanceWays;
const ways = Object.keys(assistanceWays) as AssistanceWay[];

/** Pages that show who asks. */
export const assistancePages = ["/realtimemonitoring", "/headmanmonitor", "/skillgroupmonitor", "/queuelist"] as const;
const watchers = roles(RoleTypes.supervisors, { page: assistancePages, purview: "monitor" });

/** Epoch ms. */
const answer = {
  answeredAt: number().nullable().defined(),
  /** Who answered first; '' nobody yet. */
  answeredBy: string().defined(),
  way: string()
    .oneOf([...ways, ""])
    .defined(),
  /** The line that came back. */
  line: string().defined(),
};

export const assistanceApi = defineResource({
  ask: defineEndpoint({
    name: "assistanceAsk",
    method: "POST",
    path: `${prefix}/ask`,
    summary: "Asks the monitors of the own seat for help in the present talk",
    permission: roles(RoleTypes.seats),
    body: object({ callId: idField("通话编号"), text: lengthField("求助内容", 100).required("请输入求助内容") }),
    tags,
  }),
  takeBack: defineEndpoint({
    name: "assistanceTakeBack",
    method: "POST",
    path: `${prefix}/takeBack`,
    summary: "Takes the own request for help back",
    permission: roles(RoleTypes.seats),
    body: object({ callId: idField("通话编号") }),
    tags,
  }),
  mine: defineEndpoint({
    name: "assistanceMine",
    method: "POST",
    path: `${prefix}/mine`,
    summary: "The own open request for help, if there is one",
    permission: roles(RoleTypes.seats),
    reads: true,
    body: object({ callId: idField("通话编号") }),
    reply: array()
      .of(object({ text: string().required(), askedAt: number().required(), ...answer }))
      .max(1)
      .required(),
    tags,
  }),
  list: defineEndpoint({
    name: "assistanceList",
    method: "POST",
    path: `${prefix}/list`,
    summary: "Who asks for help now, the longest first; a monitor sees the own groups",
    permission: onPages(roles(RoleTypes.supervisors), ...assistancePages),
    reads: true,
    body: object({ compId: compField() }),
    reply: array()
      .of(
        object({
          id: string().required(),
          agentId: string().required(),
          name: string().defined(),
          text: string().required(),
          askedAt: number().required(),
          ...answer,
        }),
      )
      .required(),
    tags,
  }),
  /** listen, whisper and insert: from the own seat. line: a text in the agent's bar. */
  answer: defineEndpoint({
    name: "assistanceAnswer",
    method: "POST",
    path: `${prefix}/answer`,
    summary: "Answers a request for help",
    permission: watchers,
    body: object({
      compId: compField(),
      id: idField(),
      way: string().label("应答方式").oneOf(ways).required(),
      line: lengthField("回复内容", 100).default(""),
    }),
    tags,
  }),
});
