/** The facts that statistics are made of. Every expectation was worked out by hand from the seconds of its steps. */
import { sql } from "kysely";
import { rebuild, reconcile, type CallFact } from "./index.ts";
import { compId, factsOf, openDay, type Day, type Step } from "./testing/day.ts";
import {
  agentHangsUp,
  answered,
  customerHangsUp,
  inbound,
  offered,
  offerEnded,
  queued,
  resumed,
} from "./testing/steps.ts";

let day: Day;
const facts = () => factsOf(day);
beforeAll(async () => {
  day = await openDay();
});
afterAll(() => day?.close());

test("a call that is queued, rings, is held, and ends by the customer; its wrap-up", async () => {
  await day.state("1001", 10, 8, "plain");
  await day.state("1001", 40, 4, "plain");
  await day.state("1001", 55, 1);
  await day.call("plain", [
    inbound,
    queued(2),
    offered(2, "1001"),
    answered(10, "1001"),
    [20, { type: "held", agentId: "1001" }],
    resumed(25),
    ...customerHangsUp(40),
  ]);
  expect(await facts().contact("plain")).toEqual(["inbound", "g", 10, 40, 200, 30]);
  expect(await facts().visits("plain")).toEqual([["g", 2, 10, 8, "answered", null, 0, 1]]);
  expect(await facts().fact("visit", "plain", "slMs", "shortMs", "firstOfContact")).toEqual([[20, 5, 1]]);
  expect(await facts().offers("plain")).toEqual([["1001", 2, 10, "answered"]]);
  expect(await facts().handlings("plain")).toEqual([["1001", "first", 10, 40, 30, 5, 0, 0, "customerHungUp"]]);
  expect(await facts().fact("handling", "plain", "holds", "wrapFromAt", "wrapToAt", "direction")).toEqual([
    [1, 40, 55, "inbound"],
  ]);
  expect(await facts().record("plain")).toMatchObject({ hungUpBy: "customer", firstAgentId: "1001", transfers: 0 });
  const { rows } = await day.database.tenant(compId, (trx) =>
    sql<Record<string, unknown>>`select * from fact_activity where agent_id = '1001' order by seq`.execute(trx),
  );
  expect(rows.map((a) => [a["code"], day.seconds(a["fromAt"]), day.seconds(a["toAt"]), a["contactId"]])).toEqual([
    [8, 10, 40, "plain"],
    [4, 40, 55, "plain"],
    [1, 55, null, null],
  ]);
});

test("K26 re-offered: one visit, every ringing an offer of its own seat", async () => {
  await day.call("again", [
    inbound,
    queued(1),
    offered(1, "1001"),
    offerEnded(21, "1001", "noAnswer"),
    offered(21, "1002"),
    offerEnded(25, "1002", "declined"),
    offered(25, "1003"),
    answered(30, "1003"),
    ...agentHangsUp(50, "1003"),
  ]);
  expect(await facts().visits("again")).toEqual([["g", 1, 30, 29, "answered", null, 0, 3]]);
  expect(await facts().offers("again")).toEqual([
    ["1001", 1, 21, "noAnswer"],
    ["1002", 21, 25, "refused"],
    ["1003", 25, 30, "answered"],
  ]);
  expect(await facts().handlings("again")).toEqual([["1003", "first", 30, 50, 20, 0, 0, 0, "agentHungUp"]]);
  expect((await facts().legs("again")).map(({ result }) => result)).toEqual([200, 594, 585, 200]);
  expect((await facts().record("again")).hungUpBy).toBe("agent");
});

test("given up in the queue, early in the queue, and while a phone rang", async () => {
  const leaves = (s: number, cause: string): Step[] => [
    [s, { type: "hungup", side: "far", cause: "normal" }, undefined, "caller"],
    [s, { type: "ended" }, cause, "caller"],
  ];
  await day.call("abandoned", [inbound, queued(1), ...leaves(16, "abandonedInQueue")]);
  await day.call("short", [inbound, queued(1), ...leaves(4, "abandonedInQueue")]);
  await day.call("ringing", [inbound, queued(1), offered(2, "1001"), ...leaves(9, "abandonedRinging")]);
  expect(await facts().visits("abandoned")).toEqual([["g", 1, 16, 15, "abandoned", null, 0, 0]]);
  // Within the 5 s of a short abandon.
  expect(await facts().fact("visit", "short", "waitMs", "shortMs", "outcome")).toEqual([[3, 5, "abandoned"]]);
  expect(await facts().visits("ringing")).toEqual([["g", 1, 9, 8, "abandoned", null, 0, 1]]);
  expect(await facts().offers("ringing")).toEqual([["1001", 2, 9, "callerGone"]]);
  expect(await facts().handlings("ringing")).toEqual([]);
  expect(await facts().contact("ringing")).toEqual(["inbound", "g", null, 9, 183, 0]);
});

