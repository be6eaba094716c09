/** What robots had of a call, from its events. */
import type { CallFact } from "./events.ts";
import { applyContact, type Contact } from "./contact.ts";

const start = Date.UTC(2026, 0, 1);
type Told = readonly [seconds: number, fact: CallFact, reason?: string];
const created: Told = [
  0,
  { type: "created", direction: "inbound", caller: "13912345678", callee: "4001", accessNumber: "4001" },
];
const taken = (at: number, robotId = "r1", flowId = "f1", line = "一号线"): Told => [
  at,
  { type: "robotTaken", flowId, robotId, robotName: `机器人${robotId}`, lineId: "l1", line },
];
const began = (at: number, flowId: string): Told => [
  at,
  { type: "flowInput", event: { type: "begin", vars: {} }, began: { flowId, versionId: "v1", seed: 1, made: 0 } },
];
const step = (at: number, name: Extract<CallFact, { type: "flowStep" }>["step"]): Told => [
  at,
  { type: "flowStep", step: name, nodeId: "n", nodeName: "问" },
];
const left = (at: number, result: string): Told => [at, { type: "flowLeft", result }];
const ended = (at: number, cause: string): Told => [at, { type: "ended" } as CallFact, cause];

const talksOf = (...told: readonly Told[]) =>
  [created, ...told].reduce<Contact | undefined>(
    (contact, [seconds, fact, reason], at) =>
      applyContact(contact, {
        ...{ kind: "call", stream: "contact", compId: "100001", id: "c1", seq: at + 1, at: start + seconds * 1_000 },
        ...{ actor: "engine", reason: reason ?? null, fact },
      } as never),
    undefined,
  )!.talks.list;
const shown = (...told: readonly Told[]) =>
  talksOf(...told).map(({ robotId, outcome, turns, talkMs }) => [robotId, outcome, turns, talkMs]);

test("Y25 a talk with a robot goes from its line to the flow's end; what the customer says or presses are its turns", () => {
  expect(talksOf(taken(2), began(2, "f1"), step(5, "heard"), step(8, "play"), step(9, "keys"))).toEqual([
    {
      ...{ compId: "100001", callId: "c1", seq: 1, robotId: "r1", robotName: "机器人r1", flowId: "f1", line: "一号线" },
      ...{ number: "13912345678", takenAt: start + 2_000, leftAt: null, outcome: "open", turns: 2, talkMs: null },
    },
  ]);
  expect(shown(taken(2), step(5, "heard"), left(12, "hangup"), ended(12, "flowEnded"))).toEqual([
    ["r1", "ended", 1, 10_000],
  ]);
});

test.each<[string, string, readonly Told[]]>([
  ["hungUp", "the customer hangs up", [ended(8, "abandonedInFlow")]],
  ["failed", "the flow cannot go on", [left(8, "failed"), ended(9, "failed")]],
  ["failed", "its process died", [ended(8, "serverRestart")]],
  ["elsewhere", "an emergency switch", [left(8, "led away"), ended(20, "completed")]],
  ["ended", "a message is left", [ended(8, "voicemailLeft")]],
])("Y25 %s: %s", (outcome, _why, told) => {
  expect(shown(taken(2), ...told)).toEqual([["r1", outcome, 0, 6_000]]);
});

test("Y25 where the flow leads him is not the robot's time: answered he is handed over, else unreached, back he is the robot's", () => {
  const away = [taken(0), step(10, "transfer"), step(12, "keys")] as const;
  expect(shown(...away, left(30, "answered"), [30, { type: "answered", agentId: "1001" }])).toEqual([
    ["r1", "handedOver", 0, 10_000],
  ]);
  expect(shown(...away, ended(30, "abandonedInQueue"))).toEqual([["r1", "unreached", 0, 10_000]]);
  // A talk outside, after which the flow would have gone on.
  expect(shown(...away, [20, { type: "answered" }], ended(60, "completed"))).toEqual([["r1", "handedOver", 0, 10_000]]);
  const back: Told = [
    30,
    { type: "flowInput", event: { type: "transferEnded", id: "t1", result: "busy" } } as unknown as CallFact,
  ];
  expect(shown(...away, back, step(33, "heard"), left(35, "hangup"))).toEqual([["r1", "ended", 1, 15_000]]);
});

test("Y25 whoever is taken over by an agent is so when he answers, also where the flow ends meanwhile", () => {
  const offered: Told = [5, { type: "offered", agentId: "1001", ringMs: 1, idleMs: 0 }, "pickedUp"];
  const answered: Told = [9, { type: "answered", agentId: "1001" }];
  expect(shown(taken(0), offered, left(9, "answered"), answered)).toEqual([["r1", "takenOver", 0, 9_000]]);
  expect(shown(taken(0), offered, left(7, "hangup"), answered)).toEqual([["r1", "takenOver", 0, 7_000]]);
  const inVain: Told = [7, { type: "offerEnded", agentId: "1001" }, "noAnswer"];
  expect(shown(taken(0), offered, inVain, left(9, "answered"), answered)).toEqual([["r1", "handedOver", 0, 9_000]]);
});

test("Y25 a flow that goes over to another ends the talk; another robot's begins the next one", () => {
  expect(shown(taken(0), began(0, "f1"), began(6, "ivr"), step(8, "keys"), left(9, "hangup"))).toEqual([
    ["r1", "ended", 0, 6_000],
  ]);
  expect(
    shown(taken(0), began(0, "f1"), taken(6, "r2", "f2"), began(6, "f2"), step(8, "keys"), left(9, "hangup")),
  ).toEqual([
    ["r1", "ended", 0, 6_000],
    ["r2", "ended", 1, 3_000],
  ]);
});
