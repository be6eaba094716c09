/** Versions of flows: immutable, with a note; what a call began in it ends in (inventory C4). */
import { array, mixed, number, object, string } from "yup";
import { compField, idField } from "../crud.ts";
import { lengthField } from "../fields.ts";
import { defineEndpoint, defineResource } from "../resource.ts";
import type { Program } from "./engine/program.ts";
import { diffReply } from "./diff-reply.ts";
import {
  findingsReply,
  flowField,
  flowLimits,
  flowNoteField,
  flowPrefix,
  flowRevisionField,
  flowTags as tags,
  nodeReply,
  onFlows,
  percentField,
  pressFlow,
} from "./parts.ts";

const ofFlow = { compId: compField(), id: idField("流程") };
const published = object({ versionId: string().required(), version: number().required() });

/** `data` of a refused publishing: which of the three barred it. */
export interface PublishRefusal {
  readonly findings: readonly {
    readonly severity: "error" | "warning";
    readonly rule: string;
    readonly subProcessId: string;
    readonly nodeId: string;
    readonly nodeName: string;
    readonly text: string;
  }[];
  /** Tests that fail: with a `reason` it is published all the same. */
  readonly tests: readonly { readonly id: string; readonly name: string; readonly faults: readonly string[] }[];
  /** Samples that would take another branch, where they are too many: with a `reason` it is published all the same. */
  readonly confused: readonly {
    readonly nodeId: string;
    readonly nodeName: string;
    readonly text: string;
    readonly intentName: string;
    readonly takenName: string;
  }[];
}

/** What can be asked who uses it: ReferenceKind of the engine. */
export const dependencyKinds = {
  voice: "语音",
  skillGroup: "技能组",
  dispatchQueue: "调度队列",
  seat: "坐席",
  extension: "分机",
  timeRule: "时间规则",
  interface: "外部接口",
  smsTemplate: "短信模板",
  flow: "流程",
  knowledgeClass: "知识分类",
  knowledge: "知识",
  intent: "意图",
  form: "表单",
  lookUpTable: "查找表",
  sharedPrompt: "共享话术",
  subProcess: "子流程",
  sharedFlow: "公共子流程",
} as const;

/** version: that it names of a shared sub-process; 0: the newest, or the thing has none. draft: the draft names it so. */
const usingNode = nodeReply.shape({ version: number().required(), draft: number().oneOf([0, 1]).required() });

