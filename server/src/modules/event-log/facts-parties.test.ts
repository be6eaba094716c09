/** The facts of transfers, consultations, conferences and supervision, worked out by hand; and that they can be made anew. */
import { rebuild, reconcile } from "./index.ts";
import { factsOf, openDay, type Day, type Step } from "./testing/day.ts";
import {
  agentHangsUp,
  answered,
  consulting,
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

test("K26 consultation, then transfer: the talks of both agents do not overlap", async () => {
  await day.call("transfer", [
    ...consulting(30, 35),
    resumed(50),
    [50, { type: "transferred", mode: "consult", to: "1002", from: "1001", agentId: "1002" }, undefined, "1001"],
    ...customerHangsUp(80),
  ]);
  expect(await facts().handlings("transfer")).toEqual([
    ["1001", "first", 10, 50, 40, 0, 20, 0, "transferredConsult"],
    ["1002", "transferred", 50, 80, 30, 0, 0, 0, "customerHungUp"],
  ]);
  expect(await facts().fact("consult", "transfer", "agentId", "fromAt", "toAt", "consultMs", "outcome")).toEqual([
    ["1002", 35, 50, 15, "tookOver"],
  ]);
  expect(await facts().contact("transfer")).toEqual(["inbound", "g", 10, 80, 200, 70]);
  expect(await facts().record("transfer")).toMatchObject({
    agentId: "1002",
    firstAgentId: "1001",
    transfers: 1,
    waitMs: 8_000,
    hungUpBy: "customer",
  });
  expect((await facts().legs("transfer")).map(({ role, agentId, party }) => [role, agentId, party])).toEqual([
    ["customer", null, 1],
    ["agent", "1001", 2],
    ["consulted", "1002", 3],
    ["agent", "1002", 3],
  ]);
});

test("K64 who was asked as a group's agent has the customer for that group; who was asked by name for none", async () => {
  const asked = (skillGroupId?: string): Step[] => [
    ...consulting(30, 35).map((step): Step => {
      const [s, fact, ...rest] = step;
      return fact.type === "consultStarted" && skillGroupId ? [s, { ...fact, skillGroupId }, ...rest] : step;
    }),
    resumed(50),
    [50, { type: "transferred", mode: "consult", to: "1002", from: "1001", agentId: "1002" }, undefined, "1001"],
    ...customerHangsUp(80),
  ];
  await day.call("ofGroup", asked("h"));
  await day.call("byName", asked());
  const groups = async (id: string) => (await facts().legs(id)).map(({ role, skillGroupId }) => [role, skillGroupId]);
  expect(await groups("ofGroup")).toEqual([
    ["customer", null],
    ["agent", "g"],
    ["consulted", "h"],
    ["agent", "h"],
  ]);
  expect((await groups("byName")).slice(2)).toEqual([
    ["consulted", null],
    ["agent", null],
  ]);
});

test("a consultation that the one asked ends, and one that nobody takes", async () => {
  await day.call("asked", [
    ...consulting(30, 35),
    [45, { type: "consultEnded", to: "1002", answered: true, cause: "normal" }, undefined, "1002"],
    resumed(45),
    [50, { type: "held", agentId: "1001", consult: true }, undefined, "1001"],
    [50, { type: "consultStarted", to: "0571", displayed: "4001" }, "dialledDirectly", "1001"],
    [
      58,
      { type: "consultEnded", to: "0571", answered: false, cause: "failed", sipCode: 500, q850: 34 },
      undefined,
      "callee",
    ],
    resumed(58),
    ...customerHangsUp(60),
  ]);
  expect(await facts().handlings("asked")).toEqual([["1001", "first", 10, 60, 50, 0, 23, 0, "customerHungUp"]]);
  expect(await facts().fact("consult", "asked", "agentId", "fromAt", "toAt", "outcome")).toEqual([
    ["1002", 35, 45, "consultedHungUp"],
  ]);
  expect((await facts().legs("asked")).at(-1)).toMatchObject({
    role: "consulted",
    number: "0571",
    accessNumber: "4001",
    result: 593,
    left: "notReached",
    sipCode: 500,
    q850: 34,
  });
});

test("K26 a blind transfer to a group begins a visit that says so; the waits add up", async () => {
  await day.call("blind", [
    inbound,
    queued(2),
    offered(2, "1001"),
    answered(10, "1001"),
    [30, { type: "sentOn", to: "售后", agentId: "1001" }, undefined, "1001"],
    [30, { type: "overflowed", kind: "skillGroup", id: "h", name: "售后" }, "unreachable"],
    queued(30, "h"),
    offered(32, "1002", "h"),
    [40, { type: "transferred", mode: "blind", to: "1002", from: "1001", agentId: "1002" }, undefined, "1002"],
    ...agentHangsUp(70, "1002"),
  ]);
  expect(await facts().visits("blind")).toEqual([
    ["g", 2, 10, 8, "answered", null, 0, 1],
    ["h", 30, 40, 10, "answered", null, 1, 1],
  ]);
  expect(await facts().handlings("blind")).toEqual([
    ["1001", "first", 10, 30, 20, 0, 0, 0, "transferredBlind"],
    ["1002", "transferred", 40, 70, 30, 0, 0, 0, "agentHungUp"],
  ]);
  expect(await facts().contact("blind")).toEqual(["inbound", "g", 10, 70, 200, 50]);
  expect(await facts().record("blind")).toMatchObject({
    waitMs: 18_000,
    transfers: 1,
    agentId: "1002",
    talkMs: 60_000,
  });
});

test("a blind transfer that nobody takes: 592, and the agent has the customer again", async () => {
  await day.call("back", [
    inbound,
    queued(2),
    offered(2, "1001"),
    answered(10, "1001"),
    [30, { type: "sentOn", to: "1002", agentId: "1001" }, undefined, "1001"],
    [30, { type: "offered", agentId: "1002", ringMs: 30_000, idleMs: 0, number: "1002" }, "byTransfer"],
    offerEnded(60, "1002", "noAnswer"),
    [60, { type: "transferFailed", to: "1002", agentId: "1001" }],
    [60, { type: "offered", agentId: "1001", ringMs: 30_000, idleMs: 0, number: "1001" }, "transferBack"],
    [65, { type: "answeredAgain", agentId: "1001" }, undefined, "1001"],
    ...customerHangsUp(90),
  ]);
  expect((await facts().handlings("back")).map((h) => h.slice(0, 5))).toEqual([
    ["1001", "first", 10, 30, 20],
    ["1001", "transferred", 65, 90, 25],
  ]);
  expect(await facts().offers("back")).toEqual([
    ["1001", 2, 10, "answered"],
    ["1002", 30, 60, "noAnswer"],
    ["1001", 60, 65, "answered"],
  ]);
  expect((await facts().legs("back")).map(({ result }) => result)).toEqual([200, 200, 592, 200]);
  expect(await facts().record("back")).toMatchObject({ transfers: 0, agentId: "1001", customerMs: 45_000 });
});

test("conference: each agent's stretch is his own, the customer's time counts once", async () => {
  await day.call("conference", [
    ...consulting(20, 25),
    [40, { type: "conferenceStarted", with: "1002", agentId: "1001" }, undefined, "1001"],
    resumed(40),
    [70, { type: "partyLeft", number: "1001", cause: "normal", agentId: "1001" }, undefined, "1001"],
    ...customerHangsUp(100),
  ]);
  expect(await facts().handlings("conference")).toEqual([
    ["1001", "first", 10, 70, 60, 0, 20, 30, "agentHungUp"],
    ["1002", "member", 40, 100, 60, 0, 0, 30, "customerHungUp"],
  ]);
  expect(await facts().contact("conference")).toEqual(["inbound", "g", 10, 100, 200, 90]);
  expect(await facts().record("conference")).toMatchObject({ conference: 1, agentId: "1002", firstAgentId: "1001" });
});

test("a number outside is brought into a conference, another one does not come", async () => {
  await day.call("invited", [
    ...consulting(20, 25),
    [40, { type: "conferenceStarted", with: "1002", agentId: "1001" }, undefined, "1001"],
    resumed(40),
    [45, { type: "memberInvited", to: "139", displayed: "4001" }, undefined, "1001"],
    [55, { type: "memberJoined", number: "139" }, undefined, "callee"],
    [60, { type: "memberInvited", to: "137", displayed: "4001" }, undefined, "1001"],
    [66, { type: "notReached", to: "137", cause: "rejected", sipCode: 603 }, undefined, "callee"],
    [75, { type: "partyLeft", number: "139", cause: "normal" }, undefined, "callee"],
    [90, { type: "partyLeft", number: "1002", cause: "normal", agentId: "1002" }, undefined, "1002"],
    ...customerHangsUp(100),
  ]);
  const members = (await facts().legs("invited")).filter(({ role }) => role === "member");
  expect(
    members.map((l) => [l.number, l.accessNumber, l.talkMs, l.conferenceMs, l.result, l.left, day.seconds(l.startAt)]),
  ).toEqual([
    ["1002", null, 50_000, 50_000, 200, "agentHungUp", 40],
    ["139", "4001", 20_000, 20_000, 200, "partyHungUp", 45],
    ["137", "4001", 0, 0, 585, "refused", 60],
  ]);
  // Two are left from 90 on.
  expect((await facts().handlings("invited"))[0]).toEqual(["1001", "first", 10, 100, 90, 0, 20, 50, "customerHungUp"]);
});

test("listening makes no handling; joining in makes one of a supervisor, as long as he is heard", async () => {
  const supervised = (s: number, mode: "listen" | "insert"): Step => [
    s,
    { type: "supervised", mode, agentId: "1001", by: "1005" },
    "byMonitor",
    "1005",
  ];
  const talk = [inbound, queued(2), offered(2, "1001"), answered(10, "1001")];
  const up: Step = [21, { type: "supervisionAnswered", by: "1005", mode: "listen" }, undefined, "1005"];
  const over: Step = [50, { type: "supervisionEnded", by: "1005", agentId: "1001" }, undefined, "1005"];
  await day.call("listened", [...talk, supervised(20, "listen"), up, over, ...customerHangsUp(60)]);
  await day.call("joined", [
    ...talk,
    supervised(20, "listen"),
    up,
    supervised(30, "insert"),
    supervised(45, "listen"),
    over,
    ...customerHangsUp(60),
  ]);
  expect((await facts().handlings("listened")).map(([agentId]) => agentId)).toEqual(["1001"]);
  expect(await facts().handlings("joined")).toEqual([
    ["1001", "first", 10, 60, 50, 0, 0, 0, "customerHungUp"],
    ["1005", "supervisor", 21, 50, 15, 0, 0, 0, "supervisionOver"],
  ]);
});

test("the agent lets the customer mark the call: his stretch ends, the mark stands in the record", async () => {
  await day.call("survey", [
    inbound,
    queued(2),
    offered(2, "1001"),
    answered(10, "1001"),
    [40, { type: "surveyStarted", agentId: "1001", skillGroupId: "g" }, undefined, "1001"],
    [50, { type: "surveyAnswered", score: 8, agentId: "1001" }, undefined, "caller"],
    [55, { type: "ended" }, "completed"],
  ]);
  expect((await facts().handlings("survey")).map((h) => [h[0], h[2], h[3], h[8]])).toEqual([
    ["1001", 10, 40, "surveyed"],
  ]);
  expect(await facts().record("survey")).toMatchObject({ satisfaction: 8, customerMs: 30_000 });
});

test("a supervisor takes the call over", async () => {
  await day.call("taken", [
    inbound,
    queued(2),
    offered(2, "1001"),
    answered(10, "1001"),
    [20, { type: "supervised", mode: "listen", agentId: "1001", by: "1005" }, "byMonitor", "1005"],
    [21, { type: "supervisionAnswered", by: "1005", mode: "listen" }, undefined, "1005"],
    [30, { type: "transferred", mode: "takenOver", to: "1005", from: "1001", agentId: "1005" }, "byMonitor", "1005"],
    ...customerHangsUp(60),
  ]);
  expect((await facts().handlings("taken")).map((h) => [h[0], h[2], h[3], h[8]])).toEqual([
    ["1001", 10, 30, "takenOver"],
    ["1005", 30, 60, "customerHungUp"],
  ]);
  expect(await facts().record("taken")).toMatchObject({ transfers: 0, agentId: "1005", customerMs: 50_000 });
});

test("what was written is what the log says, a rebuild makes the same, and a changed leg or visit is found", async () => {
  const all = () =>
    day.database.system(async (trx) => [
      await trx.selectFrom("call_record").selectAll().orderBy("callId").execute(),
      await trx.selectFrom("call_leg").selectAll().orderBy("callId").orderBy("seq").execute(),
      await trx.selectFrom("call_visit").selectAll().orderBy("callId").orderBy("seq").execute(),
    ]);
  expect(await reconcile(day.database)).toMatchObject({ found: 0 });
  const written = await all();
  await rebuild(day.database);
  expect(await all()).toEqual(written);
  await day.database.system(async (trx) => {
    await trx.updateTable("call_leg").set({ talkMs: 1 }).where("callId", "=", "back").where("seq", "=", 2).execute();
    await trx.deleteFrom("call_visit").where("callId", "=", "blind").where("seq", "=", 2).execute();
    const leg = await trx.selectFrom("call_leg").selectAll().where("callId", "=", "back").executeTakeFirstOrThrow();
    await trx
      .insertInto("call_leg")
      .values({ ...leg, callId: "nobody" })
      .execute();
  });
  const { samples } = await reconcile(day.database);
  expect(samples.map(({ id, kind, columns }) => [id, kind, columns]).sort()).toEqual([
    ["back", "columns", ["leg.talkMs"]],
    ["blind", "columns", ["visit.missing"]],
    ["nobody", "extra", undefined],
  ]);
});