test("overflow: a visit that flowed and one that is answered; a queue that only says goodbye", async () => {
  const to: CallFact = { type: "overflowed", kind: "skillGroup", id: "h", name: "售后" };
  await day.call("flowed", [
    inbound,
    queued(0),
    [60, to, "queueTimeout"],
    queued(60, "h"),
    offered(61, "1001", "h"),
    answered(70, "1001"),
    ...customerHangsUp(100),
  ]);
  expect(await facts().visits("flowed")).toEqual([
    ["g", 0, 60, 60, "flowed", "overflow", 0, 0],
    ["h", 60, 70, 10, "answered", null, 0, 1],
  ]);
  expect(await facts().contact("flowed")).toEqual(["inbound", "g", 70, 100, 200, 30]);
  await day.call("closed", [
    inbound,
    queued(0),
    [30, { type: "queueLeft" }, "queueTimeout"],
    [35, { type: "ended" }, "queueTimeout"],
  ]);
  expect(await facts().visits("closed")).toEqual([["g", 0, 30, 30, "flowed", "closed", 0, 0]]);
  expect((await facts().record("closed")).hungUpBy).toBe("system");
});

test("A4.1 who leaves the queue for a message or a callback flowed there, by key or by overflow; so says a rebuild", async () => {
  const message: CallFact = { type: "voicemailStarted", skillGroupId: "g", maxMs: 30_000 };
  const callback: CallFact = { type: "callbackRequested", id: "b", to: "13800138000", skillGroupId: "g" };
  await day.call("message", [
    inbound,
    queued(0),
    [10, { type: "groupAdded", skillGroupId: "h" }, "byRings"],
    [20, { type: "menuChosen", choice: "voicemail" }, undefined, "caller"],
    [20, { type: "queueLeft" }, "voicemailLeft"],
    [25, message, undefined, "caller"],
    [40, { type: "ended" }, "voicemailLeft", "caller"],
  ]);
  await day.call("callback", [
    inbound,
    queued(0),
    [20, { type: "menuChosen", choice: "callback" }, undefined, "caller"],
    [26, callback, undefined, "caller"],
    [30, { type: "ended" }, "callbackRequested"],
  ]);
  await day.call("overflowMessage", [
    inbound,
    queued(0),
    [60, { type: "overflowed", kind: "voicemail", id: "g", name: "客服一组" }, "queueTimeout"],
    [65, message, undefined, "caller"],
    [80, { type: "ended" }, "voicemailLeft", "caller"],
  ]);
  await day.call("overflowCallback", [
    inbound,
    queued(0),
    [60, { type: "overflowed", kind: "callback", id: "g", name: "客服一组" }, "queueTimeout"],
    [66, callback, undefined, "caller"],
    [70, { type: "ended" }, "callbackRequested"],
  ]);
  const check = async () => {
    expect(await facts().visits("message")).toEqual([
      ["g", 0, 20, 20, "flowed", "voicemail", 0, 0],
      ["h", 10, 20, 10, "flowed", "voicemail", 0, 0],
    ]);
    expect(await facts().visits("callback")).toEqual([["g", 0, 26, 26, "flowed", "callback", 0, 0]]);
    expect(await facts().visits("overflowMessage")).toEqual([["g", 0, 60, 60, "flowed", "voicemail", 0, 0]]);
    expect(await facts().visits("overflowCallback")).toEqual([["g", 0, 60, 60, "flowed", "callback", 0, 0]]);
    // The wait ends with the queue: what is said to a machine then is none.
    const waits = { message: 20, callback: 26, overflowMessage: 60, overflowCallback: 60, closed: 30 };
    for (const [id, s] of Object.entries(waits))
      expect([id, (await facts().record(id)).waitMs]).toEqual([id, s * 1_000]);
  };
  await check();
  expect(await reconcile(day.database)).toMatchObject({ found: 0 });
  await rebuild(day.database);
  await check();
});

