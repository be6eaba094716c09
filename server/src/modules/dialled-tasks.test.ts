/** Automatic tasks from the claim to the closed attempt: progressive, abandoned, not reached, hours, pauses, a killed process. */
import { stagesOf, type Stage } from "./telephony/testing/stage.ts";
import { diallingChecks } from "@liantai/api/contract/admin";
import { exportLedger } from "./dialling/index.ts";
import { findBreak } from "./dialling/ledger/chain.ts";
import {
  addPhones,
  attempts,
  diallers,
  joins,
  leaves,
  ledger,
  makeTask,
  phones,
  progress,
  setState,
  taskRow,
  told,
} from "../testing/dial-floor.ts";

let s: Stage;
const stage = stagesOf((made) => (s = made), { diallers, group: { wrapUpS: 0 } });
const one = "13800138001";
const two = "13800138002";
const ringing = (user: string) => s.sw.at(user)[0]!;

beforeEach(async () => {
  await stage();
});

/** An entry of the ledger as it is read. */
interface Entered {
  readonly checks: readonly { readonly check: string; readonly detail: string }[];
  readonly rules: string;
  readonly displayed: string;
  readonly abandoned: boolean;
  readonly wording: string;
}

/** A seat that has joined and is ready. */
async function agent(taskId: string, agentId = "1001") {
  const page = await s.ready(agentId);
  await joins(s, taskId, agentId);
  return page;
}

test("D1 D2 D12 a customer is dialled for a ready agent, talks, and attempt, number, counters and ledger say so", async () => {
  const user = await s.called(one);
  const id = await makeTask(s, { agents: ["1001"], phones: [one] });
  expect(await taskRow(s, id)).toMatchObject({ state: "running", waitsFor: "没有坐席加入" });
  const page = await agent(id);
  const leg = ringing(user);
  expect(await phones(s, id)).toMatchObject([{ state: "ringing", attempts: 1 }]);
  s.sw.pickUp(leg);
  await s.settle();
  // Task type 3 answers by itself.
  expect(page.callView()).toMatchObject({
    direction: "outbound",
    phase: "talking",
    tasktype: 3,
    taskid: id,
    number: one,
  });
  expect(await phones(s, id)).toMatchObject([{ state: "connected", agentId: "1001" }]);
  await s.advance(30_000);
  s.sw.leave(leg);
  await s.settle();
  expect(await attempts(s, id)).toMatchObject([
    { attempt: 1, code: 200, cause: "completed", agentId: "1001", abandoned: 0, talkMs: 30_000, displayed: s.number },
  ]);
  expect(await phones(s, id)).toMatchObject([{ state: "done", lastCode: 200 }]);
  expect(await progress(s, id)).toMatchObject({ total: 1, done: 1, live: 0, waiting: 0, attempts: 1, connected: 1 });
  await s.advance(60_000);
  expect(await taskRow(s, id)).toMatchObject({ state: "completed" });
  const [record] = await s.records();
  expect(record).toMatchObject({ direction: "outbound", taskId: id, result: 200, agentId: "1001", callee: one });
  const entries = await ledger(s);
  expect(entries.map(({ kind }) => kind)).toEqual(["dialled", "ended"]);
  expect(findBreak(entries)).toBeUndefined();
  const { checks, rules, displayed } = JSON.parse(entries[0]!.body) as Entered;
  expect(displayed).toBe(s.number);
  expect(checks.map(({ check }) => check)).toEqual(Object.keys(diallingChecks));
  const found = new Map(checks.map(({ check, detail }) => [check, detail]));
  expect([found.get("balance"), found.get("agent")]).toEqual(["账户余额正常", "已加入坐席 1，空闲 1"]);
  expect(found.get("capacity")).toMatch(/任务并发 0\/\d+/);
  expect(rules).toMatch(/^1:[0-9a-f]{16}$/);
  const lines: string[] = [];
  expect(await exportLedger(s.ports.database, s.compId, { line: (text) => void lines.push(text) })).toBe(2);
  const read = lines.map((line) => JSON.parse(line) as (typeof entries)[number]);
  expect(findBreak(read.map((line) => ({ ...line, at: new Date(line.at) })))).toBeUndefined();
  expect(findBreak(entries.map((e, i) => (i === 0 ? { ...e, body: e.body.replace("{", "{ ") } : e)))).toEqual({
    seq: 1,
    why: "hash",
  });
});

test("D3 progressive: never more in flight than idle agents; the next number follows when the agent is free again", async () => {
  const [first, second] = [await s.called(one), await s.called(two)];
  const id = await makeTask(s, { agents: ["1001"], phones: [one, two], wrapUpS: 5 });
  await agent(id);
  await s.advance(2_000);
  expect([s.sw.at(first).length, s.sw.at(second).length]).toEqual([1, 0]);
  s.sw.pickUp(ringing(first));
  await s.advance(10_000);
  expect(s.sw.at(second)).toEqual([]);
  s.sw.leave(ringing(first));
  await s.advance(4_000);
  expect(s.sw.at(second)).toEqual([]);
  await s.advance(2_000);
  expect(s.sw.at(second).length).toBe(1);
});

