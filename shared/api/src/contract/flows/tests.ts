/** Tests of a flow: what the caller does, what the world answers, what is expected (inventory D1). */
import { array, mixed, number, object, string } from "yup";
import { compField, countReply, deleteBody, idField, idReply } from "../crud.ts";
import { limits, nameField, remarkField } from "../fields.ts";
import { defineEndpoint, defineResource, timeouts } from "../resource.ts";
import type { FlowTest } from "./engine/flow-test/types.ts";
import { flowTestFault } from "./test-schema.ts";
import { flowField, flowLimits, onFlows, pressFlow } from "./parts.ts";

const path = "/callin/api/v1/flowTest";
const tags = ["FlowTest"];

export type FlowTestBody = Omit<FlowTest, "name">;
const mostCharacters = 20_000;
const testField = () =>
  mixed<FlowTestBody>()
    .label("测试内容")
    .test("test", "测试内容格式有误", (value, test) => {
      if (value === undefined || value === null) return true;
      const fault = flowTestFault(value);
      return fault === undefined || test.createError({ message: `测试内容有误：${fault}` });
    })
    .test("size", "测试内容过多", (v) => !v || JSON.stringify(v).length <= mostCharacters);

const fields = {
  name: nameField("测试名称", 50),
  remark: remarkField(),
  enabled: number().label("状态").oneOf([0, 1]).default(1),
  test: testField().required("请填写测试内容"),
};

export const flowTestResult = object({
  /** '': of one that is not kept. */
  id: string().defined(),
  name: string().required(),
  passed: number().oneOf([0, 1]).required(),
  /** Why not. */
  faults: array().of(string().required()).required(),
  /** Exits it took: NODE:EXIT. */
  taken: array().of(string().required()).required(),
  /** What was said, pressed and decided, in order. */
  track: array()
    .of(
      object({
        action: string().required(),
        nodeId: string().defined(),
        nodeName: string().defined(),
        content: string().defined(),
        /** Virtual ms since the call began. */
        at: number().required(),
      }),
    )
    .required(),
});

const covered = object({ all: number().required(), missing: array().of(string().required()).required() });

export const flowTestApi = defineResource({
  list: defineEndpoint({
    name: "flowTestList",
    method: "POST",
    path: `${path}/list`,
    summary: "Tests of a flow",
    permission: onFlows,
    reads: true,
    body: object({ compId: compField(), flowId: idField("流程") }),
    reply: array()
      .of(
        object({
          id: string().required(),
          name: string().required(),
          remark: string().defined(),
          enabled: number().oneOf([0, 1]).required(),
          test: mixed<FlowTestBody>().required(),
          updateTime: string().required(),
          updatedBy: string().defined(),
        }),
      )
      .required(),
    tags,
  }),
  add: defineEndpoint({
    name: "flowTestAdd",
    method: "POST",
    path: `${path}/add`,
    summary: "Adds a test to a flow",
    permission: pressFlow("edit"),
    body: object({ compId: compField(), flowId: idField("流程"), ...fields }),
    reply: idReply,
    tags,
  }),
  update: defineEndpoint({
    name: "flowTestUpdate",
    method: "POST",
    path: `${path}/update`,
    summary: "Changes a test",
    permission: pressFlow("edit"),
    body: object({ compId: compField(), id: idField("测试"), ...fields }),
    tags,
  }),
  delete: defineEndpoint({
    name: "flowTestDelete",
    method: "POST",
    path: `${path}/delete`,
    summary: "Deletes tests",
    permission: pressFlow("edit"),
    body: deleteBody(flowLimits.tests),
    reply: countReply,
    tags,
  }),
  /** files: one wav or mp3, converted to the switch's format. It stays when a test of the flow names it. */
  audioAdd: defineEndpoint({
    name: "flowTestAudioAdd",
    method: "POST",
    path: `${path}/audio/add`,
    summary: "Uploads a recording of a caller for the tests of a flow",
    permission: pressFlow("edit"),
    encoding: "multipart",
    maxBytes: limits.uploadBytes,
    timeoutMs: timeouts.upload,
    body: object({ compId: compField(), flowId: idField("流程") }),
    reply: object({ id: string().required(), name: string().required(), durationMs: number().required() }),
    tags,
  }),
  /** audio/wav */
  audioPlay: defineEndpoint({
    name: "flowTestAudioPlay",
    method: "GET",
    path: `${path}/audio/play`,
    summary: "The sound of a recording for the tests of a flow",
    permission: onFlows,
    query: object({ compId: compField(), flowId: idField("流程"), id: idField("音频文件") }),
    produces: "binary",
    timeoutMs: timeouts.download,
  }),
  /** Of the draft, of a version, or of `flow`; ids absent: all that are enabled. But for `audio` nothing outside is asked. */
  run: defineEndpoint({
    name: "flowTestRun",
    method: "POST",
    path: `${path}/run`,
    summary: "Runs tests of a flow",
    permission: onFlows,
    reads: true,
    timeoutMs: timeouts.slow,
    body: object({
      compId: compField(),
      flowId: idField("流程"),
      ids: array().label("测试").of(string().required().max(64)).max(flowLimits.tests),
      versionId: string().label("版本").max(64),
      flow: flowField(),
      /** 1: what the caller says is spoken and goes to the enterprise's recogniser (docs/protocol.md, G118). */
      audio: number().label("真实语音").oneOf([0, 1]).default(0),
      /** One that is not kept yet: the editor tries it. */
      test: testField(),
    }),
    reply: object({
      passed: number().required(),
      failed: number().required(),
      results: array().of(flowTestResult).required(),
      /** Of all tests together: how many nodes and exits there are, and ids of those that none came to (exits NODE:EXIT). */
      coverage: object({ nodes: covered.required(), exits: covered.required() }).required(),
    }),
  }),
});
