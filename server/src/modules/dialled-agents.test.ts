/** E7 and E11 of dialling: seats in several tasks at once, and in a skill group with calls that come in. */
import { stagesOf, type Page, type Stage } from "./telephony/testing/stage.ts";
import { diallers, joins, makeTask, phones, progress, taskRow } from "../testing/dial-floor.ts";
import { isContact, readStream } from "./event-log/index.ts";

let s: Stage;
const stage = stagesOf((made) => (s = made), { diallers, group: { wrapUpS: 0 } });
const phoneOf = (task: string, n: number) => `${task}${String(n).padStart(8, "0")}`;

beforeEach(async () => {
  await stage();
});

/** Telephones that ring, or have answered and nobody talks with them. */
const unserved = async (...taskIds: readonly string[]) =>
  (await Promise.all(taskIds.map((id) => phones(s, id))))
    .flat()
    .filter(({ state }) => ["dialling", "ringing", "answered"].includes(state)).length;

async function page(agentId: string, ...taskIds: readonly string[]): Promise<Page> {
  const made = await s.ready(agentId);
  for (const id of taskIds) await joins(s, id, agentId);
  return made;
}
const dialled = async (prefix: string, count: number) => {
  const users: string[] = [];
  for (let n = 0; n < count; n += 1) users.push(await s.called(phoneOf(prefix, n)));
  return users;
};
const list = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => phoneOf(prefix, n));

test("E7 D3 an agent in two tasks: one telephone rings for him, that of the more urgent task; who leaves takes one with him", async () => {
  const [a, b] = [await dialled("138", 2), await dialled("139", 2)];
  const rings = () => [a, b].map((users) => users.flatMap((user) => s.sw.at(user)).length);
  const less = await makeTask(s, { agents: ["1001", "1002"], phones: list("139", 2), priority: 5, wrapUpS: 0 });
  const urgent = await makeTask(s, { agents: ["1001", "1002"], phones: list("138", 2), priority: 1, wrapUpS: 0 });
  const first = await page("1001", less, urgent);
  await s.advance(1_000);
  // It had been dialled for the first task before he joined the second.
  expect(rings()).toEqual([0, 1]);
  await page("1002", urgent, less);
  await s.advance(1_000);
  expect(rings()).toEqual([1, 1]);
  await first.command("setState", { state: "2" });
  await s.advance(1_000);
  expect(rings()).toEqual([1, 0]);
});

test("E11 D7 two tasks and a skill group with calls in: never two offers, calls in first, each choice with its reason", async () => {
  const [a, b] = [await dialled("138", 12), await dialled("139", 12)];
  const tasks = [
    await makeTask(s, {
      agents: ["1001"],
      phones: list("138", 12),
      priority: 1,
      wrapUpS: 0,
      blending: "share",
      retries: [],
    }),
    await makeTask(s, {
      agents: ["1001"],
      phones: list("139", 12),
      priority: 5,
      wrapUpS: 0,
      blending: "share",
      retries: [],
    }),
  ];
  const agent = await page("1001", ...tasks);
  let seed = 5;
  const draw = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
  const inbound: string[] = [];
  let [together, ringing] = [0, 0];
  const served: string[] = [];
  for (let n = 0; n < 120; n += 1) {
    const outside = [...a, ...b].flatMap((user) => s.sw.at(user));
    const call = agent.callView();
    if (call?.phase === "talking" && draw(2) === 0) {
      served.push(call.number);
      await agent.command("hangup", { callId: call.callId });
    } else if (outside.length > 0 && call === undefined && draw(3) > 0) s.sw.pickUp(outside[0]!);
    else if (inbound.length < 12 && draw(3) === 0) {
      const number = phoneOf("137", inbound.length);
      inbound.push(number);
      await s.customer(number);
    } else if (call !== undefined && call.phase !== "talking") for (const leg of s.sw.at(agent.user)) s.sw.pickUp(leg);
    await s.advance(500);
    together = Math.max(together, s.sw.at(agent.user).length);
    ringing = Math.max(ringing, await unserved(...tasks));
    // Whoever calls waits no longer than for the call that goes on: nothing is dialled for an agent who is not idle.
    if (agent.callView() !== undefined) expect(await unserved(...tasks)).toBe(0);
  }
  expect([together, ringing]).toEqual([1, 1]);
  expect(served.some((number) => number.startsWith("137"))).toBe(true);
  expect(served.some((number) => number.startsWith("138"))).toBe(true);
  for (const id of tasks) expect(await progress(s, id)).toMatchObject({ abandoned: 0 });
  // Every call that was given to him has the decision with what it was chosen by.
  const records = (await s.records()).filter(({ agentId }) => agentId === "1001");
  expect(records.length).toBeGreaterThanOrEqual(served.length);
  for (const { callId } of records) {
    const events = await s.ports.database.system((trx) =>
      readStream(trx, { compId: s.compId, stream: "contact", id: String(callId) }),
    );
    const decisions = events.filter(isContact).filter(({ fact }) => fact.type === "decision");
    expect(decisions.length).toBeGreaterThan(0);
    for (const { fact, reason } of decisions) expect([fact, reason]).toEqual([expect.anything(), expect.any(String)]);
  }
});

test("E7 through the engine, three agents and 60 calls: never more in flight than idle agents, nobody abandoned", async () => {
  const count = 60;
  const users = await dialled("138", count);
  const id = await makeTask(s, {
    ...{ agents: ["1001", "1002", "1003"], phones: list("138", count), wrapUpS: 2, retries: [], concurrency: 50 },
  });
  const agents = [];
  for (const agentId of ["1001", "1002", "1003"]) agents.push(await page(agentId, id));
  let seed = 3;
  const draw = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
  let most = 0;
  for (let n = 0; n < 800 && (await taskRow(s, id)).state !== "completed"; n += 1) {
    const idle = agents.filter((each) => each.code() === 1).length;
    const flying = await unserved(id);
    most = Math.max(most, flying);
    expect(flying).toBeLessThanOrEqual(idle);
    for (const leg of users.flatMap((user) => s.sw.at(user))) {
      const talks = s.sw.hears(leg).startsWith("leg ");
      if (talks && draw(4) === 0) s.sw.leave(leg);
      else if (!talks && draw(3) === 0) {
        if (draw(2) === 0) s.sw.pickUp(leg);
        else s.sw.leave(leg, "busy", { sipCode: 486 });
      }
    }
    await s.advance(500);
  }
  expect(most).toBe(3);
  expect(await taskRow(s, id)).toMatchObject({ state: "completed" });
  expect(await progress(s, id)).toMatchObject({ attempts: count, abandoned: 0, done: count });
});
