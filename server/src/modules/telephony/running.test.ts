/** One process with the leases of two enterprises: real leadership, log and engines, a scripted switch and virtual time. */
import { join } from "node:path";
import type { CommandReply } from "../../ports/engine.ts";
import { createTestDatabase, createTestPorts, type TestPorts } from "../../testing/index.ts";
import type { Database } from "../../ports/database.ts";
import { createLeases } from "../lease/index.ts";
import { createNumbers } from "../numbers/index.ts";
import { createLeadership, type Leadership } from "./leadership.ts";
import { engineUnder, type Running } from "./running.ts";
import { allowAll } from "./screening.ts";
import { ScriptedSwitch } from "./testing/scripted-switch.ts";
import { createStage, type Stage } from "./testing/stage.ts";

let database: Database;
let ports: TestPorts;
let sw: ScriptedSwitch;
let leadership: Leadership;
let running: Running | undefined;
let left: number;
let enterprises: Pick<Stage, "compId" | "number">[];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  enterprises = [];
  // For their seats, groups and numbers alone.
  for (let n = 0; n < 2; n++) {
    const stage = await createStage({ database, greeting: "" });
    enterprises.push({ compId: stage.compId, number: stage.number });
    await stage.stop();
  }
  ports = await createTestPorts({ database });
  sw = new ScriptedSwitch(ports.clock, true);
  left = 0;
  const leases = createLeases(database);
  // The second enterprise has had owners before.
  for (const owner of ["one", "two"].map((name) => `${name}-${enterprises[1]!.compId}`)) {
    await leases.join(owner, 60_000);
    await leases.take(owner, [enterprises[1]!.compId]);
  }
  const numbers = createNumbers(database, ports.broker, ports.random);
  const options = {
    ...ports,
    switch: sw,
    numbers,
    recordingsFolder: join(ports.folder, "recordings-live"),
    repair: async () => undefined,
    changed: () => undefined,
    screen: allowAll,
    maySupervise: async () => true,
    secureEntries: () => ({ keep: () => Promise.reject(new Error("nobody types here")) }),
  };
  leadership = createLeadership({
    ...ports,
    // Test randomness begins alike each time, and names of owners are never used again.
    random: { token: () => `process-${enterprises[0]!.compId}` },
    leases,
    async lead(term) {
      running = engineUnder(term, { ...options, leadership });
      await sw.fence(term.lease.epoch);
      await running.engine.start();
    },
    async leave() {
      left += 1;
      running = undefined;
    },
  });
  await leadership.start();
});
afterEach(async () => {
  leadership.stop();
  await running?.engine.stop();
  await leadership.release();
  await ports.close();
});

async function settle(): Promise<void> {
  for (let i = 0; i < 3; i++) {
    await ports.clock.settle();
    await database.ping();
    await running?.engine.idle();
    await running?.eventLog.flush();
  }
}

const request = (r: Parameters<Running["engine"]["request"]>[0]) => running!.engine.request(r);
const command = (compId: string, name: string, fields: Record<string, string> = {}) =>
  request({
    verb: "command",
    compId,
    agentId: "1001",
    connection: `c-${compId}`,
    name,
    fields,
  }) as Promise<CommandReply>;

/** The agent 1001 of an enterprise is ready. */
async function ready(compId: string): Promise<void> {
  sw.register(`${compId}1001`, "urn:tab");
  const link = { connection: `c-${compId}`, gateway: "g", sessionId: `s-${compId}`, instance: "tab" };
  const seat = { compId, agentId: "1001", extension: "1001", takeMedia: true, hideNumbers: false };
  expect(await request({ verb: "attach", ...link, ...seat })).toMatchObject({ code: 1 });
  expect(await command(compId, "setState", { state: "1" })).toEqual({ code: 1 });
  await settle();
}

async function caller({ compId, number }: Pick<Stage, "compId" | "number">): Promise<string> {
  const { guests } = createNumbers(database, ports.broker, ports.random);
  const { user } = await guests.create({ compId, number }, "13800138000");
  sw.register(user);
  const leg = sw.invite(user, number);
  await settle();
  return leg;
}

const epochs = async (compId: string) =>
  (
    await database.system((trx) =>
      trx.selectFrom("event").select("epoch").distinct().where("compId", "=", compId).where("epoch", ">", 0).execute(),
    )
  ).map(({ epoch }) => epoch);
const eventsOf = async (compId: string) =>
  Number(
    (
      await database.system((trx) =>
        trx
          .selectFrom("event")
          .select((e) => e.fn.countAll().as("n"))
          .where("compId", "=", compId)
          .executeTakeFirstOrThrow(),
      )
    ).n,
  );

test("K33 K34 two enterprises in one process: callers reach their own agents, and each writes under its own epoch", async () => {
  const [first, second] = enterprises as [Stage, Stage];
  for (const { compId } of enterprises) await ready(compId);
  const legs = [await caller(first), await caller(second)];
  // The same work number rings in each, for the caller of its own enterprise.
  const rings = enterprises.map(({ compId }) => sw.at(`${compId}1001`)[0]!);
  for (const leg of rings) sw.pickUp(leg);
  await settle();
  expect(legs.map((leg) => sw.hears(leg))).toEqual(rings.map((leg) => `leg ${leg}`));
  expect([await epochs(first.compId), await epochs(second.compId)]).toEqual([[1], [3]]);
  sw.leave(legs[0]!);
  await settle();
  // The call of the other goes on.
  expect([sw.hears(legs[1]!), running!.engine.stats().calls]).toEqual([`leg ${rings[1]}`, 1]);
  const kept = await database.system((trx) => trx.selectFrom("live_call").select(["compId", "epoch"]).execute());
  expect(kept).toEqual([{ compId: second.compId, epoch: 3 }]);
});

test("K34 one lease that is found to be another's ends all engines of the process, and nothing follows under its epoch", async () => {
  const [first, second] = enterprises as [Stage, Stage];
  for (const { compId } of enterprises) await ready(compId);
  const before = await eventsOf(first.compId);
  await database.system((trx) =>
    trx.updateTable("telephony_lease").set({ owner: "other", epoch: 9 }).where("name", "=", first.compId).execute(),
  );
  const term = (await leadership.term(second.compId))!;
  await command(first.compId, "setState", { state: "2" });
  await settle();
  expect([left, leadership.leads(), term.over, await eventsOf(first.compId)]).toEqual([1, false, true, before]);
});
