/** On PostgreSQL, where the writer really writes between a reconcile's statements. */
import { createSystemClock, createSystemRandom } from "../../../adapters/embedded/clock/index.ts";
import type { Database } from "../../../ports/database.ts";
import { silentLogger } from "../../../testing/index.ts";
import { openOwnDatabase, type OwnDatabase } from "../../../testing/services.ts";
import { createEventLog, mend, reconcile, type CallFact, type Entry } from "../index.ts";

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

const call = (id: string, fact: CallFact, compId = "100001"): Entry => ({
  ...{ stream: "contact", kind: "call", compId, id, at: clock.now(), actor: "engine", fact },
  ...(fact.type === "ended" ? { reason: "completed" } : {}),
});

test("calls and agents that go on meanwhile are no differences; a changed row among them is found", async () => {
  const eventLog = createEventLog({ database, clock, logger: silentLogger });
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

test("K88 ended calls are made anew while the writer adds to several at once: none is older than its log", async () => {
  // Behind the other one, whose calls are long and live.
  const compId = "100002";
  const from = { compId, after: "" };
  await database.system((trx) => trx.insertInto("enterprise").values({ compId, name: "乙" }).execute());
  const failed: unknown[] = [];
  const fail = (fields: unknown) => void failed.push(fields);
  const logger = { ...silentLogger, error: fail, warn: fail };
  const eventLog = createEventLog({ database, clock, logger });
  const ids = Array.from({ length: 12 }, () => random.id());
  for (const id of ids) {
    const facts: CallFact[] = [
      { type: "created", direction: "inbound", caller: "138", callee: "4001" },
      { type: "answered", agentId: "1001" },
      { type: "ended" },
    ];
    for (const fact of facts) void eventLog.append(call(id, fact, compId));
  }
  await eventLog.flush();
  let writing = true;
  let written = 0;
  const load = (async () => {
    for (; writing; written += 1) {
      // Three of them, in this order and in the other: what it writes it makes anew itself.
      const some = [0, 5, 10].map((n) => ids[(written + n) % ids.length]!);
      for (const id of written % 2 === 0 ? some : some.reverse())
        void eventLog.append(call(id, { type: "recordingStored", key: "k", durationMs: written, bytes: 1 }, compId));
      await eventLog.flush();
    }
  })();
  let mended = 0;
  const until = Date.now() + 4_000;
  while (Date.now() < until) {
    // A call at a time: rows of several, in whatever order a plan finds them, would be held against the writer's order.
    for (const id of ids)
      await database.system((trx) =>
        trx.updateTable("call_leg").set({ left: "byMonitor" }).where("callId", "=", id).execute(),
      );
    mended += (await mend(database, from, { page: 5, pages: 10_000 })).mended;
  }
  writing = false;
  await load;
  await mend(database, from, { pages: 10_000 });
  expect((await reconcile(database)).samples.filter(({ stream }) => stream === "contact")).toEqual([]);
  expect(failed).toEqual([]);
  expect({ often: mended > 12, busy: written > 20 }).toEqual({ often: true, busy: true });
}, 60_000);
