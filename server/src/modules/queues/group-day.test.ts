/**
 * K64: a group's day goes by the stays in its queue and the talks of its agents, whatever group a call ended in. Calls by the second,
 * the figures worked out by hand; 通话记录 lists what each counted.
 */
import { cdrApi } from "@liantai/api/contract";
import { groupMonitorApi, homeApi, type CallFigure } from "@liantai/api/contract/admin";
import { openOffice, type Office } from "../../testing/office.ts";
import { skillGroupRow } from "../../testing/skill-group.ts";
import { createEventLog, type CallFact, type Entry, type EventLog } from "../event-log/index.ts";
import { demoEnterprise } from "../system/index.ts";

const { compId } = demoEnterprise;
/** The virtual clock stands at 09:00. */
const midnight = Date.parse("2026-03-02T00:00:00+08:00");
const eight = midnight + 8 * 3_600_000;

/** Seconds from its beginning, the fact, its reason and who did it. */
type Step = readonly [s: number, fact: CallFact, reason?: string, actor?: string];
const inbound: Step = [0, { type: "created", direction: "inbound", caller: "13800138000", callee: "4001" }];
const offered = (s: number, agentId: string, skillGroupId: string): Step => [
  s,
  { type: "offered", agentId, ringMs: 20_000, idleMs: 0, skillGroupId, number: agentId },
];
const answered = (s: number, agentId: string): Step => [s, { type: "answered", agentId }];
const hangsUp = (s: number): Step[] => [
  [s, { type: "hungup", side: "far", cause: "normal" }, undefined, "caller"],
  [s, { type: "ended" }, "completed", "caller"],
];

let office: Office;
let log: EventLog;

/** Steps from `start` on. */
async function call(id: string, start: number, steps: readonly Step[]): Promise<void> {
  for (const [s, fact, reason, actor = "engine"] of steps)
    void log.append({
      stream: "contact",
      kind: "call",
      compId,
      id,
      at: start + s * 1_000,
      actor,
      ...(reason ? { reason } : {}),
      fact,
    } as Entry);
  await log.flush();
}
/** A wrap-up after a talk, and what follows. */
async function wrap(agentId: string, callId: string, start: number, from: number, to: number): Promise<void> {
  for (const [s, code] of [
    [from, 4],
    [to, 1],
  ] as const)
    void log.append({
      stream: "agent",
      kind: "agent",
      compId,
      id: agentId,
      at: start + s * 1_000,
      actor: agentId,
      reason: "ended",
      fact: { type: "stateChanged", code, ...(code === 4 ? { callId } : {}) },
    });
  await log.flush();
}

beforeAll(async () => {
  office = await openOffice();
  await office.ports.database.system((trx) =>
    trx
      .insertInto("skill_group")
      .values([
        // What the limits are now is no matter: 20 and 30 s stood in the calls.
        skillGroupRow({ compId, id: "g", name: "甲组", serviceLevelS: 1 }),
        skillGroupRow({ compId, id: "h", name: "乙组", serviceLevelS: 1 }),
        skillGroupRow({ compId, id: "k", name: "丙组", shortAbandonS: 60 }),
      ])
      .execute(),
  );
  log = createEventLog(office.ports);
  const inG = (s: number): Step => [s, { type: "queued", skillGroupId: "g", position: 0, slMs: 20_000 }];
  const inH = (s: number): Step => [s, { type: "queued", skillGroupId: "h", position: 0, slMs: 30_000 }];
  const shortIn = (s: number, shortMs: number): Step => [
    s,
    { type: "queued", skillGroupId: "k", position: 0, slMs: 20_000, shortMs },
  ];
  const gone = (s: number): Step[] => [
    [s, { type: "hungup", side: "far", cause: "normal" }, undefined, "caller"],
    [s, { type: "ended" }, "abandonedInQueue", "caller"],
  ];
  // Answered in g after 10 s, talks 30 s; sent to h, answered there after 40 s, talks 20 s.
  await call("sent", eight, [
    inbound,
    inG(0),
    offered(1, "1001", "g"),
    answered(10, "1001"),
    [40, { type: "sentOn", to: "乙组", agentId: "1001" }, undefined, "1001"],
    inH(40),
    offered(41, "1002", "h"),
    [80, { type: "transferred", mode: "blind", to: "1002", from: "1001", agentId: "1002" }, undefined, "1002"],
    ...hangsUp(100),
  ]);
  await wrap("1001", "sent", eight, 40, 60);
  await wrap("1002", "sent", eight, 100, 110);
  // Led from g to h after 60 s, given up there after 3 s.
  await call("led", eight + 200_000, [
    inbound,
    inG(0),
    [60, { type: "overflowed", kind: "skillGroup", id: "h", name: "乙组" }, "queueTimeout"],
    inH(60),
    ...gone(63),
  ]);
  // Given up in g after 12 s.
  await call("lost", eight + 300_000, [inbound, inG(0), ...gone(12)]);
  // Began yesterday, in g 2 s after midnight, answered after 8 s, talks 30 s, no wrap-up.
  await call("night", midnight - 10_000, [
    inbound,
    inG(12),
    offered(13, "1003", "g"),
    answered(20, "1003"),
    ...hangsUp(50),
  ]);
  // Answered in g after 8 s, talks 40 s; 1002 is asked as h's and takes over for 30 s.
  await call("asked", eight + 400_000, [
    inbound,
    inG(2),
    offered(2, "1001", "g"),
    answered(10, "1001"),
    [30, { type: "held", agentId: "1001", consult: true }],
    [30, { type: "consultStarted", to: "1002", agentId: "1002", skillGroupId: "h" }, "dialledDirectly", "1001"],
    [35, { type: "consultAnswered", to: "1002", agentId: "1002" }, undefined, "1002"],
    [50, { type: "resumed", agentId: "1001" }],
    [50, { type: "transferred", mode: "consult", to: "1002", from: "1001", agentId: "1002" }, undefined, "1001"],
    ...hangsUp(80),
  ]);
  await wrap("1001", "asked", eight + 400_000, 50, 55);
  await wrap("1002", "asked", eight + 400_000, 80, 90);
  // Each given up after 8 s, where that was short, and where nothing was.
  await call("short", eight + 600_000, [inbound, shortIn(0, 10_000), ...gone(8)]);
  await call("never", eight + 700_000, [inbound, shortIn(0, 0), ...gone(8)]);
  // Waits in g still, since 50 s ago; the engine is not asked here.
  await call("waits", office.ports.clock.now() - 50_000, [inbound, inG(0)]);
  await office.ports.broker.serve("telephony.engine", () =>
    Promise.resolve({ at: office.ports.clock.now(), groups: [], waiting: [] }),
  );
});
afterAll(() => office?.close());

