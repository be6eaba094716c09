/** E25: the steps of more than two parties as call-trace records, each with its caller, callee and way, masked for its reader. */
import { readTrackInfo } from "@liantai/api/contract";
import type { CallFact, ContactEntry, Sequenced } from "../event-log/index.ts";
import { trackRows } from "./track-rows.ts";

type Step = readonly [s: number, fact: CallFact, actor?: string, reason?: ContactEntry["reason"]];

const events = (steps: readonly Step[]): Sequenced<ContactEntry>[] =>
  steps.map(([s, fact, actor = "engine", reason], i) => ({
    compId: "100001",
    id: "c",
    stream: "contact",
    kind: "call",
    seq: i + 1,
    at: s * 1_000,
    actor,
    fact,
    ...(reason ? { reason } : {}),
  }));
const rows = (steps: readonly Step[], hide = false) => {
  const names = { agents: new Map<string, string>(), groups: new Map([["h", "售后"]]), hide, hideDigits: false };
  return trackRows(events(steps), 0, names);
};
const created: Step = [0, { type: "created", direction: "inbound", caller: "13800138000", callee: "4001" }, "caller"];
const talk: Step[] = [
  created,
  [1, { type: "queued", skillGroupId: "h", position: 0 }],
  [1, { type: "offered", agentId: "1001", ringMs: 20_000, idleMs: 0, skillGroupId: "h" }],
  [9, { type: "answered", agentId: "1001" }, "1001"],
];
const who = (steps: readonly Step[], hide = false) =>
  rows([...talk, ...steps], hide)
    .slice(talk.length)
    .map(({ action, actionType, caller, callee, route }) => [action, actionType, caller, callee, route]);

test("who asks whom, and who hands over to whom", () => {
  const steps: Step[] = [
    [20, { type: "consultStarted", to: "13900139000", displayed: "4001" }, "1001"],
    [21, { type: "partyRinging", to: "13900139000" }],
    [25, { type: "consultAnswered", to: "13900139000" }, "callee"],
    [40, { type: "transferred", mode: "consult", to: "13900139000", from: "1001" }, "1001"],
  ];
  expect(who(steps)).toEqual([
    ["发起咨询", 28, "1001", "13900139000", "13900139000"],
    ["对方振铃", 50, "13800138000", "13900139000", ""],
    ["咨询接通", 29, "13800138000", "13900139000", ""],
    ["转移成功", 31, "1001", "13900139000", "13900139000"],
  ]);
  expect(who(steps, true)).toEqual([
    ["发起咨询", 28, "1001", "139****9000", "139****9000"],
    ["对方振铃", 50, "138****8000", "139****9000", ""],
    ["咨询接通", 29, "138****8000", "139****9000", ""],
    ["转移成功", 31, "1001", "139****9000", "139****9000"],
  ]);
});

test("K31 a two-way callback is called so, and says which of two numbers outside hung up", () => {
  const talk: Step[] = [
    [0, { type: "created", direction: "outbound", caller: "13800138000", callee: "13900139000", dual: true }],
    [1, { type: "firstAnswered", to: "13800138000" }, "callee"],
    [2, { type: "answered" }, "callee"],
  ];
  const end = (side: "near" | "far", agentId?: string) => {
    const own = agentId === undefined ? {} : { agentId };
    return rows([...talk, [9, { type: "hungup", side, cause: "normal", ...own }, agentId ?? "callee"]]).at(-1)?.action;
  };
  expect(rows(talk)[0]?.action).toBe("双呼");
  expect([end("near"), end("far"), end("near", "1001")]).toEqual(["先呼方挂断", "对方挂断", "坐席挂断"]);
});

test("a colleague is named by the agent's number, a queue by its name; the conference and whoever leaves it", () => {
  expect(
    who([
      [20, { type: "consultStarted", to: "8002", agentId: "1002" }, "1001"],
      [30, { type: "conferenceStarted", with: "8002", agentId: "1001" }, "1001"],
      [40, { type: "partyLeft", number: "8002", agentId: "1002", cause: "normal" }, "1002"],
      [50, { type: "sentOn", to: "售后", agentId: "1001" }, "1001"],
    ]),
  ).toEqual([
    ["发起咨询", 28, "1001", "1002", "坐席1002"],
    ["会议", 34, "1001", "8002", ""],
    ["离开会议", 35, "13800138000", "1002", ""],
    ["释放转", 32, "1001", "售后", "售后"],
  ]);
});