test("D3 progressive: who leaves while a telephone rings takes its call with him", async () => {
  const user = await s.called(one);
  const id = await makeTask(s, { agents: ["1001"], phones: [one] });
  const page = await agent(id);
  expect(s.sw.at(user).length).toBe(1);
  await page.command("setState", { state: "2" });
  await s.advance(500);
  expect(s.sw.at(user)).toEqual([]);
  expect(await attempts(s, id)).toMatchObject([{ cause: "cancelled", abandoned: 0 }]);
});

test("D1 the last number is done, and its agent rests or has left before he is free again: the task is over", async () => {
  const [first, second] = [await s.called(one), await s.called(two)];
  const rests = await makeTask(s, { agents: ["1001"], phones: [one], wrapUpS: 60 });
  const page = await agent(rests);
  s.sw.pickUp(ringing(first));
  await s.settle();
  await page.command("setState", { state: "2" });
  s.sw.leave(ringing(first));
  await s.advance(61_000);
  expect(await taskRow(s, rests)).toMatchObject({ state: "completed", waitsFor: "" });
  const left = await makeTask(s, { agents: ["1002"], phones: [two], wrapUpS: 60 });
  await agent(left, "1002");
  s.sw.pickUp(ringing(second));
  await s.settle();
  await leaves(s, left, "1002");
  s.sw.leave(ringing(second));
  await s.advance(1_000);
  expect(await taskRow(s, left)).toMatchObject({ state: "completed", waitsFor: "" });
});

test("D6 D9 no answer: the result by the network, tried again by its rule to the second, at most so often", async () => {
  const user = await s.called(one);
  const retries = [{ codes: [594], afterMin: 10, times: 1, otherSlot: 0, otherNumber: 0 }];
  const id = await makeTask(s, { agents: ["1001"], phones: [one], retries });
  await agent(id);
  s.sw.leave(ringing(user), "no-answer", { sipCode: 480, rang: true });
  await s.settle();
  expect(await attempts(s, id)).toMatchObject([{ code: 594, witness: "signal", connectedAt: null }]);
  expect(await phones(s, id)).toMatchObject([{ state: "retry", lastCode: 594, tries: { 0: 1 } }]);
  expect(await taskRow(s, id)).toMatchObject({ waitsFor: "等待重拨时间" });
  await s.advance(10 * 60_000 - 1_000);
  expect(s.sw.at(user)).toEqual([]);
  await s.advance(1_500);
  s.sw.leave(ringing(user), "no-answer", { sipCode: 480, rang: true });
  await s.settle();
  expect(await phones(s, id)).toMatchObject([{ state: "done", attempts: 2 }]);
  await s.advance(1_000);
  expect(await taskRow(s, id)).toMatchObject({ state: "completed" });
});

test("D4 nobody is free when a person answers: the wording within 2 s, an entry, and abandoned in the counters", async () => {
  const user = await s.called(one);
  const id = await makeTask(s, { agents: ["1001"], phones: [one], mode: "ratio" });
  const page = await agent(id);
  const leg = ringing(user);
  await page.command("setState", { state: "2" });
  s.sw.pickUp(leg);
  await s.advance(2_000);
  expect(s.sw.hears(leg)).toMatch(/^file /);
  s.sw.leave(leg);
  await s.settle();
  expect(await attempts(s, id)).toMatchObject([
    { code: 200, cause: "taskAbandoned", abandoned: 1, answerer: "person" },
  ]);
  expect(await progress(s, id)).toMatchObject({ abandoned: 1, answered: 1, connected: 0 });
  const { abandoned, wording } = JSON.parse((await ledger(s)).at(-1)!.body) as Entered;
  expect(abandoned).toBe(true);
  // The law wants to hear who called, and where to call back.
  expect(wording).toContain(s.number.split("").join(" "));
});

test.each([
  [
    "neither",
    "非常抱歉，坐席正忙",
    (name: string, number: string) => `您好，这里是${name}。非常抱歉，坐席正忙。您可回拨${number}。`,
  ],
  ["the name alone", "NAME的坐席正忙。", (name: string, number: string) => `${name}的坐席正忙。您可回拨${number}。`],
  [
    "both",
    "这里是NAME，请回拨NUMBER",
    (name: string, number: string) => `这里是${name}，请回拨${number.replaceAll(" ", "")}`,
  ],
])(
  "D4 whatever a task's own wording says, who is abandoned hears who called and where to call back: %s",
  async (_, own, says) => {
    const { name } = await s.ports.database.system((trx) =>
      trx.selectFrom("enterprise").select("name").where("compId", "=", s.compId).executeTakeFirstOrThrow(),
    );
    const user = await s.called(one);
    const abandonedText = own.replace("NAME", name).replace("NUMBER", s.number);
    const id = await makeTask(s, { agents: ["1001"], phones: [one], mode: "ratio", abandonedText });
    const page = await agent(id);
    const leg = ringing(user);
    await page.command("setState", { state: "2" });
    s.sw.pickUp(leg);
    await s.advance(2_000);
    s.sw.leave(leg);
    await s.settle();
    const { wording } = JSON.parse((await ledger(s)).at(-1)!.body) as Entered;
    expect(wording).toBe(says(name, s.number.split("").join(" ")));
  },
);

