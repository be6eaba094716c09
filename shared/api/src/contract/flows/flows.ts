/** 流程配置: flows, their drafts (endpoints.txt, "Flows and robots"; names of realtime.md section 3: id, flowType, flow, tts). */
import { array, number, object, string } from "yup";
import { compField, idField, idReply, listBody } from "../crud.ts";
import { flagField, lengthField, nameField, remarkField } from "../fields.ts";
import { defineEndpoint, defineResource, filesField, listOf, timeouts } from "../resource.ts";
import { flowTypes, type FlowType } from "./engine/flow.ts";
import type { FlowDiff } from "./diff-reply.ts";
import {
  flowField,
  flowLimits,
  flowPrefix,
  flowRevisionField,
  flowTags as tags,
  flowTypeField,
  flowVoiceField,
  namingFlows,
  onFlows,
  pressFlow,
} from "./parts.ts";
import { carriedFlow, openReference, zipChoicesField, zipReferencesField } from "./zip-choices.ts";

const flag = () => number().oneOf([0, 1]).required();

const flowRow = {
  id: string().required(),
  name: string().required(),
  flowType: number<FlowType>().oneOf(Object.values(flowTypes)).required(),
  remark: string().defined(),
  enabled: flag(),
  /** Number of the newest published; 0: none. */
  version: number().required(),
  /** Its id; '': none. */
  versionId: string().defined(),
  /** The draft differs from it. */
  changed: flag(),
  /** Of the draft: a save says which one it saw. */
  revision: number().required(),
  createTime: string().required(),
  updateTime: string().required(),
  updatedBy: string().defined(),
  /** '': never. */
  publishTime: string().defined(),
};

/** `data` of the 409 of a stale save: what stands there now, and how it differs from what was sent. */
export interface FlowConflict {
  readonly revision: number;
  readonly updatedBy: string;
  readonly updateTime: string;
  /** JSON text. */
  readonly flow: string;
  readonly tts: string;
  /** From what was sent to what stands there. */
  readonly diff: FlowDiff;
}

/** What importing did not find here and left blank. kind: ReferenceKind. */
const missingReply = object({
  kind: string().required(),
  kindName: string().required(),
  id: string().required(),
  /** As it was called where it comes from. */
  name: string().defined(),
  nodeName: string().defined(),
});

/** What an import makes of what came with a flow, in words. */
export const broughtKinds = {
  intent: "意图",
  regexRule: "正则规则",
  knowledgeClass: "分类",
  knowledge: "内部知识",
  sharedFlow: "公共子流程",
} as const;
export type BroughtKind = keyof typeof broughtKinds;