test("K46 三方转 is a conference at the answer of who was asked for it; one that is made later is 会议", () => {
  const conference = { type: "conferenceStarted", with: "8002", agentId: "1001" } as const;
  expect(
    who([
      [30, { ...conference, atAnswer: true }, "1001"],
      [40, conference, "1001"],
    ]).map(([title]) => title),
  ).toEqual(["三方转", "会议"]);
});

test("who supervises whom", () => {
  expect(
    who([
      [20, { type: "supervised", mode: "listen", agentId: "1001", by: "1005" }, "1005", "byMonitor"],
      [21, { type: "supervisionAnswered", mode: "listen", by: "1005" }, "1005"],
      [30, { type: "supervisionEnded", by: "1005", agentId: "1001" }, "1005"],
    ]),
  ).toEqual([
    ["监听", 36, "1005", "1001", ""],
    ["监控接通", 53, "1005", "4001", ""],
    ["监控结束", 37, "1005", "1001", ""],
  ]);
});

test("a wait that ends says how long all waits were so far, the transferred one too; info is always JSON", () => {
  const steps = rows([
    ...talk,
    [30, { type: "sentOn", to: "售后", agentId: "1001" }, "1001"],
    [30, { type: "queued", skillGroupId: "h", position: 0 }],
    [35, { type: "offered", agentId: "1002", ringMs: 20_000, idleMs: 0, skillGroupId: "h" }],
    [42, { type: "transferred", mode: "blind", to: "8002", from: "1001", agentId: "1002" }, "1002"],
    [60, { type: "ended" }, "caller", "completed"],
  ]);
  const waits = steps.map(({ action, info }) => [action, readTrackInfo(info).lineupTotalTime]);
  // 1 to 9, and 30 to 42.
  expect(waits.filter(([, wait]) => wait !== undefined)).toEqual([
    ["接听", 8],
    ["转移成功", 20],
    ["通话结束", 20],
  ]);
  for (const { info } of steps) expect(() => JSON.parse(info) as unknown).not.toThrow();
});

test("whatever ends a wait says how long it was; who is sent on out of a talk waited no longer", () => {
  const waits = (...steps: Step[]) =>
    rows([created, [1, { type: "queued", skillGroupId: "h", position: 0 }], ...steps])
      .map(({ action, info }) => [action, readTrackInfo(info).lineupTotalTime])
      .filter(([, wait]) => wait !== undefined);
  const end: Step = [90, { type: "ended" }, "engine", "completed"];
  expect(waits([21, { type: "queueLeft" }, "engine", "voicemailLeft"], end)).toEqual([
    ["离开排队", 20],
    ["通话结束", 20],
  ]);
  expect(waits([31, { type: "overflowed", kind: "voice", id: "v", name: "" }, "engine", "queueTimeout"], end)).toEqual([
    ["溢出转移", 30],
    ["通话结束", 30],
  ]);
  const callback: Step = [41, { type: "callbackRequested", id: "b", to: "138", skillGroupId: "h" }, "caller"];
  expect(waits(callback, end)).toEqual([
    ["预约回呼", 40],
    ["通话结束", 40],
  ]);
  expect(waits([11, { type: "diverted", name: "班长", to: "售后" }, "monitor:1005", "byMonitor"], end)).toEqual([
    ["应急开关", 10],
    ["通话结束", 10],
  ]);
  expect(waits([16, { type: "sentOn", to: "1002", name: "班长" }, "monitor:1005", "byMonitor"], end)).toEqual([
    [expect.any(String), 15],
    ["通话结束", 15],
  ]);
});

test("a number that was not reached says what its network said", () => {
  const [row] = rows([
    ...talk,
    [20, { type: "notReached", to: "13900139000", cause: "busy", sipCode: 486, q850: 17 }, "callee"],
  ]).slice(talk.length);
  expect([row!.action, row!.actionType, readTrackInfo(row!.info).content]).toEqual([
    "未接通",
    51,
    "13900139000，忙（SIP 486，Q.850 17）",
  ]);
});