test("D4 B16 a task that wants an agent sooner says its wording sooner", async () => {
  const user = await s.called(one);
  const id = await makeTask(s, { agents: ["1001"], phones: [one], mode: "ratio", waitS: 0.5 });
  const page = await agent(id);
  const leg = ringing(user);
  await page.command("setState", { state: "2" });
  s.sw.pickUp(leg);
  await s.advance(400);
  expect(s.sw.hears(leg)).not.toMatch(/^file /);
  await s.advance(200);
  expect(s.sw.hears(leg)).toMatch(/^file /);
  s.sw.leave(leg);
  await s.settle();
  expect(await attempts(s, id)).toMatchObject([{ cause: "taskAbandoned", abandoned: 1 }]);
});

test("D5 outside of its hours no call leaves, a live one goes on; at the opening it does", async () => {
  // The stage begins on a Monday morning; the window opens an hour later.
  const at = (ms: number) => new Date(s.ports.clock.now() + ms + 8 * 3_600_000).toISOString().slice(11, 16);
  const windows = [{ from: at(3_600_000), to: at(5_400_000) }];
  const id = await makeTask(s, { agents: ["1001"], phones: [one], windows });
  await agent(id);
  await s.advance(3_500_000);
  const user = await s.called(one);
  expect(s.sw.at(user)).toEqual([]);
  expect((await taskRow(s, id)).waitsFor).toMatch(/^等待时段/);
  await s.advance(100_000);
  expect(s.sw.at(user).length).toBe(1);
  s.sw.pickUp(ringing(user));
  await s.advance(1_900_000);
  expect(s.sw.at(user).length).toBe(1);
  expect((await taskRow(s, id)).waitsFor).toMatch(/^等待时段/);
});

test("D8 paused: nothing new, what rings goes on unless it is to be cancelled; then it goes on where it was", async () => {
  const [first, second] = [await s.called(one), await s.called(two)];
  const id = await makeTask(s, { agents: ["1001", "1002"], phones: [one, two] });
  await agent(id, "1001");
  await setState(s, id, "paused");
  await agent(id, "1002");
  await s.advance(5_000);
  expect([s.sw.at(first).length, s.sw.at(second).length]).toEqual([1, 0]);
  await setState(s, id, "paused", true);
  expect(s.sw.at(first)).toEqual([]);
  expect(await attempts(s, id)).toMatchObject([{ cause: "cancelled" }]);
  await setState(s, id, "running");
  // Seats of a task that is paused do not stand in its queue.
  await joins(s, id, "1001");
  await s.advance(1_000);
  expect(s.sw.at(second).length).toBe(1);
});

test("D5 D6 a number barred or without a route in its turn is not dialled, and the ledger names the check", async () => {
  await stage({
    screen: async ({ callee }) =>
      callee === two ? { ok: false, cause: "blacklisted", reason: "号码在企业黑名单中" } : { ok: true },
  });
  await s.called(one);
  await s.called(two);
  const id = await makeTask(s, { agents: ["1001"], phones: [two, "13700137000"], kind: "service" });
  await agent(id);
  await s.advance(1_000);
  expect(await phones(s, id)).toMatchObject([
    { state: "skipped", reason: "号码在企业黑名单中", attempts: 0 },
    { state: "skipped", attempts: 0 },
  ]);
  const refused = JSON.parse((await ledger(s))[0]!.body) as Entered;
  expect(refused.checks.map(({ check }) => check)).toEqual(["task", "hours", "attempts", "consent"]);
  const bodies = (await ledger(s)).map(({ kind, body }) => `${kind} ${JSON.parse(body).check}`);
  expect(bodies).toEqual(["skipped blacklist", "skipped displayed"]);
  await addPhonesLater(id);
});

/** Pushed while it runs: the task takes it up at once. */
async function addPhonesLater(id: string) {
  const other = await makeTask(s, { agents: ["1001"], phones: [], kind: "marketing" });
  expect(await taskRow(s, other)).toMatchObject({ state: "running" });
  await joins(s, other, "1001");
  await addPhones(s, other, [one]);
  await told(s, other);
  await s.advance(500);
  expect(await phones(s, other)).toMatchObject([{ state: "skipped", reason: expect.stringContaining("同意") }]);
  expect(await taskRow(s, id)).toMatchObject({ state: "completed" });
}

test("D1 kill -9 while it rings: not dialled again before its rule allows, the attempt is closed as unknown and counts", async () => {
  const user = await s.called(one);
  const id = await makeTask(s, { agents: ["1001"], phones: [one, two] });
  await agent(id);
  expect(s.sw.at(user).length).toBe(1);
  await s.kill();
  const before = s;
  await stage({ after: before });
  await s.advance(3_000);
  expect(await attempts(s, id)).toMatchObject([{ code: 0, endedAt: expect.any(Date) }]);
  expect(await phones(s, id)).toMatchObject([{ attempts: 1, state: "done" }, { state: "waiting" }]);
  expect(s.sw.at(user)).toEqual([]);
});
