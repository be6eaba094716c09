import { offlineSeat, type AgentPull } from "@liantai/api/contract/admin";
import type { Caller } from "../../../http/routes.ts";
import type { Database } from "../../../ports/database.ts";
import { createTestDatabase } from "../../../testing/index.ts";
import { seatCaller } from "../../../testing/who.ts";
import { createMonitorModule, type MonitorModule } from "../../monitor/index.ts";
import { publish, subscribe } from "../../topics.ts";
import { createEngineClient } from "../client.ts";
import { createStage, type Stage } from "../testing/stage.ts";

let database: Database;
let s: Stage;
let monitor: MonitorModule;
let watches: MonitorModule["watches"];
/** Pages that the callers' roles were granted. */
let granted: readonly string[];
/** Requests to the engine. */
let asked: boolean[];

const over = () => {
  const engine = createEngineClient(s.ports.broker);
  return createMonitorModule({
    ports: s.ports,
    maySee: async (_caller, pages) => pages.some((page) => granted.includes(page)),
    engine: {
      live: (compId, whole) => {
        asked.push(whole);
        return engine.live(compId, whole);
      },
    },
  });
};

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  s = await createStage({ database, greeting: "" });
  granted = ["/realtimemonitoring"];
  asked = [];
  monitor = over();
  watches = monitor.watches;
  await monitor.start?.();
});
afterEach(async () => {
  await monitor.stop?.();
  await s.stop();
});

function follower(over: Partial<Caller> = {}) {
  const told: AgentPull[] = [];
  const who = {
    told,
    there: true,
    caller: seatCaller({ compId: s.compId, roleType: 1, agentId: null, ...over }),
    pull: (pull: AgentPull) => who.there && told.push(pull) > 0,
    /** By work number, as last told; 'whole' when nothing was kept. */
    shape: () => told.map(({ full, agents }) => [full, ...agents.map((a) => `${a.agentId}:${a.code}`).sort()]),
  };
  return who;
}

async function talk() {
  await s.customer();
  s.sw.pickUp(s.sw.at(`${s.compId}1001`)[0]!);
  await s.settle();
}

test("M10 an administrator is told everybody first, then what changes, once in 250 ms, the last as it is", async () => {
  const page = await s.signIn("1001");
  const who = follower();
  watches.subscribe(who, "*");
  await s.settle();
  expect(who.shape()).toEqual([[true, "1001:2", "1002:0", "1003:0"]]);
  await s.advance(250);
  await page.command("setState", { state: "1" });
  expect(who.shape().slice(1)).toEqual([[false, "1001:1"]]);
  await page.command("setState", { state: "2" });
  await page.command("setState", { state: "1" });
  await page.command("setState", { state: "2" });
  await s.signIn("1002");
  expect(who.told).toHaveLength(2);
  await s.advance(250);
  expect(who.shape().slice(2)).toEqual([[false, "1001:2", "1002:2"]]);
});

test("M10 seats by name, and unsubscribing ends it; the engine is left alone while nobody follows", async () => {
  const page = await s.signIn("1001");
  const published: unknown[] = [];
  const end = await subscribe(s.ports.broker, "agents.live", (change) => published.push(change));
  await page.command("setState", { state: "1" });
  await s.advance(60_000);
  expect({ published, asked }).toEqual({ published: [], asked: [] });
  const who = follower();
  watches.subscribe(who, ["1002", "9999"]);
  await s.settle();
  expect(who.shape()).toEqual([[true, "1002:0"]]);
  await page.command("setState", { state: "2" });
  await s.advance(250);
  expect(who.told).toHaveLength(1);
  watches.unsubscribe(who);
  await s.signIn("1002");
  await s.advance(60_000);
  const { length } = published;
  await page.command("setState", { state: "1" });
  expect(who.told).toHaveLength(1);
  expect([asked, published.length]).toEqual([[true], length]);
  await end();
});

test("M10 a monitor follows the seats of his groups, and no longer those that leave them", async () => {
  const monitor = follower({ roleType: 3, agentId: "1002" });
  watches.subscribe(monitor, "*");
  await s.settle();
  expect(monitor.shape()).toEqual([[true, "1001:0", "1002:0"]]);
  await s.ports.database.system((trx) =>
    trx
      .updateTable("seat")
      .set({ groupId: "b" })
      .where("compId", "=", s.compId)
      .where("agentId", "=", "1001")
      .execute(),
  );
  await publish(s.ports.broker, "seat.changed", { compId: s.compId, agentId: "1001" });
  await s.advance(250);
  expect(monitor.shape().slice(1)).toEqual([[true, "1002:0"]]);
  await s.signIn("1001");
  await s.signIn("1003");
  await s.advance(250);
  expect(monitor.told).toHaveLength(2);
  await s.ports.database.system((trx) =>
    trx.insertInto("agent_group_monitor").values({ compId: s.compId, groupId: "b", agentId: "1002" }).execute(),
  );
  await publish(s.ports.broker, "monitors.changed", { compId: s.compId });
  await s.advance(250);
  expect(monitor.shape().slice(2)).toEqual([[true, "1001:2", "1002:0", "1003:2"]]);
});

