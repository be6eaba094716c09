/** Who answers, who takes calls that come in beside a task, and how tasks end. */
import { stagesOf, type Stage } from "./telephony/testing/stage.ts";
import { attempts, diallers, joins, makeTask, phones, progress, taskRow } from "../testing/dial-floor.ts";

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