export const flowVersionApi = defineResource({
  /** Of the draft, or of `flow` where it is given: the editor asks while it is drawn. */
  validate: defineEndpoint({
    name: "flowValidate",
    method: "POST",
    path: `${flowPrefix}/validate`,
    summary: "What is wrong with a flow's draft, or with a text",
    permission: onFlows,
    reads: true,
    body: object({ compId: compField(), id: idField("流程"), flow: flowField() }),
    reply: object({ findings: findingsReply }),
    tags,
  }),
  /** Errors, red tests and confused intents are answered as code 0 with a PublishRefusal. */
  publish: defineEndpoint({
    name: "flowPublish",
    method: "POST",
    path: `${flowPrefix}/publish`,
    summary: "Makes the draft a version that calls are led through",
    permission: pressFlow("publish"),
    body: object({
      ...ofFlow,
      revision: flowRevisionField().required("请填写修订号"),
      note: flowNoteField().default(""),
      /** Why it is published although tests fail or intents are confused. */
      reason: flowNoteField("发布原因").default(""),
    }),
    reply: published.shape({ findings: findingsReply }),
    tags,
  }),
  versions: defineEndpoint({
    name: "flowVersions",
    method: "POST",
    path: `${flowPrefix}/versions`,
    summary: "Published versions of a flow, newest first",
    permission: onFlows,
    reads: true,
    body: object(ofFlow),
    reply: array()
      .of(
        object({
          versionId: string().required(),
          version: number().required(),
          note: string().defined(),
          /** '': the tests were green. */
          reason: string().defined(),
          /** Of which version it is a return; 0: of none. */
          restores: number().required(),
          publishTime: string().required(),
          publishedBy: string().defined(),
          /** Of the calls that begin now, 0 to 100. */
          percent: number().required(),
          testsRun: number().required(),
          testsFailed: number().required(),
        }),
      )
      .required(),
    tags,
  }),
  versionFind: defineEndpoint({
    name: "flowVersionFind",
    method: "POST",
    path: `${flowPrefix}/versionFind`,
    summary: "A version with its text",
    permission: onFlows,
    reads: true,
    body: object({ compId: compField(), versionId: idField("版本") }),
    reply: published.shape({
      id: string().required(),
      flowType: number().required(),
      flow: string().required(),
      tts: string().defined(),
      note: string().defined(),
      publishTime: string().required(),
      publishedBy: string().defined(),
    }),
    tags,
  }),
  /** It becomes a new version with the same text; the draft stays. A draft that others changed since is answered with a FlowConflict. */
  rollback: defineEndpoint({
    name: "flowRollback",
    method: "POST",
    path: `${flowPrefix}/rollback`,
    summary: "Publishes an old version again",
    permission: pressFlow("publish"),
    body: object({
      compId: compField(),
      versionId: idField("版本"),
      note: flowNoteField().default(""),
      /** 1: the draft becomes that version's, too, which asks for the button of 编辑. */
      draft: number().label("同时恢复草稿").oneOf([0, 1]).default(0),
      /** Of the draft that it takes the place of, as it was seen. */
      revision: flowRevisionField().when("draft", {
        is: 1,
        then: (field) => field.required("恢复草稿请填写修订号"),
      }),
    }),
    /** revision: of the draft as it is now. */
    reply: published.shape({ revision: number().required() }),
    tags,
  }),
  /** a, b: ids of versions of this flow; '': its draft. */
  diff: defineEndpoint({
    name: "flowDiff",
    method: "POST",
    path: `${flowPrefix}/diff`,
    summary: "How two versions of a flow differ",
    permission: onFlows,
    reads: true,
    body: object({
      ...ofFlow,
      a: string().label("版本").max(64).defined(),
      b: string().label("版本").max(64).defined(),
    }),
    reply: diffReply,
    tags,
  }),
  dependents: defineEndpoint({
    name: "flowDependents",
    method: "POST",
    path: `${flowPrefix}/dependents`,
    summary: "Which flows use a voice, a skill group, an interface …",
    permission: onFlows,
    reads: true,
    body: object({
      compId: compField(),
      kind: string()
        .label("类型")
        .oneOf(Object.keys(dependencyKinds) as (keyof typeof dependencyKinds)[])
        .required("请选择类型"),
      dependencyId: idField("对象"),
    }),
    reply: object({
      flows: array()
        .of(
          object({
            flowId: string().required(),
            flowName: string().required(),
            flowType: number().required(),
            /** The draft, the version that runs, or both name it. */
            draft: number().oneOf([0, 1]).required(),
            running: number().oneOf([0, 1]).required(),
            nodes: array().of(usingNode).required(),
          }),
        )
        .required(),
      /** Of a flow: what leads to it besides flows, in words: numbers, overflows, robots, tasks, 满意度评价. */
      others: array().of(string().required()).required(),
    }),
    tags,
  }),
  /** By the caller's number, so that the same caller gets the same version. []: the newest gets all. */
  share: defineEndpoint({
    name: "flowShare",
    method: "POST",
    path: `${flowPrefix}/share`,
    summary: "Shares calls out among versions of a flow",
    permission: pressFlow("publish"),
    body: object({
      ...ofFlow,
      versions: array()
        .label("版本")
        .of(object({ versionId: idField("版本"), percent: percentField().required("请输入比例") }))
        .max(flowLimits.shares, `最多${flowLimits.shares}个版本`)
        .required()
        .test("sum", "比例之和应为100", (list) => {
          const sum = (list ?? []).reduce((all, { percent }) => all + (percent ?? 0), 0);
          return list?.length === 0 || sum === 100;
        })
        .test("once", "版本重复", (list) => new Set(list?.map((v) => v.versionId)).size === (list ?? []).length),
    }),
    tags,
  }),
});

/** What a published flow is to a call. */
export const flowResolvingApi = defineResource({
  transfer: defineEndpoint({
    name: "flowResolvingTransfer",
    method: "POST",
    path: "/ivr/api/v1/flowResolving/transfer",
    summary: "What a published flow resolves to for a caller: program, variables, voice",
    permission: onFlows,
    reads: true,
    body: object({
      compId: compField(),
      flowId: idField("流程"),
      callerNumber: lengthField("主叫号码", 32).default(""),
    }),
    reply: object({
      flowId: string().required(),
      versionId: string().required(),
      version: number().required(),
      program: mixed<Program>().required(),
      variables: array()
        .of(object({ vName: string().required(), vAlias: string().defined(), value: string().defined() }))
        .required(),
      tts: string().defined(),
    }),
  }),
  /** pricessIds: ids of flows, as the specification spells it; []: all of the enterprise's. */
  delCacheRedis: defineEndpoint({
    name: "flowDelCacheRedis",
    method: "POST",
    path: "/callin/api/v1/delCacheRedis",
    summary: "Drops compiled programs of flows in every process",
    permission: pressFlow("publish"),
    body: object({
      compId: compField(),
      pricessIds: array().label("流程").of(string().required().max(64)).max(200).default([]),
    }),
  }),
});
