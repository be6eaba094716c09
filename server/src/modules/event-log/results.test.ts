/** The table of docs/protocol.md K25, row by row. */
import type { EndCause } from "@liantai/api/contract";
import type { Release } from "../../ports/switch.ts";
import { resultOf } from "./results.ts";

const failed = (release: Release, cause: EndCause = "failed") => resultOf({ cause, answered: false, release });

test("K25 who answered is 200, whatever ended the call", () => {
  expect(resultOf({ cause: "serverRestart", answered: true, release: { q850: 17 } })).toBe(200);
});

test.each([
  ["poweredOff", 581],
  ["emptyNumber", 582],
  ["suspended", 583],
  ["inCall", 584],
  ["rejected", 585],
  ["unreachable", 586],
  ["outOfService", 587],
  ["busy", 588],
  ["wrongDialling", 589],
  ["reminder", 591],
  ["networkBusy", 593],
  ["noAnswer", 594],
  ["arrears", 595],
  ["numberChanged", 597],
  ["lineFault", 598],
  ["later", 599],
  ["restricted", 700],
] as const)("an announcement before the answer: %s is %d, whatever the codes say", (earlyMedia, result) => {
  expect(failed({ earlyMedia, q850: 1, sipCode: 486 })).toBe(result);
});

test.each([
  [1, 582],
  [17, 588],
  [18, 594],
  [19, 594],
  [20, 581],
  [21, 585],
  [22, 597],
  [27, 598],
  [28, 589],
  [31, 586],
  [34, 593],
  [38, 598],
  [41, 598],
  [42, 593],
  [50, 587],
  [55, 700],
  [57, 700],
])("Q.850 %d is %d, whatever SIP says", (q850, result) => {
  expect(failed({ q850, sipCode: 402, earlyMedia: "unknown" })).toBe(result);
});

test.each([
  [402, 595],
  [404, 582],
  [408, 586],
  [410, 597],
  [484, 589],
  [486, 588],
  [503, 593],
  [600, 588],
  [603, 585],
  [604, 582],
])("SIP %d is %d; a Q.850 cause without a row says nothing", (sipCode, result) => {
  expect(failed({ sipCode, q850: 127 })).toBe(result);
});

test("K25 SIP 480 is no answer where it rang, else not reachable", () => {
  expect([failed({ sipCode: 480, rang: true }), failed({ sipCode: 480 })]).toEqual([594, 586]);
});

test.each([
  ["blacklisted", 600],
  ["barred", 700],
  ["noAnswer", 594],
  ["busy", 588],
  ["rejected", 585],
  ["unreachable", 586],
  ["numberUnknown", 582],
  ["failed", 598],
  ["serverRestart", 598],
  ["arrears", 595],
  ["suspended", 587],
  ["overConcurrency", 593],
  ["noRoute", 586],
  ["queueTimeout", 594],
  ["queueFull", 588],
  ["nobodyServes", 596],
  ["agentLost", 596],
  ["cancelled", 183],
  ["callerLost", 183],
  ["abandonedInGreeting", 183],
  ["abandonedInQueue", 183],
  ["abandonedRinging", 183],
  ["voicePlayed", 183],
  ["byTarget", 183],
  ["byMonitor", 183],
] as const)("the cause alone: %s is %d", (cause, result) => {
  expect(resultOf({ cause, answered: false })).toBe(result);
  // A code that says nothing changes nothing.
  expect(failed({ sipCode: 500, earlyMedia: "unknown" }, cause)).toBe(result);
});

test("K25 who gave up himself did so whatever the far side said; screening goes before the network", () => {
  for (const [cause, result] of [
    ["cancelled", 183],
    ["blacklisted", 600],
    ["barred", 700],
  ] as const)
    expect(failed({ q850: 17, sipCode: 486 }, cause)).toBe(result);
});

test("busy with a call of ours is in a call", () => {
  expect(resultOf({ cause: "busy", answered: false, inCall: true })).toBe(584);
  expect(resultOf({ cause: "busy", answered: false, inCall: true, release: { q850: 17 } })).toBe(584);
  expect(resultOf({ cause: "rejected", answered: false, inCall: true })).toBe(585);
});