test("sent on by a supervisor while it waits: that stay flowed, the next is a transferred one", async () => {
  await day.call("sent", [
    inbound,
    queued(0),
    [15, { type: "sentOn", to: "售后", name: "班长" }, "byMonitor", "monitor:1005"],
    queued(15, "h"),
    offered(15, "1001", "h"),
    answered(20, "1001"),
    ...customerHangsUp(30),
  ]);
  expect(await facts().visits("sent")).toEqual([
    ["g", 0, 15, 15, "flowed", "transfer", 0, 0],
    ["h", 15, 20, 5, "answered", null, 1, 1],
  ]);
  expect(await facts().contact("sent")).toEqual(["inbound", "g", 20, 30, 200, 10]);
  expect(await facts().record("sent")).toMatchObject({
    waitMs: 20_000,
    firstGroupId: "g",
    skillGroupId: "h",
    slMs: 20_000,
    shortMs: 5_000,
  });
  // At a seat it rings, and waits in no queue.
  await day.call("sentToSeat", [
    inbound,
    queued(0),
    [15, { type: "sentOn", to: "1002", name: "班长" }, "byMonitor", "monitor:1005"],
    [15, { type: "offered", agentId: "1002", ringMs: 20_000, idleMs: 0, number: "1002" }],
    answered(22, "1002"),
    ...customerHangsUp(30),
  ]);
  expect((await facts().record("sentToSeat")).waitMs).toBe(15_000);
});

test("Q13 an emergency switch: the stay and the wait end when the caller is led away", async () => {
  await day.call("diverted", [
    inbound,
    queued(0),
    offered(2, "1001"),
    offerEnded(12, "1001", "noAnswer"),
    [12, { type: "diverted", name: "班长", to: "售后" }, "byMonitor", "monitor:1005"],
    queued(12, "h"),
    [20, { type: "diverted", name: "班长", to: "系统提示" }, "byMonitor", "monitor:1005"],
    [30, { type: "ended" }, "emergencyClosed"],
  ]);
  expect(await facts().visits("diverted")).toEqual([
    ["g", 0, 12, 12, "flowed", "overflow", 0, 1],
    ["h", 12, 20, 8, "flowed", "overflow", 0, 0],
  ]);
  expect((await facts().record("diverted")).waitMs).toBe(20_000);
});

test("A4.1 an offer whose call went elsewhere is unanswered, declined, or never was the seat's; a call has its task", async () => {
  const forwarded = (s: number, mode: "always" | "busy" | "noAnswer"): Step => [
    s,
    { type: "forwarded", agentId: "1001", number: "1001", mode, to: "13900139000", displayed: "4001" },
  ];
  const direct: Step = [1, { type: "offered", agentId: "1001", ringMs: 20_000, idleMs: 0, number: "1001" }, "byTarget"];
  const task: Step = [
    0,
    {
      type: "created",
      direction: "outbound",
      caller: "1001",
      callee: "138",
      agentId: "1001",
      task: { type: 2, id: "t1" },
    },
  ];
  await day.call("rang", [inbound, direct, forwarded(21, "noAnswer"), ...customerHangsUp(40)]);
  await day.call("declined", [inbound, direct, forwarded(5, "busy"), ...customerHangsUp(40)]);
  await day.call("task", [task, ...customerHangsUp(9)]);
  expect(await facts().offers("rang")).toEqual([["1001", 1, 21, "noAnswer"]]);
  expect(await facts().offers("declined")).toEqual([["1001", 1, 5, "refused"]]);
  expect(await facts().fact("contact", "task", "taskId")).toEqual([["t1"]]);
  expect(await facts().fact("contact", "rang", "taskId")).toEqual([[null]]);
  expect(await reconcile(day.database)).toMatchObject({ found: 0 });
});

test("a record has the priority its call had at the last, and what travelled with it", async () => {
  await day.call("vip", [
    [
      0,
      {
        type: "created",
        direction: "inbound",
        caller: "13800138000",
        callee: "4001",
        callData: { 等级: "金", 工单: "A1" },
      },
    ],
    [0, { type: "queued", skillGroupId: "g", position: 2, boostMs: 120_000 }],
    [5, { type: "movedUp", byMs: 60_000, name: "班长" }, "byMonitor", "monitor:1005"],
    offered(10, "1001"),
    answered(12, "1001"),
    [20, { type: "dataSet", data: { 工单: "", 备注: "已核身" }, agentId: "1001" }],
    ...customerHangsUp(30),
  ]);
  const { boostMs, callData } = (await facts().record("vip")) ?? {};
  expect([boostMs, JSON.parse(callData ?? "null")]).toEqual([180_000, { 等级: "金", 备注: "已核身" }]);
  expect(await facts().record("sent")).toMatchObject({ boostMs: 0, callData: null });
});

test("two groups of a dispatch queue at once: who answers has answered, the other one flowed", async () => {
  await day.call("both", [
    inbound,
    queued(0),
    [10, { type: "groupAdded", skillGroupId: "h", slMs: 30_000 }, "byDispatchQueue"],
    offered(12, "1002", "h"),
    answered(20, "1002"),
    ...customerHangsUp(30),
  ]);
  expect(await facts().visits("both")).toEqual([
    ["g", 0, 20, 20, "flowed", "elsewhere", 0, 0],
    ["h", 10, 20, 10, "answered", null, 0, 1],
  ]);
});

