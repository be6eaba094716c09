/** 机器人学习: sentences that were heard, those that were not understood in groups; an intent learns from them (flows.md D10, E19). */
import { array, boolean, number, object, string } from "yup";
import { compField, countReply, idField, listBody } from "../crud.ts";
import { dateField, lengthField } from "../fields.ts";
import { defineEndpoint, defineResource, listOf, onPages, roles, timeouts } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { matchedBy, type MatchedBy } from "./intents.ts";

const readers = onPages(roles(RoleTypes.administrators), "/robotlearning");
const press = (button: string) => roles(RoleTypes.administrators, { button });

export const heardStates = { understood: "已识别", unknown: "未识别", assigned: "已归入", ignored: "已忽略" } as const;
export type HeardState = keyof typeof heardStates;
/** Those that robotLearning lists. */
export const learningStates = ["unknown", "assigned", "ignored"] as const satisfies readonly HeardState[];

/** Sentences of one assignment, and groups of stored sentences that are tried anew for it, the newest. */
export const learningLimits = { assign: 200, tried: 5_000, shown: 200, calls: 5, reason: 200 } as const;

const tags = ["RobotLearning"];
const keys = () =>
  array()
    .label("句子")
    .of(string().required().max(64))
    .min(1, "请选择句子")
    .max(learningLimits.assign, `一次最多处理${learningLimits.assign}组`)
    .required();
const filters = {
  keyword: lengthField("句子", 60),
  flowId: string().label("流程").max(64),
  startTime: dateField("日期"),
  endTime: dateField("日期"),
};

const change = object({
  text: string().required(),
  /** Times that it was heard. */
  count: number().required(),
  /** '': not understood. */
  fromId: string().defined(),
  fromName: string().defined(),
  fromScore: number().required(),
  toId: string().defined(),
  toName: string().defined(),
  toScore: number().required(),
});

export const robotLearningApi = defineResource({
  list: defineEndpoint({
    name: "robotLearningList",
    method: "POST",
    path: "/ivr/api/v1/robotLearning/list",
    summary: "Sentences that were not understood, in groups, the latest first",
    permission: readers,
    reads: true,
    body: listBody(
      {
        ...filters,
        /** all: groups in any of them. */
        state: string()
          .label("状态")
          .oneOf([...learningStates, "all"] as const)
          .default("unknown"),
      },
      ["count", "lastTime"],
    ),
    reply: listOf(
      object({
        /** Of the group. */
        id: string().required(),
        text: string().required(),
        /** Of the sentence that was heard last. */
        state: string().oneOf(learningStates).required(),
        count: number().required(),
        firstTime: string().required(),
        lastTime: string().required(),
        /** Where it was heard last. */
        flowId: string().defined(),
        /** '': the flow, or what it was called, is gone. */
        flowName: string().defined(),
        nodeId: string().defined(),
        /** As it was called then. */
        nodeName: string().defined(),
        /** The newest. */
        callIds: array().of(string().required()).required(),
        /** The intent that came nearest, '' none; or the one it was assigned to. */
        intentId: string().defined(),
        intentName: string().defined(),
        score: number().required(),
      }),
    ),
    tags,
  }),
  /** dryRun: says what would change and changes nothing. */
  assign: defineEndpoint({
    name: "robotLearningAssign",
    method: "POST",
    path: "/ivr/api/v1/robotLearning/assign",
    summary: "Adds sentences to the samples of an intent and trains it; says which stored sentences change branch",
    permission: press("robotLearning.assign"),
    timeoutMs: timeouts.slow,
    body: object({
      compId: compField(),
      ids: keys(),
      intentId: idField("意图"),
      dryRun: boolean().label("试算").default(false),
      /** Why it is to be all the same, where `tests.failed` are any. */
      reason: lengthField("仍要归入的原因", learningLimits.reason).default(""),
    }),
    reply: object({
      saved: boolean().required(),
      /** Sentences that become samples; those that are already are not counted. */
      added: number().required(),
      /** Groups of stored sentences that were tried. */
      tried: number().required(),
      /** Those of the assigned that would still not lead to the intent. */
      astray: array().of(change).required(),
      /** The others that change branch, the most heard first; `changed`: how many there are. */
      changes: array().of(change).required(),
      changed: number().required(),
      /** Enabled tests of the flows that calls are led through and that listen for the intent, with it as it will be. */
      tests: object({
        run: number().required(),
        /** Not run, for there are too many. */
        left: number().required(),
        /** They pass now and will not: without `reason` nothing is saved. */
        failed: array()
          .of(
            object({
              flowId: string().required(),
              flowName: string().defined(),
              version: number().required(),
              id: string().required(),
              name: string().defined(),
              faults: array().of(string().required()).required(),
            }),
          )
          .required(),
      }).required(),
    }),
    tags: [...tags, "Intent"],
  }),
  ignore: defineEndpoint({
    name: "robotLearningIgnore",
    method: "POST",
    path: "/ivr/api/v1/robotLearning/ignore",
    summary: "Puts sentences aside",
    permission: press("robotLearning.ignore"),
    body: object({ compId: compField(), ids: keys() }),
    reply: countReply,
    tags,
  }),
  delete: defineEndpoint({
    name: "robotLearningDelete",
    method: "POST",
    path: "/ivr/api/v1/robotLearning/delete",
    summary: "Deletes stored sentences, by groups",
    permission: press("robotLearning.delete"),
    body: object({ compId: compField(), ids: keys() }),
    reply: countReply,
    tags,
  }),
});

/** Sentences that an intent was found for, each with its scores. */
export const intentionDetailApi = defineResource({
  list: defineEndpoint({
    name: "intentionDetailList",
    method: "POST",
    path: "/ivr/api/v1/intentionDetail/list",
    summary: "Sentences that were understood, the latest first",
    permission: onPages(readers, "/robotlearning", "/knowledgebaseclassify"),
    reads: true,
    body: listBody({ ...filters, intentId: string().label("意图").max(64) }, ["at"]),
    reply: listOf(
      object({
        id: string().required(),
        at: string().required(),
        callId: string().required(),
        flowId: string().defined(),
        flowName: string().defined(),
        nodeId: string().defined(),
        nodeName: string().defined(),
        text: string().required(),
        intentId: string().required(),
        intentName: string().defined(),
        by: string()
          .oneOf(Object.keys(matchedBy) as MatchedBy[])
          .required(),
        score: number().required(),
        secondName: string().defined(),
        secondScore: number().required(),
      }),
    ),
    tags,
  }),
});
