/** 智能意向信息: levels of intention, the calls that have one, and what was done about them (endpoints.txt, intentionLevel). */
import { array, number, object, string } from "yup";
import { compField, idField, listBody } from "../crud.ts";
import { flagField, lengthField } from "../fields.ts";
import { defineEndpoint, defineResource, onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { dateTimeField } from "../validators.ts";

const path = "/crm/api/v1/intentionLevel";
const people = roles(RoleTypes.enterprise);
const page = ["/intellectleveinfo"] as const;
/** Who talks says what came of it. */
const marking = onPages(people, ...page, "/screenPopup", "/callScreen");
const tags = ["Intention"];

export const intentionLimits = { levels: 20, score: 100 } as const;
/** Of a robot's flow or an interface, which put it into the call's data; of the person who took the call. */
export const intentionSources = { flow: "流程", agent: "坐席" } as const;
export type IntentionSource = keyof typeof intentionSources;

/** In the call's data: the name of a level, or a score whose band is one. */
export const intentionKeys = { level: "intentionLevel", score: "intentionScore" } as const;

const score = (label: string) =>
  number().label(label).integer(`${label}应为整数`).min(0).max(intentionLimits.score).nullable();

/** What an enterprise may begin with. */
export const defaultLevels = [
  { name: "A", minScore: 90, maxScore: 100, remark: "意向强烈" },
  { name: "B", minScore: 70, maxScore: 89, remark: "有意向" },
  { name: "C", minScore: 40, maxScore: 69, remark: "需要跟进" },
  { name: "D", minScore: 0, maxScore: 39, remark: "意向较低" },
  { name: "E", minScore: null, maxScore: null, remark: "未接通" },
  { name: "F", minScore: null, maxScore: null, remark: "拒绝" },
] as const;

/** Without scores: given by name alone. */
const level = object({
  id: string().label("等级").max(64),
  name: lengthField("等级名称", 20).required("请输入等级名称"),
  minScore: score("最低分").default(null),
  maxScore: score("最高分").default(null),
  remark: lengthField("说明", 60),
});

const levelReply = object({
  id: string().required(),
  name: string().required(),
  minScore: number().nullable().defined(),
  maxScore: number().nullable().defined(),
  remark: string().defined(),
});

const call = object({
  callId: string().required(),
  levelId: string().defined(),
  /** As it was called when it was given. */
  levelName: string().required(),
  score: number().nullable().defined(),
  source: string()
    .oneOf(Object.keys(intentionSources) as IntentionSource[])
    .required(),
  note: string().defined(),
  markTime: string().required(),
  markedBy: string().defined(),
  direction: string().required(),
  /** Masked for whom numbers are hidden. */
  number: string().defined(),
  /** To dial it by; '': who has no seat. */
  ref: string().defined(),
  agentId: string().defined(),
  agentName: string().defined(),
  startTime: string().required(),
  talkSeconds: number().required(),
  followed: number().oneOf([0, 1]).required(),
  followNote: string().defined(),
  followBy: string().defined(),
  followTime: string().defined(),
});

export const intentionLevelApi = defineResource({
  list: defineEndpoint({
    name: "intentionLevelList",
    method: "POST",
    path: `${path}/list`,
    summary: "Levels of intention",
    permission: marking,
    reads: true,
    body: object({ compId: compField() }),
    reply: array().of(levelReply).required(),
    tags,
  }),
  /** All of them at once: whoever is missing goes; calls keep the name that they were given. */
  save: defineEndpoint({
    name: "intentionLevelSave",
    method: "POST",
    path: `${path}/save`,
    summary: "Sets the levels of intention",
    permission: roles(RoleTypes.administrators, { button: "intentionLevel.save" }),
    body: object({
      compId: compField(),
      levels: array().label("等级").of(level).max(intentionLimits.levels).required(),
    }),
    tags,
  }),
  calls: defineEndpoint({
    name: "intentionCalls",
    method: "POST",
    path: `${path}/calls`,
    summary: "Calls with a level of intention, newest first, and how many each level has",
    permission: onPages(people, ...page),
    reads: true,
    findsBy: ["phone"],
    body: listBody(
      {
        levelId: string().label("等级").max(64),
        followed: string().label("跟进").oneOf(["", "0", "1"]),
        source: string()
          .label("来源")
          .oneOf(["", ...Object.keys(intentionSources)]),
        agentId: lengthField("坐席", 20),
        /** The whole number. */
        phone: lengthField("客户号码", 20),
        startTime: dateTimeField("通话时间"),
        endTime: dateTimeField("通话时间"),
      },
      ["markTime"],
    ),
    reply: object({
      list: array().of(call).required(),
      total: number().integer().required(),
      pageNo: number().integer().required(),
      pageSize: number().integer().required(),
      counts: array()
        .of(object({ levelId: string().defined(), levelName: string().required(), count: number().required() }))
        .required(),
    }),
    tags,
  }),
  /** What a call has now; '': none, or the call is not seen. */
  find: defineEndpoint({
    name: "intentionFind",
    method: "POST",
    path: `${path}/find`,
    summary: "The level of intention that a call has",
    permission: marking,
    reads: true,
    body: object({ compId: compField(), callId: idField("通话") }),
    reply: object({
      levelId: string().defined(),
      levelName: string().defined(),
      score: number().nullable().defined(),
      note: string().defined(),
    }),
    tags,
  }),
  /** levelId '': the level whose band the score is in; without a score either: none any more. */
  mark: defineEndpoint({
    name: "intentionMark",
    method: "POST",
    path: `${path}/mark`,
    summary: "Gives a call a level of intention",
    permission: marking,
    body: object({
      compId: compField(),
      callId: idField("通话"),
      levelId: string().label("意向等级").max(64),
      score: score("得分").default(null),
      note: lengthField("说明", 200),
    }),
    tags,
  }),
  followUp: defineEndpoint({
    name: "intentionFollowUp",
    method: "POST",
    path: `${path}/followUp`,
    summary: "Says what was done about a call's intention",
    permission: onPages(people, ...page),
    body: object({
      compId: compField(),
      callId: idField("通话"),
      followed: flagField("已跟进").required("请选择是否已跟进"),
      followNote: lengthField("跟进记录", 500),
    }),
    tags,
  }),
});
