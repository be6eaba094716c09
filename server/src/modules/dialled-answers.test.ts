/** Who answers, who takes calls that come in beside a task, and how tasks end. */
import { stagesOf, type Stage } from "./telephony/testing/stage.ts";
import { attempts, diallers, joins, makeTask, phones, progress, taskRow, told } from "../testing/dial-floor.ts";
import { publish } from "./topics.ts";
import type { PacingState } from "./dialling/pacing/index.ts";
import { halfOf } from "./dialling/experiments/arms.ts";

let s: Stage;
const stage = stagesOf((made) => (s = made), { diallers, group: { wrapUpS: 0 } });
const one = "13800138001";
const ringing = (user: string) => s.sw.at(user)[0]!;
/** A tone, from one frame to the next without a break. */
const frame = (at: number, hz: number, level: number) =>
  Int16Array.from({ length: 160 }, (_, i) => Math.round(level * Math.sin((2 * Math.PI * hz * (at * 8 + i)) / 8_000)));

beforeEach(async () => {
  await stage();
});

async function agent(taskId: string, agentId = "1001") {
  const page = await s.ready(agentId);
  await joins(s, taskId, agentId);
  return page;
}

/** So long of a tone, or of silence, in frames of 20 ms. */
async function hears(leg: string, ms: number, hz: number, level: number) {
  for (let at = 0; at < ms; at += 20) {
    s.sw.forks.saysFrame(leg, frame(at, hz, level));
    await s.ports.clock.advance(20);
  }
  await s.settle();
}

test("D10 a fax is hung up on, and no agent hears of it; it counts as answered by nobody", async () => {
  const user = await s.called(one);
  const id = await makeTask(s, { agents: ["1001"], phones: [one], amd: 1, machineAction: "hangup" });
  const page = await agent(id);
  const leg = ringing(user);
  s.sw.pickUp(leg);
  await s.settle();
  expect(page.callView()).toBeUndefined();
  await hears(leg, 2_000, 1_100, 6_000);
  expect(await attempts(s, id)).toMatchObject([{ answerer: "fax", cause: "machineAnswered", code: 200, abandoned: 0 }]);
  expect(page.heard.some(({ name }) => name === "call")).toBe(false);
  expect(await progress(s, id)).toMatchObject({ answered: 1, connected: 0, abandoned: 0 });
});

test("D45 a person who was taken for a machine counts in the pacing's budget once somebody says so, once", async () => {
  const user = await s.called(one);
  const next = "13800138002";
  await s.called(next);
  // The next one rings meanwhile.
  const phones = [one, next];
  const id = await makeTask(s, { agents: ["1001"], phones, amd: 1, mode: "ratio", machineAction: "hangup" });
  await agent(id);
  const leg = ringing(user);
  s.sw.pickUp(leg);
  await s.settle();
  await hears(leg, 2_000, 1_100, 6_000);
  const known = () =>
    s.ports.database.system((trx) =>
      trx.selectFrom("dial_task").select("pacing").where("id", "=", id).executeTakeFirstOrThrow(),
    );
  const says = async () => {
    await s.ports.database.system((trx) =>
      trx
        .updateTable("dial_attempt")
        .set({ heard: "person", abandoned: 1 })
        .where("taskId", "=", id)
        .where("answerer", "=", "fax")
        .execute(),
    );
    await publish(s.ports.broker, "task.changed", { compId: s.compId, taskId: id });
    // What pacing has learnt is written every ten seconds.
    await s.advance(11_000);
  };
  await says();
  await says();
  expect(((await known()).pacing as PacingState).counters.abandoned).toBe(1);
});

test("D10 nothing is heard for long: that is a person, and the agent has him", async () => {
  const user = await s.called(one);
  const id = await makeTask(s, { agents: ["1001"], phones: [one], amd: 1 });
  const page = await agent(id);
  const leg = ringing(user);
  s.sw.pickUp(leg);
  await hears(leg, 3_000, 0, 0);
  expect(page.callView()).toMatchObject({ phase: "talking", taskid: id });
});