export const flowApi = defineResource({
  list: defineEndpoint({
    name: "flowList",
    method: "POST",
    path: `${flowPrefix}/list`,
    summary: "Flows",
    permission: namingFlows,
    reads: true,
    body: listBody(
      {
        name: lengthField("流程名称"),
        flowType: flowTypeField(),
        enabled: string().label("状态").oneOf(["", "0", "1"]),
        /** 1: those that calls can be led to. */
        published: flagField("已发布"),
      },
      ["name", "flowType", "updateTime"],
    ),
    reply: listOf(
      object({
        ...flowRow,
        nodeCount: number().required(),
        testCount: number().required(),
        /** Calls are shared out among several versions. */
        shared: flag(),
        /** What leads calls here, in words: 接入号码4001. */
        usedBy: array().of(string().required()).required(),
      }),
    ),
    tags,
  }),
  /** Flows of type 3. */
  satisficingList: defineEndpoint({
    name: "flowSatisficingList",
    method: "POST",
    path: `${flowPrefix}/satisficingList`,
    summary: "Satisfaction flows",
    permission: namingFlows,
    reads: true,
    body: listBody({ name: lengthField("流程名称") }, ["name", "updateTime"]),
    reply: listOf(object(flowRow)),
    tags,
  }),
  find: defineEndpoint({
    name: "flowFind",
    method: "GET",
    path: `${flowPrefix}/find/:id`,
    summary: "A flow with its draft",
    permission: onFlows,
    params: object({ id: idField("流程") }),
    query: object({ compId: compField() }),
    reply: object({ ...flowRow, flow: string().required(), tts: string().defined() }),
    tags,
  }),
  /** Without `flow` it is a start and a hangup. */
  create: defineEndpoint({
    name: "flowCreate",
    method: "POST",
    path: `${flowPrefix}/create`,
    summary: "Adds a flow",
    permission: pressFlow("add"),
    body: object({
      compId: compField(),
      name: nameField("流程名称"),
      flowType: flowTypeField().required("请选择流程类型"),
      remark: remarkField(),
      tts: flowVoiceField().default(""),
      flow: flowField(),
    }),
    reply: object({ id: string().required(), revision: number().required() }),
    tags,
  }),
  /** Not its draft, which `save` changes. `enabled` 0: nothing new may name it; calls that are led to it already go on. */
  update: defineEndpoint({
    name: "flowUpdate",
    method: "POST",
    path: `${flowPrefix}/update`,
    summary: "Changes the name, remark, voice and state of a flow",
    permission: pressFlow("edit"),
    body: object({
      compId: compField(),
      id: idField("流程"),
      name: nameField("流程名称"),
      remark: remarkField(),
      /** Absent: as it is. Of the draft, as the text is. */
      tts: flowVoiceField(),
      enabled: number().label("状态").oneOf([0, 1]).default(1),
    }),
    reply: object({ revision: number().required() }),
    tags,
  }),
  /** A stale `revision`: 409 with a FlowConflict, nothing is written. */
  save: defineEndpoint({
    name: "flowSave",
    method: "POST",
    path: `${flowPrefix}/save`,
    summary: "Saves the draft of a flow",
    permission: pressFlow("edit"),
    body: object({
      compId: compField(),
      id: idField("流程"),
      revision: flowRevisionField().required("请填写修订号"),
      flow: flowField().required("请填写流程"),
      tts: flowVoiceField(),
    }),
    reply: object({ revision: number().required() }),
    tags,
  }),
  delete: defineEndpoint({
    name: "flowDelete",
    method: "POST",
    path: `${flowPrefix}/del/:id`,
    summary: "Deletes a flow with its versions and tests; refused while something leads to it",
    permission: pressFlow("delete"),
    params: object({ id: idField("流程") }),
    query: object({ compId: compField() }),
    tags,
  }),
  clone: defineEndpoint({
    name: "flowClone",
    method: "POST",
    path: `${flowPrefix}/clone`,
    summary: "A copy of a flow's draft and tests under another name",
    permission: pressFlow("add"),
    body: object({ compId: compField(), id: idField("流程"), name: nameField("流程名称") }),
    reply: idReply,
    tags,
  }),
  /** Goes on after its answer; how it goes is told over the socket (updateFlow, status 2, 3, 4). */
  train: defineEndpoint({
    name: "flowTrain",
    method: "POST",
    path: `${flowPrefix}/train/:id`,
    summary: "Builds the index of the intents of a flow's draft",
    permission: pressFlow("edit"),
    params: object({ id: idField("流程") }),
    query: object({ compId: compField() }),
    reply: object({ intents: number().required() }),
  }),
  /** manifest.json, flow.json, tests/*.json, audio/*.wav. versionId absent: the draft. */
  exportZip: defineEndpoint({
    name: "flowExportZip",
    method: "GET",
    path: `${flowPrefix}/exportZip`,
    summary: "A flow with its tests and sounds as a ZIP",
    permission: pressFlow("export"),
    query: object({ compId: compField(), id: idField("流程"), versionId: string().label("版本").max(64) }),
    produces: "binary",
    timeoutMs: timeouts.download,
  }),
  /** What importing this ZIP would make of the shared sub-processes that it carries. Nothing is written, nothing kept. */
  planZip: defineEndpoint({
    name: "flowPlanZip",
    method: "POST",
    path: `${flowPrefix}/planZip`,
    summary: "What a ZIP of a flow carries and names, and what of it is here",
    permission: pressFlow("import"),
    encoding: "multipart",
    maxBytes: flowLimits.zipBytes,
    maxFiles: 1,
    timeoutMs: timeouts.upload,
    ratePerMinute: 30,
    body: object({ compId: compField(), files: filesField() }),
    reply: object({
      /** The flow's, as it is called where it comes from. */
      name: string().required(),
      /** Of those below, which the flow calls itself. */
      calls: array().of(string().required()).required(),
      shared: array().of(object(carriedFlow)).required(),
      /** What has no equal here and does not come along. */
      references: array().of(object(openReference)).required(),
      /** Of their kinds: what there is here, by name. */
      here: array()
        .of(
          object({
            kind: string().required(),
            id: string().required(),
            name: string().defined(),
            enabled: flag(),
          }),
        )
        .required(),
    }),
  }),
  /** files: one .zip of exportZip. name absent: the one it had, with a number where that is taken. */
  importZip: defineEndpoint({
    name: "flowImportZip",
    method: "POST",
    path: `${flowPrefix}/importZip`,
    summary: "A new flow from a ZIP",
    permission: pressFlow("import"),
    encoding: "multipart",
    maxBytes: flowLimits.zipBytes,
    maxFiles: 1,
    timeoutMs: timeouts.upload,
    body: object({
      compId: compField(),
      name: lengthField("流程名称"),
      /** JSON of ZipChoice[]. A sub-process that none names is the one that is here, and is made where there is none. */
      choices: zipChoicesField(),
      /** JSON of ZipReference[], for what planZip tells of as having no equal; what none names is left open. */
      references: zipReferencesField(),
      files: filesField(),
    }),
    reply: object({
      id: string().required(),
      name: string().required(),
      nodes: number().required(),
      tests: number().required(),
      voices: number().required(),
      /** What the flow needs and was not here: it came with the ZIP and was made. */
      made: array()
        .of(object({ kind: string().required(), kindName: string().required(), name: string().required() }))
        .required(),
      /** Shared sub-processes that were made and cannot be published here yet, with what bars it. */
      unpublished: array()
        .of(object({ name: string().required(), text: string().required() }))
        .required(),
      missing: array().of(missingReply).required(),
    }),
    tags: [...tags, "Voice"],
  }),
});
