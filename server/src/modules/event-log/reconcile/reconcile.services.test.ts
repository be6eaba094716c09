/** On PostgreSQL, where the writer really writes between a reconcile's statements. */
import { createSystemClock, createSystemRandom } from "../../../adapters/embedded/clock/index.ts";
import type { Database } from "../../../ports/database.ts";
import { silentLogger } from "../../../testing/index.ts";
import { openOwnDatabase, type OwnDatabase } from "../../../testing/services.ts";
import { createEventLog, reconcile, type CallFact, type Entry } from "../index.ts";

const clock = createSystemClock();
const random = createSystemRandom(clock);
let postgres: OwnDatabase;
let database: Database;

beforeAll(async () => {
  postgres = await openOwnDatabase();
  ({ database } = postgres);
  await database.system((trx) => trx.insertInto("enterprise").values({ compId: "100001", name: "甲" }).execute());
}, 60_000);
afterAll(async () => {
  await postgres?.close();
});

test("calls and agents that go on meanwhile are no differences; a changed row among them is found", async () => {
  const eventLog = createEventLog({ database, clock, logger: silentLogger });
  const call = (id: string, fact: CallFact): Entry => ({
    stream: "contact",
    kind: "call",
    compId: "100001",
    id,
    at: clock.now(),
    actor: "engine",
    fact,
  });
  const agent = (id: string, code: 1 | 2): Entry => ({
    stream: "agent",
    kind: "agent",
    compId: "100001",
    id,
    at: clock.now(),
    actor: id,
    reason: "byAgent",
    fact: { type: "stateChanged", code },
  });
  const ids = Array.from({ length: 20 }, () => random.id());
  for (const id of ids)
    void eventLog.append(call(id, { type: "created", direction: "inbound", caller: "138", callee: "4001" }));
  await eventLog.flush();
  let writing = true;
  let written = 0;
  const load = (async () => {
    for (; writing; written += 1) {
      for (const id of ids) void eventLog.append(call(id, written % 2 === 0 ? { type: "held" } : { type: "resumed" }));
      for (let n = 0; n < 10; n += 1) void eventLog.append(agent(`20${n}`, written % 2 === 0 ? 2 : 1));
      if (written % 10 === 0) void eventLog.append(agent(`3${String(written).padStart(6, "0")}`, 1));
      await eventLog.flush();
    }
  })();
  const found: unknown[] = [];
  let turns = 0;
  const until = Date.now() + 4_000;
  for (; Date.now() < until; turns += 1)
    found.push(...(await reconcile(database, undefined, { page: 7, pages: 10_000 })).samples);
  await database.system((trx) =>
    trx
      .updateTable("agent_status")
      .set({ reason: "other" })
      .where("agentId", "=", "205")
      .where("seq", "=", 1)
      .execute(),
  );
  const { samples } = await reconcile(database);
  writing = false;
  await load;
  expect(found).toEqual([]);
  expect(samples).toEqual([
    { compId: "100001", stream: "agent", id: "205", seq: 1, kind: "columns", columns: ["reason"] },
  ]);
  expect({ often: turns > 3, busy: written > 20 }).toEqual({ often: true, busy: true });
}, 60_000);