test("D4 the two seconds begin at the end of the task's own greeting: who is given to an agent within them was not abandoned", async () => {
  const user = await s.called(one);
  const id = await makeTask(s, { agents: ["1001"], phones: [one], mode: "ratio", greeting: "您好" });
  const page = await agent(id);
  const leg = ringing(user);
  await page.command("setState", { state: "2" });
  s.sw.pickUp(leg);
  // The greeting lasts a second.
  await s.advance(2_500);
  await page.command("setState", { state: "1" });
  await s.settle();
  expect(page.callView()).toMatchObject({ phase: "talking", taskid: id });
  s.sw.leave(leg);
  await s.settle();
  expect(await attempts(s, id)).toMatchObject([{ abandoned: 0, answerer: "person" }]);
  expect(await progress(s, id)).toMatchObject({ abandoned: 0, connected: 1 });
});

test("D7 a seat in a task takes calls that come in only where the task shares it", async () => {
  const id = await makeTask(s, { agents: ["1001", "1002"] });
  const page = await agent(id);
  await s.customer("13900139000");
  expect(page.callView()).toBeUndefined();
  const shared = await makeTask(s, { agents: ["1002"], blending: "share" });
  const other = await agent(shared, "1002");
  await s.customer("13900139001");
  expect(other.callView()).toMatchObject({ direction: "inbound" });
  expect(page.callView()).toBeUndefined();
});

test("D7 idle: it takes them while the task dials nothing", async () => {
  const id = await makeTask(s, { agents: ["1001"], blending: "idle" });
  const page = await agent(id);
  await s.advance(1_000);
  expect(await taskRow(s, id)).toMatchObject({ waitsFor: "没有号码" });
  await s.customer("13900139000");
  expect(page.callView()).toMatchObject({ direction: "inbound" });
});

test("D11 past its last day a task is expired; of an enterprise in arrears it is paused", async () => {
  const id = await makeTask(s, {
    agents: ["1001"],
    phones: [one],
    untilAt: s.ports.clock.now() + 60_000,
    windows: [{ from: "23:00", to: "23:30" }],
  });
  await agent(id);
  await s.advance(61_000);
  expect(await taskRow(s, id)).toMatchObject({ state: "expired" });
  await s.ports.database.system((trx) =>
    trx.updateTable("enterprise").set({ forbidden: 0 }).where("compId", "=", s.compId).execute(),
  );
  const user = await s.called("13800138009");
  const late = await makeTask(s, { agents: ["1001"], phones: ["13800138009"] });
  await joins(s, late, "1001");
  await s.advance(1_000);
  expect(await taskRow(s, late)).toMatchObject({ state: "paused", waitsFor: "企业已欠费！" });
  expect(s.sw.at(user)).toEqual([]);
  expect(await phones(s, late)).toMatchObject([{ state: "waiting", attempts: 0 }]);
});

test("D30 a number that rests is not shown, and the task says so; when its rest is over it is dialled under it", async () => {
  const user = await s.called(one);
  const at = new Date(s.ports.clock.now());
  const restUntil = new Date(at.getTime() + 60_000);
  const pausedReason = "秒挂多";
  await s.ports.database.system((trx) =>
    trx
      .insertInto("display_number")
      .values({ compId: s.compId, number: s.number, day: at, calls: 0, pausedAt: at, pausedReason, restUntil })
      .execute(),
  );
  const id = await makeTask(s, { agents: ["1001"], phones: [one] });
  await agent(id);
  await s.advance(10_000);
  expect(s.sw.at(user)).toEqual([]);
  expect((await taskRow(s, id)).waitsFor).toMatch(/^外显号码占满/);
  expect(await phones(s, id)).toMatchObject([{ state: "waiting", attempts: 0 }]);
  await s.advance(55_000);
  expect(await attempts(s, id)).toMatchObject([{ displayed: s.number }]);
});