test.each([
  ["an agent", { roleType: 2, agentId: "1001" }],
  ["an operator outside of every enterprise", { roleType: 0, compId: "000000" }],
  ["a stranger's administrator", { compId: "999998" }],
] as const)("M10 %s follows nobody", async (_who, over) => {
  await s.signIn("1001");
  const who = follower(over);
  watches.subscribe(who, "*");
  await s.settle();
  expect(who.told).toEqual([{ full: true, agents: [], desc: "没有查看坐席状态的权限" }]);
  expect(asked).toEqual([]);
});

test("M10 a right that is taken away ends it", async () => {
  const who = follower();
  watches.subscribe(who, "*");
  await s.settle();
  granted = [];
  await publish(s.ports.broker, "grants.changed", { roleIds: ["r"] });
  await s.settle();
  expect(who.told.at(-1)).toEqual({ full: true, agents: [], desc: "没有查看坐席状态的权限" });
  await s.signIn("1001");
  await s.advance(1_000);
  expect(who.told).toHaveLength(2);
});

test("M10 customers' numbers are masked for who may not see them, and only for them", async () => {
  await s.ready("1001");
  const [sees, hides] = [follower(), follower({ isHiddenNum: true })];
  // The enterprise hides numbers from all but its administrators (console.md section 5).
  const enterprises = follower({ hiddenGlobalPhone: true });
  const monitors = follower({ hiddenGlobalPhone: true, roleType: 3, agentId: "1002" });
  const all = [sees, hides, enterprises, monitors];
  for (const who of all) watches.subscribe(who, "*");
  await s.settle();
  await talk();
  await s.advance(250);
  const numbers = all.map((who) => who.told.at(-1)!.agents.find((a) => a.agentId === "1001")?.call?.number);
  expect(numbers).toEqual(["13800138000", "138****8000", "13800138000", "138****8000"]);
  expect(JSON.stringify(hides.told)).not.toContain("13800138000");
});

test("M10 who supervises whom is seen, by everybody who follows the seat", async () => {
  const who = follower();
  watches.subscribe(who, ["1001"]);
  await s.ready("1001");
  const monitor = await s.signIn("1003");
  await talk();
  await monitor.command("monitor", { agentId: "1001", mode: "whisper" });
  s.sw.pickUp(s.sw.at(monitor.user)[0]!);
  await s.settle();
  await s.advance(250);
  expect(who.told.at(-1)!.agents[0]?.call?.supervisors).toEqual([{ by: "1003", mode: "whisper" }]);
  await monitor.command("hangup", { callId: monitor.callView()!.callId });
  await s.advance(250);
  expect(who.told.at(-1)!.agents[0]?.call?.supervisors).toEqual([]);
});

test("M10 K23 whether the talk is recorded, and by itself, is seen with it: who supervises may begin, stop or mark it", async () => {
  const who = follower();
  watches.subscribe(who, ["1001"]);
  await s.ready("1001");
  await talk();
  await s.advance(250);
  expect(who.told.at(-1)!.agents[0]?.call?.recording).toEqual({ state: "on", auto: true });
});

test("M10 nothing is queued for who is away: back again, it is told the whole", async () => {
  const who = follower();
  const page = await s.signIn("1001");
  watches.subscribe(who, "*");
  await s.settle();
  who.there = false;
  for (const state of ["1", "2", "1"]) {
    await page.command("setState", { state });
    await s.advance(1_000);
  }
  who.there = true;
  watches.again(who);
  await s.settle();
  await s.advance(250);
  expect(who.shape().slice(1)).toEqual([[true, "1001:1", "1002:0", "1003:0"]]);
});

test("M10 a second process sees the same", async () => {
  const other = over();
  await other.start?.();
  const [here, there] = [follower(), follower()];
  watches.subscribe(here, "*");
  other.watches.subscribe(there, "*");
  await s.settle();
  await s.signIn("1001");
  await s.advance(250);
  expect([here, there].map((who) => who.shape().at(-1))).toEqual([
    [false, "1001:2"],
    [false, "1001:2"],
  ]);
  await other.stop?.();
});

test.each([
  ["another engine began", async () => publish(s.ports.broker, "telephony.up", {})],
  ["another engine tells", async () => told({ epoch: "two", v: 1 })],
  ["a change was missed", async () => told({ epoch: "one", v: 9 })],
  ["the engine forgot who follows", async () => s.advance(10_000)],
])("M10 %s: everybody is told the whole anew", async (_why, happen) => {
  await monitor.stop?.();
  let [epoch, code] = ["one", 1];
  const engine = { live: async () => ({ epoch, v: 7, agents: [{ ...offlineSeat("1001"), code }] }) };
  monitor = createMonitorModule({ ports: s.ports, maySee: async () => true, engine });
  await monitor.start?.();
  watches = monitor.watches;
  const who = follower();
  watches.subscribe(who, ["1001"]);
  await s.settle();
  await told({ epoch: "one", v: 7 });
  await s.advance(250);
  [epoch, code] = ["two", 5];
  await happen();
  await s.advance(250);
  expect(who.shape()).toEqual([
    [true, "1001:1"],
    [true, "1001:5"],
  ]);
});

const told = (change: { epoch: string; v: number }) =>
  publish(s.ports.broker, "agents.live", {
    compId: s.compId,
    ...change,
    agents: [{ ...offlineSeat("1001"), code: 8 }],
  });