test("技能组监控: each group has what came to it", async () => {
  const { groups } = await office.administrator.call(groupMonitorApi.list, { body: {} });
  const of = (id: string) => groups.find((group) => group.id === id);
  expect(of("g")).toMatchObject({
    // sent, led, lost, night, asked, waits.
    inbound: 6,
    // sent 10 s, night 8 s, asked 8 s: all within 20.
    answered: 3,
    abandoned: 1,
    shortAbandoned: 0,
    overflowed: 1,
    answerRate: 75,
    serviceLevel: 75,
    // 26 / 3.
    answerSpeed: 9,
    // Talks 30, 30, 40; wrap-ups 20, none, 5: 125 / 3.
    handleTime: 42,
  });
  expect(of("h")).toMatchObject({
    inbound: 2,
    answered: 1,
    abandoned: 0,
    // 3 s.
    shortAbandoned: 1,
    overflowed: 0,
    answerRate: 100,
    // 40 s of 30.
    serviceLevel: 0,
    answerSpeed: 40,
    // Talks 20 and 30, wrap-ups 10 and 10.
    handleTime: 35,
  });
  // K65: by the limit as it was then.
  expect(of("k")).toMatchObject({ inbound: 2, abandoned: 1, shortAbandoned: 1, answerRate: 0, handleTime: null });
});

test("企业首页: the groups by stays, the enterprise by the first group of each call", async () => {
  const { groups, today, live } = await office.administrator.call(homeApi.enterprise, { body: {} });
  const of = (id: string) => groups.find((group) => group.id === id);
  const rest = { name: expect.any(String), thresholdS: 1 };
  expect(of("g")).toEqual({
    id: "g",
    ...rest,
    offered: 6,
    answered: 3,
    abandoned: 1,
    waiting: 1,
    serviceLevel: 75,
    averageWaitS: 9,
  });
  expect(of("h")).toEqual({
    id: "h",
    ...rest,
    offered: 2,
    answered: 1,
    abandoned: 1,
    waiting: 0,
    serviceLevel: 0,
    averageWaitS: 40,
  });
  // Without night, which began yesterday. led was given up 63 s after it came into g.
  expect(today).toMatchObject({
    inbound: 7,
    queued: 7,
    answered: 2,
    lost: 3,
    shortAbandoned: 1,
    leveled: 5,
    withinLevel: 2,
    waitMs: 18_000,
  });
  expect(live).toMatchObject({ waiting: 1, waitingSince: "2026-03-02 08:59:10", talking: 0 });
});

test("通话记录: behind each figure of a group are the calls that it counted; by a group all that went through it", async () => {
  const listed = async (skillGroupId: string, figure: CallFigure | "") => {
    const range = { startTime: "2026-03-02 00:00:00", endTime: "2026-03-02 23:59:59" };
    const body = { pageNo: 1, pageSize: 20, ...range, skillGroupId, figure };
    const { list } = await office.administrator.call(cdrApi.callRecords, { body });
    return list.map(({ callId }) => callId).sort();
  };
  expect(await listed("g", "queued")).toEqual(["asked", "led", "lost", "night", "sent", "waits"]);
  expect(await listed("g", "queueAnswered")).toEqual(["asked", "night", "sent"]);
  expect(await listed("g", "lost")).toEqual(["lost"]);
  expect(await listed("g", "decided")).toEqual(["asked", "lost", "night", "sent"]);
  expect(await listed("g", "withinLevel")).toEqual(["asked", "night", "sent"]);
  expect(await listed("g", "handled")).toEqual(["asked", "night", "sent"]);
  expect(await listed("g", "waiting")).toEqual(["waits"]);
  expect(await listed("h", "queued")).toEqual(["led", "sent"]);
  expect(await listed("h", "shortAbandoned")).toEqual(["led"]);
  expect(await listed("k", "shortAbandoned")).toEqual(["short"]);
  expect(await listed("", "shortAbandoned")).toEqual(["short"]);
  expect(await listed("h", "withinLevel")).toEqual([]);
  expect(await listed("h", "handled")).toEqual(["asked", "sent"]);
  // By when they began: not night.
  expect(await listed("g", "")).toEqual(["asked", "led", "lost", "sent", "waits"]);
  expect(await listed("h", "")).toEqual(["asked", "led", "sent"]);
});