test("D32 an experiment splits the numbers for good, each half hears its own, first calls count, and the better half goes on", async () => {
  const list = Array.from({ length: 10 }, (_, i) => `1380013810${i}`);
  const users = new Map<string, string>();
  for (const phone of list) users.set(phone, await s.called(phone));
  const second = "02188880000";
  await s.ports.database.system((trx) =>
    trx
      .insertInto("access_number")
      .values({ compId: s.compId, number: second, title: "乙", targetKind: "hangup" })
      .execute(),
  );
  const id = await makeTask(s, { agents: ["1001"], phones: list, wrapUpS: 0 });
  const start = { compId: s.compId, taskId: id, id: "e1", kind: "displayed", metric: "answered" };
  const halves = { a: JSON.stringify({ numbers: [s.number] }), b: JSON.stringify({ numbers: [second] }) };
  const startedAt = new Date(s.ports.clock.now());
  const experiment = () =>
    s.ports.database.system((trx) => trx.selectFrom("dial_experiment").selectAll().executeTakeFirstOrThrow());
  await s.ports.database.system((trx) =>
    trx
      .insertInto("dial_experiment")
      // A step before its end.
      .values({
        ...start,
        ...halves,
        goesOn: 1,
        most: 50,
        evidence: 2.99,
        aCalls: 40,
        aHits: 5,
        bCalls: 40,
        bHits: 30,
        startedAt,
      })
      .execute(),
  );
  await told(s, id);
  await agent(id);
  for (const phone of list) {
    const user = users.get(phone)!;
    const leg = s.sw.at(user)[0];
    if (!leg) continue;
    // Those of b are answered, those of a are not.
    const half = halfOf("e1", phone);
    if (half === "b") s.sw.pickUp(leg);
    await s.advance(1_000);
    if (half === "b") s.sw.leave(leg);
    else s.sw.leave(leg, "no-answer", { sipCode: 480, rang: true });
    await s.advance(1_000);
    if ((await experiment()).state === "decided") break;
  }
  expect(await experiment()).toMatchObject({ state: "decided", better: "b", endedAt: expect.any(Date) });
  const seen = await attempts(s, id);
  expect(new Set(seen.map(({ variant }) => variant)).has("b")).toBe(true);
  for (const { phone, displayed, variant } of seen.filter((one) => one.variant !== ""))
    expect([phone, displayed, variant]).toEqual([
      phone,
      halfOf("e1", phone) === "a" ? s.number : second,
      halfOf("e1", phone),
    ]);
  // What was committed before that is as it was; the next call is of the better half, and no part of the test.
  for (const leg of list.flatMap((phone) => s.sw.at(users.get(phone)!))) s.sw.leave(leg, "no-answer");
  await s.advance(2_000);
  const after = (await attempts(s, id)).slice(seen.length);
  expect(after.length).toBeGreaterThan(0);
  expect(after.every(({ displayed, variant }) => displayed === second && variant === "")).toBe(true);
});

test("D7 D33 share: what comes in goes before the task, up to its bound of the agents' time; the task says why", async () => {
  const users = [await s.called(one), await s.called("13800138002")];
  // Whatever priority the task has.
  const share = { blending: "share", blendMost: 30, priority: 1 } as const;
  const id = await makeTask(s, { agents: ["1001"], phones: [one, "13800138002"], ...share });
  const page = await agent(id);
  expect(users.flatMap((user) => s.sw.at(user))).toHaveLength(1);
  const first = await s.customer("13900139000");
  expect(page.callView()).toMatchObject({ direction: "inbound" });
  s.sw.pickUp(s.sw.at(page.user)[0]!);
  await s.advance(20_000);
  // Nobody is idle: what rang for the task was cancelled, and nothing new is dialled.
  expect(users.flatMap((user) => s.sw.at(user))).toEqual([]);
  const takes = async () => {
    const row = await s.ports.database.system((trx) =>
      trx.selectFrom("dial_task").select(["takesCalls", "pacing"]).where("id", "=", id).executeTakeFirstOrThrow(),
    );
    return [row.takesCalls, JSON.stringify(row.pacing)] as const;
  };
  expect(await takes()).toEqual([0, expect.stringMatching(/不接呼入：呼入已占坐席时间\d+%，上限30%/)]);
  s.sw.leave(first.leg);
  await s.advance(500);
  await s.customer("13900139001");
  await s.advance(500);
  expect(page.callView()).toBeUndefined();
  // The task has the agent again, until the share of what came in is small enough.
  expect(users.flatMap((user) => s.sw.at(user)).length).toBe(1);
});

test("D33 share: only while too few of the calls that come in are answered in time", async () => {
  await s.called(one);
  const id = await makeTask(s, { agents: ["1001"], phones: [one], blending: "share", blendBelow: 80, ringS: 60 });
  const [page, other] = [await agent(id), await s.ready("1002")];
  await s.advance(1_000);
  await s.customer("13900139000");
  expect([page.callView(), other.callView()]).toMatchObject([undefined, { direction: "inbound" }]);
  s.sw.pickUp(s.sw.at(other.user)[0]!);
  await s.customer("13900139001");
  expect(page.callView()).toBeUndefined();
  // Once he waits too long the service level is missed, and the next look at it says so.
  await s.advance(45_000);
  expect(page.callView()).toMatchObject({ direction: "inbound" });
});
