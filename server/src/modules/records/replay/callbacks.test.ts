/** Q23: callbacks from their facts, by the second and by hand. */
import type { CallFact, ContactEntry, Sequenced } from "../../event-log/index.ts";
import type { Span } from "./agents.ts";
import { callbacksOf, eachTry } from "./callbacks.ts";

type Step = readonly [s: number, fact: CallFact, reason?: string];
const events = (id: string, steps: readonly Step[]) =>
  steps.map(
    ([s, fact, reason], i) =>
      ({
        compId: "1",
        stream: "contact",
        kind: "call",
        id,
        seq: i + 1,
        at: s * 1_000,
        actor: "engine",
        reason,
        fact,
      }) as Sequenced<ContactEntry>,
  );
/** Came at 0, queued at 1, asks at 20 and is off the line at 25. */
const asks = (id: string, callback: string, more: readonly Step[] = [], at = 0) =>
  events(id, [
    [at, { type: "created", direction: "inbound", caller: "138", callee: "4001" }],
    [at + 1, { type: "queued", skillGroupId: "g", position: 0, boostMs: 60_000, boosts: { vip: 60_000 } }],
    [at + 10, { type: "movedUp", byMs: 5_000, name: "班长" }],
    [at + 20, { type: "callbackRequested", id: callback, to: "138", skillGroupId: "g" }],
    [at + 25, { type: "ended" }, "callbackRequested"],
    ...more,
  ]);
const made = (id: string, of: string, agentId: string, at: number, rest: readonly Step[], chosen = true) =>
  events(id, [
    [
      at,
      {
        type: "created",
        direction: "outbound",
        caller: agentId,
        callee: "138",
        agentId,
        callbackOf: of,
        skillGroupId: "g",
      },
    ],
    ...(chosen ? [[at, { type: "decision", agentId, skillGroupId: "g" } as CallFact, "nextFree"] as const] : []),
    ...rest,
  ]);
const dialled = (s: number): Step => [s, { type: "dialled", to: "138" }];
/** 1001 has the call until `to`, wraps up for 10 s and is ready. */
const spans = new Map<string, readonly Span[]>([
  [
    "1001",
    [
      { from: 100_000, to: 160_000, code: 8, reason: "answered", callId: "m" },
      { from: 160_000, to: 170_000, code: 4, reason: "ended", callId: "m" },
      { from: 170_000, to: 900_000, code: 1, reason: "ended" },
    ] as const,
  ],
]);
const until = 900_000;
const shown = (list: readonly Sequenced<ContactEntry>[]) =>
  callbacksOf(list, spans, until)
    .flatMap(eachTry)
    .map(({ at, past, callback, pairs, moves, boostMs }) => ({
      at: at / 1_000,
      outcome: past.outcome,
      waitS: past.waitMs / 1_000,
      agent: past.agent,
      reached: callback?.reached,
      pairs: Object.fromEntries(pairs),
      moves,
      boostMs,
    }));

test("off the line, at its old place, with what it had of priority; the agent had it until the wrap-up's end", () => {
  const call = asks("x", "c", [[50, { type: "movedUp", byMs: 7_000, name: "班长" }]]);
  const back = made("m", "x", "1001", 90, [
    dialled(91),
    [100, { type: "answered", agentId: "1001" }],
    [160, { type: "ended" }, "completed"],
  ]);
  expect(shown([...back, ...call])).toEqual([
    {
      at: 25,
      outcome: "answered",
      waitS: 75,
      agent: "1001",
      reached: true,
      pairs: { "1001": [{ answered: true, afterMs: 10_000, talkMs: 60_000, wrapUpMs: 10_000 }] },
      moves: [{ afterMs: 25_000, byMs: 7_000 }],
      boostMs: 65_000,
    },
  ]);
  const [stay] = callbacksOf([...back, ...call], spans, until);
  expect(stay).toMatchObject({ arrivedAt: 0, group: "g", groups: ["g"], inbound: false, firstInLine: false });
  expect(stay!.occupied).toEqual([{ agent: "1001", from: 90_000, to: 170_000, callId: "m" }]);
});

test("in vain, and five minutes later again; a telephone of the agent's own that fails is no try", () => {
  const list = [
    ...asks("x", "c"),
    ...made("m1", "x", "1002", 30, [[32, { type: "ended" }, "failed"]]),
    ...made("m2", "x", "1003", 40, [dialled(41), [50, { type: "ended" }, "busy"]]),
    ...made("m", "x", "1001", 360, [dialled(361), [365, { type: "answered", agentId: "1001" }]]),
  ];
  expect(shown(list)).toMatchObject([
    {
      at: 25,
      outcome: "flowed",
      waitS: 25,
      agent: "1003",
      reached: false,
      pairs: {
        "1002": [{ answered: false, afterMs: 2_000, declined: true, restMs: 0 }],
        "1003": [{ answered: true, afterMs: 10_000, talkMs: 0, wrapUpMs: 0 }],
      },
      boostMs: 65_000,
    },
    { at: 350, outcome: "answered", waitS: 15, agent: "1001", reached: true },
  ]);
  // Three in vain: it is over then.
  const failed = [
    ...asks("x", "c", [[50, { type: "callbackEnded", outcome: "failed" }, "busy"]]),
    ...made("m2", "x", "1003", 40, [dialled(41), [50, { type: "ended" }, "busy"]]),
  ];
  expect(shown(failed).map(({ outcome, reached }) => [outcome, reached])).toEqual([["flowed", false]]);
});

test("cancelled, called by hand, still waiting; dropped because it was served on the line; asked for twice", () => {
  const cancelled = asks("x", "c", [[85, { type: "callbackEnded", outcome: "cancelled", name: "班长" }]]);
  expect(shown(cancelled)).toMatchObject([{ outcome: "flowed", waitS: 60, agent: undefined }]);
  const byHand = [...asks("x", "c"), ...made("m", "x", "1005", 45, [dialled(46), [50, { type: "answered" }]], false)];
  expect(shown(byHand)).toMatchObject([{ outcome: "flowed", waitS: 20, agent: undefined, pairs: {} }]);
  expect(shown(asks("x", "c"))).toMatchObject([{ outcome: "open", waitS: 875 }]);
  const served = events("x", [
    [0, { type: "created", direction: "inbound", caller: "138", callee: "4001" }],
    [1, { type: "queued", skillGroupId: "g", position: 0 }],
    [20, { type: "callbackRequested", id: "c", to: "138", skillGroupId: "g" }],
    [22, { type: "answered", agentId: "1001" }],
    [60, { type: "ended" }, "completed"],
  ]);
  expect(shown(served)).toEqual([]);
  expect(shown([...asks("a", "c", [], 400), ...asks("x", "c")]).map(({ at }) => at)).toEqual([25]);
});
