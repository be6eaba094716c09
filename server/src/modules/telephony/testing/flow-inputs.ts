/** What a flow may want of a call at any time, whether or not the call is in one. */
import { begun, type FlowEffect, type FlowEvent, type FlowState, type TransferTo } from "@liantai/api/flows";
import type { CallInput, Routed } from "../call/types.ts";

export const toFlow: Routed = { target: { kind: "flow", id: "f1", name: "总机" }, served: [] };

const program = { flowId: "f1", versionId: "v1", flowType: 1, main: "m", subs: {} } as const;
const globals = { unknown: { talkings: [], limit: 3 }, timeout: { talkings: [], limit: 3 } };
const state: FlowState = {
  ...begun({ ...program, globals, variables: [], voice: null, qa: [], form: null }, 1),
  open: { e1: "play", e2: "transfer", e3: "record", e4: "timer" },
};
const event: FlowEvent = { type: "digit", digit: "1" };
const input = { event };

const says = [{ kind: "text", text: "您好", tts: "" }] as const;
const transfer = (to: TransferTo, back: readonly string[]): FlowEffect => ({
  do: "transfer",
  id: "e2",
  to,
  whisper: "新客户",
  data: { k: "v" },
  back,
  music: "",
});
const group = { kind: "skillGroup", id: "g", priority: 5, maxWaitMs: 30_000, leaveKey: "9" } as const;

const effects: readonly (readonly FlowEffect[])[] = [
  [{ do: "play", id: "e1", says, from: 0, stopOnKey: true }],
  [{ do: "stopPlay" }],
  [{ do: "timer", id: "e4", ms: 5_000 }],
  [transfer(group, ["timeout", "absent", "full", "key"])],
  [transfer(group, [])],
  [transfer({ kind: "seat", id: "a", ringMs: 20_000 }, ["noAnswer"])],
  [transfer({ kind: "outside", number: "13800138000", displayed: "", ringMs: 30_000, mostMs: 0 }, [])],
  [{ do: "record", id: "e3", maxMs: 60_000, silenceMs: 0, endKey: "#", groupId: "g", agentId: "", notice: true }],
  [{ do: "record", id: "e3", maxMs: 60_000, silenceMs: 0, endKey: "1", groupId: "", agentId: "", notice: false }],
  [{ do: "ask", id: "e5", ask: { what: "area", number: "1" } }],
  [{ do: "leave", result: "hangup" }],
  [{ do: "leave", result: "failed" }],
  [{ do: "leave", result: "noRobot" }],
  [{ do: "note", note: { action: "heard", nodeId: "n", nodeName: "问", content: "你好" } }],
];

/** The flow is a robot's, and has a line. */
export const robotOn: Extract<CallInput, { type: "robotOn" }> = {
  type: "robotOn",
  line: { id: "l1", name: "一号线" },
  robot: { flowId: "f1", name: "总机", robotId: "r1", robotName: "小联", tts: "", asr: "", labels: {} },
  fallbackGroupId: "g",
};

export const flowInputs: readonly CallInput[] = [
  ...effects.map((each): CallInput => ({ type: "flowStepped", input, flowId: "f1", state, effects: each })),
  { type: "flowGone" },
  robotOn,
  { ...robotOn, line: null },
  { type: "robotOff" },
  { type: "flowResume" },
  { type: "routed", routed: toFlow },
  { type: "timer", name: "flow-e4" },
];
/** The flow has said something and waits for a key. */
export const inFlow: CallInput = { type: "flowStepped", input, flowId: "f1", state, effects: effects[0]! };
/** It leads the caller into a queue. */
export const ledByFlow: CallInput = { type: "flowStepped", input, flowId: "f1", state, effects: effects[3]! };
