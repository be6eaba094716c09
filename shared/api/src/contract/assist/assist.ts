/**
 * 坐席辅助 of a talk: listening to it, what was said in it, and what the enterprise wants noticed. Of the specification's names under
 * /dca/api/v1: msg is the dialogue of a call, warn its warnings and their settings, process the process to follow, kbm the knowledge
 * entries that are shown when their sentence is heard, kwRobotCode the assist flow.
 */
import { array, number, object, string } from "yup";
import { compField, crud, idField } from "../crud.ts";
import { flagField, lengthField, numberField } from "../fields.ts";
import { defineEndpoint, defineResource, onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { assistRules, assistSides, assistWarningTexts, type AssistWarningKind } from "./dialogue.ts";

const dca = "/dca/api/v1";
const tags = ["Assist"];
/** Own talks; others' with a page that shows them (docs/protocol.md, A10). */
const readers = roles(RoleTypes.enterprise);
const press = roles(RoleTypes.administrators, { button: "seat.assist" });
const looks = onPages(roles(RoleTypes.administrators), "/seats");

const callQuery = object({ callId: idField("通话编号") });
const kinds = Object.keys(assistWarningTexts) as AssistWarningKind[];
const { silence, speed, words } = assistRules;

const within = ({ min, max }: { readonly min: number; readonly max: number }) => `为0（不告警）或${min}至${max}`;
const limitField = (label: string, bounds: { readonly min: number; readonly max: number }) =>
  numberField(label, { min: 0, max: bounds.max })
    .required()
    .test("off", `${label}${within(bounds)}`, (value) => value === 0 || value >= bounds.min);

const ofSetting = {
  enabled: flagField("坐席辅助").required(),
  /** Seconds in which nobody speaks; 0: is not noticed. */
  silenceS: limitField("静音告警", silence),
  /** Characters a minute of the agent; 0: is not noticed. */
  speed: limitField("语速告警", speed),
  chipin: flagField("抢话告警").required(),
  words: array()
    .label("敏感词")
    .of(string().trim().label("敏感词").required("敏感词不能为空").max(words.length))
    .max(words.most)
    .required(),
};

export const assistApi = defineResource({
  push: defineEndpoint({
    name: "assistPush",
    method: "GET",
    path: "/callout/api/v1/pushStream/push",
    summary: "Both voices of the own call are listened to from now on",
    permission: roles(RoleTypes.seats),
    query: callQuery,
  }),
  stop: defineEndpoint({
    name: "assistStop",
    method: "GET",
    path: "/callout/api/v1/pushStream/stopPush",
    summary: "The own call is listened to no longer",
    permission: roles(RoleTypes.seats),
    query: callQuery,
  }),
  msg: defineEndpoint({
    name: "assistMsg",
    method: "POST",
    path: `${dca}/msg`,
    summary: "What was said in a call, in order",
    permission: readers,
    reads: true,
    body: object({ callId: idField("通话编号") }),
    reply: array()
      .of(
        object({
          id: string().required(),
          agentId: string().required(),
          type: string().oneOf(assistSides).required(),
          text: string().defined(),
          startTime: number().required(),
          endTime: number().required(),
          mute: number().integer().required(),
          chipin: number().oneOf([0, 1]).required(),
          speed: number().integer().nullable().defined(),
          badWords: array().of(string().required()).required(),
          badWord: number().oneOf([0, 1]).required(),
        }),
      )
      .required(),
    tags,
  }),
  warn: defineEndpoint({
    name: "assistWarn",
    method: "POST",
    path: `${dca}/warn`,
    summary: "What was to be noticed in a call, in order",
    permission: readers,
    reads: true,
    body: object({ callId: idField("通话编号") }),
    reply: array()
      .of(
        object({
          id: string().required(),
          agentId: string().required(),
          kind: string().oneOf(kinds).required(),
          time: number().required(),
          text: string().required(),
          entryId: string().defined(),
        }),
      )
      .required(),
    tags,
  }),
  /** At most one; none: nothing is followed, and nobody listens. */
  process: defineEndpoint({
    name: "assistProcess",
    method: "POST",
    path: `${dca}/process`,
    summary: "The process to follow in the own call, where it stands, and whether the call is listened to",
    permission: roles(RoleTypes.seats),
    reads: true,
    body: object({ callId: idField("通话编号") }),
    reply: array()
      .of(
        object({
          /** '': none is followed. */
          flowId: string().defined(),
          flowData: object({
            name: string().defined(),
            steps: array()
              .of(object({ nodeId: string().required(), nodeName: string().defined(), content: string().defined() }))
              .required(),
          }).required(),
          nodeData: object({ nodeId: string().defined(), content: string().defined() }).required(),
          /** 1: both voices are listened to now. */
          listening: number().oneOf([0, 1]).required(),
        }),
      )
      .max(1)
      .required(),
    tags,
  }),
  setting: defineEndpoint({
    name: "assistSetting",
    method: "POST",
    path: `${dca}/warn/setting`,
    summary: "Whether calls are listened to, and what is to be noticed",
    permission: looks,
    reads: true,
    body: object({ compId: compField() }),
    reply: object({
      enabled: number().oneOf([0, 1]).required(),
      silenceS: number().integer().required(),
      speed: number().integer().required(),
      chipin: number().oneOf([0, 1]).required(),
      words: array().of(string().required()).required(),
      /** The recogniser of this installation, in words; '': there is none, and nothing can be listened to. */
      listener: string().defined(),
    }),
    tags,
  }),
  saveSetting: defineEndpoint({
    name: "assistSaveSetting",
    method: "POST",
    path: `${dca}/warn/setting/save`,
    summary: "Says whether calls are listened to, and what is to be noticed",
    permission: press,
    body: object({ compId: compField(), ...ofSetting }),
    tags,
  }),
  robotCode: defineEndpoint({
    name: "assistRobotCode",
    method: "POST",
    path: `${dca}/kwRobotCode`,
    summary: "The assist flow that agents are led through",
    permission: looks,
    reads: true,
    body: object({ compId: compField() }),
    /** '': none. flows: published, switched on and of the type for agents; the one that is named may be none of them any more. */
    reply: object({
      flowId: string().defined(),
      flows: array()
        .of(object({ id: string().required(), name: string().required() }))
        .required(),
    }),
    tags,
  }),
  saveRobotCode: defineEndpoint({
    name: "assistSaveRobotCode",
    method: "POST",
    path: `${dca}/kwRobotCode/save`,
    summary: "Names the assist flow that agents are led through; '' none",
    permission: press,
    body: object({ compId: compField(), flowId: lengthField("辅助流程", 64).default("") }),
    tags,
  }),
});

export const assistKnowledgeApi = defineResource(
  crud({
    name: "assistKnowledge",
    prefix: `${dca}/kbm`,
    noun: "knowledge entry of the assist",
    tag: "AssistKnowledge",
    row: object({ id: string().required(), sentence: string().required(), content: string().required() }),
    filters: { sentence: string().label("触发语句").max(assistRules.sentence) },
    sortable: ["sentence"],
    fields: {
      sentence: lengthField("触发语句", assistRules.sentence).required("请输入触发语句"),
      content: lengthField("推荐内容", assistRules.content).required("请输入推荐内容"),
    },
    permission: { list: looks, add: press, update: press, delete: press },
  }),
);
