/** Steps of calls as tests write them. */
import type { Step } from "./day.ts";

export const inbound: Step = [
  0,
  { type: "created", direction: "inbound", caller: "13800138000", callee: "4001", accessNumber: "4001" },
  undefined,
  "caller",
];
export const queued = (s: number, skillGroupId = "g"): Step => [
  s,
  { type: "queued", skillGroupId, position: 0, slMs: 20_000 },
];
export const offered = (s: number, agentId: string, skillGroupId = "g"): Step => [
  s,
  { type: "offered", agentId, ringMs: 20_000, idleMs: 0, skillGroupId, number: agentId },
  "longestIdle",
];
export const offerEnded = (s: number, agentId: string, reason: string): Step => [
  s,
  { type: "offerEnded", agentId },
  reason,
];
export const answered = (s: number, agentId: string): Step => [s, { type: "answered", agentId }, undefined, agentId];
export const customerHangsUp = (s: number): Step[] => [
  [s, { type: "hungup", side: "far", cause: "normal" }, undefined, "caller"],
  [s, { type: "ended" }, "completed", "caller"],
];
export const agentHangsUp = (s: number, agentId: string): Step[] => [
  [s, { type: "hungup", side: "near", cause: "normal", agentId }, undefined, agentId],
  [s, { type: "ended" }, "completed", agentId],
];
/** 1001 talks from second 10 on and asks 1002 at `from`, who answers at `up`. */
export const consulting = (from: number, up: number): Step[] => [
  inbound,
  queued(2),
  offered(2, "1001"),
  answered(10, "1001"),
  [from, { type: "held", agentId: "1001", consult: true }, undefined, "1001"],
  [from, { type: "consultStarted", to: "1002", agentId: "1002" }, "dialledDirectly", "1001"],
  [from + 1, { type: "partyRinging", to: "1002", agentId: "1002" }],
  [up, { type: "consultAnswered", to: "1002", agentId: "1002" }, undefined, "1002"],
];
export const resumed = (s: number): Step => [s, { type: "resumed", agentId: "1001" }, undefined, "1001"];
