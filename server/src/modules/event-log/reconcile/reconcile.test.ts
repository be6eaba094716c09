import { createTestDatabase, createTestRandom, createVirtualClock, silentLogger } from "../../../testing/index.ts";
import type { Database, Trx } from "../../../ports/database.ts";
import {
  createEventLog,
  rebuild,
  reconcile,
  type CallFact,
  type ContactEntry,
  type Entry,
  type EventLog,
  type ReconcileCursor,
} from "../index.ts";

const clock = createVirtualClock();
const random = createTestRandom(clock);
let database: Database;
let eventLog: EventLog;
beforeAll(async () => {
  database = await createTestDatabase();
  eventLog = createEventLog({ database, clock, logger: silentLogger });
  await database.system((trx) =>
    trx
      .insertInto("enterprise")
      .values([
        { compId: "100001", name: "甲" },
        { compId: "100002", name: "乙" },
        { compId: "100003", name: "空" },
      ])
      .execute(),
  );
});
afterAll(() => database.close());

const call = (compId: string, id: string, fact: CallFact, more: Partial<ContactEntry> = {}): Entry => ({
  stream: "contact",
  kind: "call",
  compId,
  id,
  at: clock.now(),
  actor: "engine",
  fact,
  ...more,
});
const agent = (compId: string, id: string, code: 0 | 1 | 2): Entry => ({
  stream: "agent",
  kind: "agent",
  compId,
  id,
  at: clock.now(),
  actor: id,
  reason: "byAgent",
  fact: { type: "stateChanged", code },
});
const created: CallFact = { type: "created", direction: "inbound", caller: "13800138000", callee: "4001" };

/** 7 calls in each of two enterprises, one of them alive; an agent with a long day and one with a short one. */
async function fill(): Promise<void> {
  for (const compId of ["100001", "100002"]) {
    for (let n = 0; n < 7; n += 1) {
      const id = random.id();
      void eventLog.append(call(compId, id, created));
      void eventLog.append(call(compId, id, { type: "answered", agentId: "1001" }));
      if (n > 0) void eventLog.append(call(compId, id, { type: "ended" }, { reason: "completed" }));
    }
    for (let n = 0; n < 1_203; n += 1) void eventLog.append(agent(compId, "1001", n % 2 === 0 ? 1 : 2));
    void eventLog.append(agent(compId, "1002", 1));
  }
  await eventLog.flush();
}

const clear = () =>
  database.system(async (trx) => {
    await trx.deleteFrom("call_record").execute();
    await trx.deleteFrom("agent_status").execute();
  });
const change = (run: (trx: Trx) => Promise<unknown>) => database.system(run);

test("what the writer and a rebuild make is what the log says, also in the smallest pages", async () => {
  expect(await reconcile(database)).toEqual({ next: undefined, rows: 0, found: 0, samples: [] });
  await fill();
  expect(await reconcile(database)).toEqual({ next: undefined, rows: 2 * (7 + 1_204), found: 0, samples: [] });
  expect(await reconcile(database, undefined, { page: 1, pages: 1_000 })).toMatchObject({
    next: undefined,
    rows: 2 * (7 + 1_204),
    found: 0,
  });
  await rebuild(database);
  expect(await reconcile(database)).toMatchObject({ found: 0 });
});

test("it stops after its pages, or when asked, and goes on from there", async () => {
  let next: ReconcileCursor | undefined;
  let rows = 0;
  let turns = 0;
  do {
    const part: Awaited<ReturnType<typeof reconcile>> = await reconcile(database, next, {
      page: 3,
      ...(turns % 2 ? { stopping: () => true } : { pages: 1 }),
    });
    rows += part.rows;
    next = part.next;
    turns += 1;
  } while (next);
  expect({ rows, turns }).toEqual({ rows: 2 * (7 + 1_204), turns: 8 });
});

test("every kind of difference is found, by its enterprise, row and columns, and nothing else", async () => {
  const calls = (
    await database.system((trx) =>
      trx.selectFrom("call_record").select("callId").where("compId", "=", "100002").orderBy("callId").execute(),
    )
  ).map((row) => row.callId);
  const [missing, changed, behind, ahead] = calls as [string, string, string, string];
  const extra = "ffffffff-0000-7000-8000-000000000000";
  await change(async (trx) => {
    await trx.deleteFrom("call_record").where("callId", "=", missing).execute();
    await trx.updateTable("call_record").set({ caller: "0", talkMs: 99 }).where("callId", "=", changed).execute();
    await trx.updateTable("call_record").set({ appliedSeq: 1 }).where("callId", "=", behind).execute();
    await trx.updateTable("call_record").set({ appliedSeq: 9 }).where("callId", "=", ahead).execute();
    const row = await trx.selectFrom("call_record").selectAll().where("callId", "=", changed).executeTakeFirstOrThrow();
    await trx
      .insertInto("call_record")
      .values([
        { ...row, callId: extra },
        { ...row, compId: "100003", callId: extra },
      ])
      .execute();
    await trx
      .updateTable("agent_status")
      .set({ code: 7 })
      .where("compId", "=", "100001")
      .where("agentId", "=", "1001")
      .where("seq", "=", 700)
      .execute();
    await trx
      .deleteFrom("agent_status")
      .where("compId", "=", "100001")
      .where("agentId", "=", "1001")
      .where("seq", "=", 500)
      .execute();
    await trx
      .updateTable("agent_status")
      .set({ toAt: new Date(clock.now()) })
      .where("compId", "=", "100001")
      .where("agentId", "=", "1002")
      .execute();
    const status = await trx
      .selectFrom("agent_status")
      .selectAll()
      .where("compId", "=", "100001")
      .where("agentId", "=", "1002")
      .executeTakeFirstOrThrow();
    await trx
      .insertInto("agent_status")
      .values([
        { ...status, seq: 2 },
        { ...status, agentId: "1009", seq: 1 },
      ])
      .execute();
    await trx.deleteFrom("agent_status").where("compId", "=", "100002").where("agentId", "=", "1002").execute();
  });
  const inCalls = { compId: "100002", stream: "contact" };
  const inAgents = { compId: "100001", stream: "agent" };
  const expected = [
    { ...inAgents, id: "1001", seq: 500, kind: "missing" },
    { ...inAgents, id: "1001", seq: 700, kind: "columns", columns: ["code"] },
    { ...inAgents, id: "1002", seq: 1, kind: "columns", columns: ["toAt"] },
    { ...inAgents, id: "1002", seq: 2, kind: "extra" },
    { ...inAgents, id: "1009", seq: 1, kind: "extra" },
    { ...inCalls, id: missing, kind: "missing" },
    { ...inCalls, id: changed, kind: "columns", columns: ["caller", "talkMs"] },
    { ...inCalls, id: behind, kind: "behind" },
    { ...inCalls, id: ahead, kind: "ahead" },
    { ...inCalls, id: extra, kind: "extra" },
    { compId: "100002", stream: "agent", id: "1002", seq: 1, kind: "missing" },
    { compId: "100003", stream: "contact", id: extra, kind: "extra" },
  ];
  const sorted = (list: readonly object[]) => list.map((item) => JSON.stringify(item, Object.keys(item).sort())).sort();
  for (const page of [1, 3, 200]) {
    const { found, samples, next } = await reconcile(database, undefined, { page, pages: 1_000 });
    expect(sorted(samples)).toEqual(sorted(expected));
    expect({ found, next }).toEqual({ found: expected.length, next: undefined });
  }
  await clear();
  await rebuild(database);
  expect(await reconcile(database)).toMatchObject({ found: 0 });
});