test("an outbound call that is refused, and a two-way callback's mark", async () => {
  await day.call("out", [
    [
      0,
      { type: "created", direction: "outbound", caller: "1001", callee: "139", agentId: "1001", dual: true },
      undefined,
      "1001",
    ],
    [3, { type: "dialled", to: "0139", displayed: "4001" }, "dialledDirectly", "1001"],
    [5, { type: "farRinging" }],
    [9, { type: "notReached", to: "0139", cause: "busy", sipCode: 486, q850: 20, rang: true }],
    [9, { type: "ended" }, "busy", "callee"],
  ]);
  expect(await facts().contact("out")).toEqual(["dual", null, null, 9, 581, 0]);
  expect(await facts().record("out")).toMatchObject({ isDual: 1, displayNumber: "4001", hungUpBy: "customer" });
  expect(await facts().handlings("out")).toEqual([]);
  const [own, far] = await facts().legs("out");
  expect([own!.left, own!.number, far!.number, far!.result, far!.left]).toEqual([
    "closed",
    "1001",
    "0139",
    581,
    "refused",
  ]);
  expect([day.seconds(far!.startAt), day.seconds(far!.ringAt), day.seconds(far!.endAt)]).toEqual([3, 5, 9]);
});

test("an agent lost for good: his stretch ends, the customer waits again and talks to the next", async () => {
  await day.call("lost", [
    inbound,
    queued(2),
    offered(2, "1001"),
    answered(10, "1001"),
    [20, { type: "agentLost", agentId: "1001" }],
    [80, { type: "hungup", side: "near", cause: "lost", agentId: "1001" }],
    [80, { type: "requeued", skillGroupId: "g" }, "afterLoss"],
    queued(80),
    offered(85, "1002"),
    [90, { type: "answeredAgain", agentId: "1002" }, undefined, "1002"],
    ...customerHangsUp(100),
  ]);
  expect((await facts().handlings("lost")).map((h) => [h[0], h[2], h[3], h[8]])).toEqual([
    ["1001", 10, 80, "lost"],
    ["1002", 90, 100, "customerHungUp"],
  ]);
  expect(await facts().fact("visit", "lost", "waitMs", "outcome", "firstOfContact")).toEqual([
    [8, "answered", 1],
    [10, "answered", 0],
  ]);
  expect(await facts().record("lost")).toMatchObject({ customerMs: 80_000, waitMs: 18_000, agentId: "1002" });
});

test("K85 a call of seats is hung up by who hung it up: a seat, an extension where nobody is signed in, a monitor, or nobody", async () => {
  const talk = (agentId?: string): Step[] => [
    [0, { type: "created", direction: "internal", caller: "1001", callee: "1002", agentId: "1001" }, undefined, "1001"],
    [1, { type: "dialled", to: "1002", ...(agentId ? { agentId } : {}) }, "dialledDirectly", "1001"],
    answered(5, agentId ?? "1001"),
  ];
  const over = (actor: string): Step => [
    20,
    { type: "ended" },
    actor === "engine" ? "serverRestart" : "completed",
    actor,
  ];
  const monitored: Step[] = [
    [20, { type: "hungup", side: "near", cause: "normal", agentId: "1001" }, "byMonitor", "monitor:1005"],
    [20, { type: "ended" }, "byMonitor", "monitor:1005"],
  ];
  const calls: Readonly<Record<string, readonly [readonly Step[], string]>> = {
    caller: [[...talk("1002"), ...agentHangsUp(20, "1001")], "agent"],
    called: [[...talk("1002"), ...agentHangsUp(20, "1002")], "agent"],
    extension: [
      [...talk(), [20, { type: "hungup", side: "far", cause: "normal" }, undefined, "callee"], over("callee")],
      "party",
    ],
    forced: [[...talk("1002"), ...monitored], "monitor"],
    stopped: [[...talk("1002"), over("engine")], "system"],
    // Who was asked and has left before did not end it.
    asked: [
      [
        ...talk("1002"),
        [8, { type: "consultStarted", to: "1003", agentId: "1003" }, "dialledDirectly", "1001"],
        [9, { type: "consultAnswered", to: "1003", agentId: "1003" }, undefined, "1003"],
        [12, { type: "consultEnded", to: "1003", answered: true, cause: "normal" }, undefined, "1003"],
        over("engine"),
      ],
      "system",
    ],
  };
  for (const [id, [steps, by]] of Object.entries(calls)) {
    await day.call(`seats-${id}`, steps);
    expect([id, (await facts().record(`seats-${id}`)).hungUpBy]).toEqual([id, by]);
  }
  expect(await reconcile(day.database)).toMatchObject({ found: 0 });
});
