/** What a ZIP of a flow says about itself: manifest.json. */
import { array, mixed, number, object, string, type InferType } from "yup";
import { flowLimits, flowTestFault, type FlowTestBody } from "@liantai/api/contract/flow-editor";
import { flowTypes, type FlowType } from "@liantai/api/flows";

export const manifestName = "manifest.json";
export const flowName = "flow.json";

/** Names that may stand in a ZIP; anything else refuses it. */
export const entryName =
  /^(?:manifest\.json|flow\.json|(?:tests|intents|shared)\/[\w-]{1,80}\.json|audio\/[\w-]{1,80}\.wav)$/;
export const folderName = /^(?:tests|intents|shared|audio)\/$/;

const sharedFile = () =>
  string()
    .required()
    .matches(/^shared\/[\w-]{1,80}\.json$/);

export const manifestSchema = object({
  format: number().oneOf([1]).required(),
  name: string().required().max(30),
  flowType: number<FlowType>().oneOf(Object.values(flowTypes)).required(),
  remark: string().defined().max(200),
  exportedAt: string().defined(),
  /** What the flow names outside itself, as it is called there. */
  references: array()
    .of(
      object({ kind: string().required().max(30), id: string().required().max(64), name: string().defined().max(100) }),
    )
    .max(5_000)
    .required(),
  voices: array()
    .of(
      object({
        id: string().required().max(64),
        name: string().required().max(30),
        source: string().oneOf(["upload", "record", "tts"]).required(),
        text: string().defined().max(500),
        remark: string().defined().max(200),
        file: string()
          .required()
          .matches(/^audio\/[\w-]{1,80}\.wav$/),
      }),
    )
    .max(2_000)
    .required(),
  /** Shared sub-processes that go along (docs/protocol.md, G129); a flow that calls none has no such list. */
  shared: array()
    .of(
      object({
        id: string().required().max(64),
        name: string().required().max(30),
        remark: string().defined().max(200),
        /** The oldest first. versionId '': the draft of one that was never published, and the only one. */
        texts: array()
          .of(object({ versionId: string().defined().max(64), file: sharedFile() }).noUnknown())
          .min(1)
          .max(flowLimits.zipShared)
          .required(),
        tests: array().of(sharedFile()).max(flowLimits.tests).required(),
        /** What it knows beside what the flow itself does. */
        intents: array()
          .of(
            string()
              .required()
              .matches(/^intents\/[\w-]{1,80}\.json$/),
          )
          .max(flowLimits.zipEntries)
          .required(),
      }).noUnknown(),
    )
    .max(flowLimits.zipShared)
    .optional(),
}).noUnknown();
export type Manifest = InferType<typeof manifestSchema>;

export const testSchema = object({
  name: string().required().max(50),
  remark: string().defined().max(200),
  enabled: number().oneOf([0, 1]).required(),
  test: mixed<FlowTestBody>()
    .required()
    .test("test", "测试内容有误", (value) => flowTestFault(value) === undefined),
});

/** intents/*.json: what the flow knows, one thing a file. content: its module reads it. */
export const carriedSchema = object({
  kind: string<"intent" | "knowledge" | "knowledgeClass">().oneOf(["intent", "knowledge", "knowledgeClass"]).required(),
  id: string().required().max(64),
  name: string().required().max(200),
  voices: array().of(string().required().max(64)).max(1).required(),
  content: mixed<object>()
    .required()
    .test("object", "内容有误", (value) => typeof value === "object" && !Array.isArray(value)),
}).noUnknown();
