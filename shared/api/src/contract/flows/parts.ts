/** What the endpoints of flows share: who may, the fields, how a finding reads. */
import { array, number, object, string } from "yup";
import { lengthField, limits, numberField } from "../fields.ts";
import { onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { flowTypes, type FlowType } from "./engine/flow.ts";

export const flowPrefix = "/callin/api/v1/flow";
export const flowTags = ["Flow"];
export const flowPages = ["/processconfig", "/knownnav", "/satisfaction/knownnav"] as const;

const admins = roles(RoleTypes.administrators);
export const onFlows = onPages(admins, ...flowPages);
/** Pages whose forms name a flow. */
export const namingFlows = onPages(admins, ...flowPages, "/setDnis", "/skillgroup", "/dispatchqueue", "/robotList");
export const pressFlow = (verb: "add" | "edit" | "publish" | "delete" | "import" | "export") =>
  roles(RoleTypes.administrators, { button: `flow.${verb}` });

export const flowLimits = {
  /** Of the JSON text of a flow, characters. */
  text: 512_000,
  tests: 500,
  /** Of the audio files of a flow's tests. */
  testAudios: 100,
  testAudioSeconds: 60,
  /** Of samples that take another branch than their own: above it publishing asks for a reason, from so many samples on. */
  confusion: 0.1,
  confusionFrom: 10,
  /** Versions among which calls are shared out at once. */
  shares: 5,
  zipBytes: 10 * 1024 * 1024,
  unpackedBytes: 100 * 1024 * 1024,
  zipEntries: 2_000,
  /** Versions of shared sub-processes that a ZIP carries, and the JSON of them together, characters. */
  zipShared: 50,
  zipSharedText: 2_000_000,
} as const;

const types = Object.values(flowTypes);
export const flowTypeField = () => number<FlowType>().label("流程类型").oneOf(types, "不支持的流程类型");

/** JSON text of a FlowBody; what stands in it is read by the server, which names what it does not know. */
export const flowField = () =>
  string()
    .label("流程")
    .max(flowLimits.text, `流程的数据过多，最多${flowLimits.text}个字符`)
    .test("json", "流程不是JSON", (text) => {
      if (text === undefined || text === "") return true;
      try {
        const value: unknown = JSON.parse(text);
        return typeof value === "object" && value !== null && !Array.isArray(value);
      } catch {
        return false;
      }
    });

/** JSON text of a FlowVoice; '': the enterprise's own. */
export const flowVoiceField = () =>
  string()
    .label("音色")
    .max(1_000)
    .test("voice", "音色格式有误", (text) => {
      if (text === undefined || text === "") return true;
      try {
        const { engineId, voice, speed, volume, pitch } = JSON.parse(text) as Record<string, unknown>;
        const known = Object.keys(JSON.parse(text) as object);
        return (
          known.every((key) => ["engineId", "voice", "speed", "volume", "pitch"].includes(key)) &&
          [engineId, voice].every((v) => typeof v === "string" && v.length <= 64) &&
          [speed, volume, pitch].every((v) => typeof v === "number" && Number.isFinite(v) && Math.abs(v) <= 1_000)
        );
      } catch {
        return false;
      }
    });

/** What was seen of the draft. */
export const flowRevisionField = () => number().label("修订号").integer().min(1).max(2_000_000_000);
export const flowNoteField = (label = "发布说明") => lengthField(label, limits.remark);
export const percentField = () => numberField("比例", { min: 0, max: 100 });

/** Errors bar publishing. subProcessId, nodeId '': of the flow as a whole. */
export const findingReply = object({
  severity: string().oneOf(["error", "warning"]).required(),
  rule: string().required(),
  subProcessId: string().defined(),
  nodeId: string().defined(),
  nodeName: string().defined(),
  text: string().required(),
});
export const findingsReply = array().of(findingReply).required();

/** A node of a flow, as lists name it; nodeId '': the flow as a whole. */
export const nodeReply = object({
  subProcessId: string().defined(),
  subProcessName: string().defined(),
  nodeId: string().defined(),
  nodeName: string().defined(),
});
