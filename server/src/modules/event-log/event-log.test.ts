import fc from "fast-check";
import { createTestDatabase, createTestRandom, createVirtualClock, silentLogger } from "../../testing/index.ts";
import type { Database, Trx } from "../../ports/database.ts";
import {
  createEventLog,
  isContact,
  readStream,
  rebuild,
  recoverCalls,
  storeLeftovers,
  type CallFact,
  type ContactEntry,
  type Entry,
} from "./index.ts";

const clock = createVirtualClock();
const random = createTestRandom(clock);
let database: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.system((trx) =>
    trx
      .insertInto("enterprise")
      .values([
        { compId: "100001", name: "甲" },
        { compId: "100002", name: "乙" },
      ])
      .execute(),
  );
});
afterAll(() => database.close());

const make = (over: Partial<Database> = {}, more: { batch?: number; limit?: number } = {}) =>
  createEventLog({
    database: {
      ...database,
      ...over,
      system: over.system ?? ((run) => database.system(run)),
      tenant: (c, run) => database.tenant(c, run),
    },
    clock,
    logger: silentLogger,
    ...more,
  });
const call = (id: string, fact: CallFact, more: Partial<ContactEntry> = {}): Entry => ({
  stream: "contact",
  kind: "call",
  compId: "100001",
  id,
  at: clock.now(),
  actor: "engine",
  fact,
  ...more,
});
const created: CallFact = { type: "created", direction: "inbound", caller: "138", callee: "4001" };
const agent = (id: string, code: 0 | 1 | 2, at = clock.now()): Entry => ({
  stream: "agent",
  kind: "agent",
  compId: "100001",
  id,
  at,
  actor: id,
  reason: "byAgent",
  fact: { type: "stateChanged", code },
});
const seqs = async (id: string, stream: "contact" | "agent" = "contact") =>
  (await database.system((trx) => readStream(trx, { compId: "100001", stream, id }))).map((e) => e.seq);
const row = (id: string) =>
  database.system((trx) => trx.selectFrom("call_record").selectAll().where("callId", "=", id).executeTakeFirst());

/** Virtual time stands still while the database, in its thread, works: advance until the promise is settled. */
async function settled<T>(promise: Promise<T>, step = 0): Promise<T> {
  let done = false;
  void promise.then(
    () => (done = true),
    () => (done = true),
  );
  for (let i = 0; i < 2_000 && !done; i++) {
    await clock.advance(step);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return promise;
}

test("many streams of one tick are one transaction; each stream is numbered without gaps and in order", async () => {
  let transactions = 0;
  const eventLog = make({
    system: (run) => {
      transactions += 1;
      return database.system(run);
    },
  });
  const ids = Array.from({ length: 20 }, () => random.id());
  for (let n = 0; n < 5; n++)
    for (const id of ids)
      void eventLog.append(call(id, n === 0 ? created : { type: "digits", digits: String(n), from: "caller" }));
  await eventLog.flush();
  expect(transactions).toBe(1);
  for (const id of ids) {
    const events = await database.system((trx) => readStream(trx, { compId: "100001", stream: "contact", id }));
    expect(events.map((e) => [e.seq, e.fact.type === "digits" ? e.fact.digits : ""])).toEqual([
      [1, ""],
      [2, "1"],
      [3, "2"],
      [4, "3"],
      [5, "4"],
    ]);
    expect(await row(id)).toMatchObject({ appliedSeq: 5, caller: "138", result: 100 });
  }
});

test("a stream that memory has forgotten, or another process wrote, goes on where it was", async () => {
  const id = random.id();
  await settled(make().append(call(id, created)));
  await settled(make().append(call(id, { type: "answered", agentId: "1001" })));
  await clock.advance(5_000);
  const third = make();
  await settled(third.append(call(id, { type: "ended" }, { reason: "completed" })));
  await settled(third.append(call(id, { type: "recordingStored", key: "k", durationMs: 5_000, bytes: 9 })));
  expect(await seqs(id)).toEqual([1, 2, 3, 4]);
  expect(await row(id)).toMatchObject({ talkMs: 5_000, recordingKey: "k", cause: "completed", result: 200 });
});

test("a database that is away: nothing is lost, nothing doubled, the order stands, and append resolves only when committed", async () => {
  let away = 4;
  let lost = 1;
  const eventLog = make({
    system: async (run: (trx: Trx) => Promise<never>) => {
      if (away-- > 0) throw new Error("connection refused");
      const result = await database.system(run);
      // Committed, but the answer never came back.
      if (lost-- > 0) throw new Error("connection lost");
      return result;
    },
  });
  const id = random.id();
  let acknowledged = false;
  const first = eventLog.append(call(id, created)).then(() => (acknowledged = true));
  await clock.advance(150);
  expect(acknowledged).toBe(false);
  void eventLog.append(call(id, { type: "greetingStarted" }));
  await settled(Promise.all([first, eventLog.flush()]), 500);
  const types = (await database.system((trx) => readStream(trx, { compId: "100001", stream: "contact", id }))).map(
    (e) => e.fact.type,
  );
  // At least once after a commit whose answer was lost; never out of order, never with a gap.
  expect(types.at(0)).toBe("created");
  expect(types.at(-1)).toBe("greetingStarted");
  expect(await seqs(id)).toEqual(types.map((_, i) => i + 1));
});

test("what a call overflows to is read back with its own kind: the entry's is beside it", async () => {
  const eventLog = make();
  const id = random.id();
  const facts: CallFact[] = [created, { type: "overflowed", kind: "skillGroup", id: "h", name: "售后" }];
  for (const fact of facts) void eventLog.append(call(id, fact));
  await eventLog.flush();
  const read = await database.tenant("100001", (trx) => readStream(trx, { compId: "100001", stream: "contact", id }));
  expect(read.map(({ kind, fact }) => [kind, fact])).toEqual(facts.map((fact) => ["call", fact]));
});

test("who waits for what was appended before does not wait for what comes after it", async () => {
  let batches = 0;
  const eventLog = make({
    system: (run: (trx: Trx) => Promise<never>) =>
      (batches += 1) > 1 ? new Promise(() => undefined) : database.system(run),
  });
  await eventLog.written();
  const id = random.id();
  void eventLog.append(call(id, created));
  const first = eventLog.written();
  void eventLog.append(call(random.id(), created));
  // These come while the batch of the two is being written, and never stand in the log.
  const later = clock.advance(0).then(() => {
    void eventLog.append(call(random.id(), created));
    return Promise.race([eventLog.written().then(() => "written"), first.then(() => "waits")]);
  });
  await first;
  expect(await seqs(id)).toEqual([1]);
  expect(await later).toBe("waits");
});

test("back-pressure says so, and eases when written", async () => {
  const eventLog = make({}, { limit: 10, batch: 4 });
  for (let i = 0; i < 11; i++) void eventLog.append(call(random.id(), created));
  expect(eventLog.overloaded()).toBe(true);
  await eventLog.stop();
  expect(eventLog.overloaded()).toBe(false);
});

test("an entry the database refuses does not stop the others", async () => {
  const eventLog = make();
  const [bad, good] = [random.id(), random.id()];
  const refused = eventLog.append(call(bad, { ...created, direction: "sideways" as never }));
  const fine = eventLog.append(call(good, created));
  const after = eventLog.append(call(bad, { type: "greetingStarted" }));
  await expect(settled(refused, 200)).rejects.toThrow();
  await settled(Promise.all([fine, after]), 200);
  expect(await row(good)).toBeDefined();
  expect(await seqs(bad)).toEqual([1]);
});

test("an agent has one open interval; times do not overlap", async () => {
  const eventLog = make();
  for (const code of [2, 1, 2, 0] as const) {
    void eventLog.append(agent("77", code));
    await settled(eventLog.flush());
    await clock.advance(1_000);
  }
  for (const code of [2, 1, 2] as const) void eventLog.append(agent("77", code));
  await eventLog.flush();
  const rows = await database.system((trx) =>
    trx.selectFrom("agent_status").selectAll().where("agentId", "=", "77").orderBy("seq").execute(),
  );
  expect(rows.map((r) => r.code)).toEqual([2, 1, 2, 0, 2, 1, 2]);
  for (const [i, r] of rows.entries()) expect(r.toAt).toEqual(rows[i + 1]?.fromAt ?? null);
});

test("K1 whatever happens to a call, a rebuild from the log gives equal rows", async () => {
  const fact: fc.Arbitrary<Pick<ContactEntry, "fact" | "reason">> = fc.oneof(
    fc.constant<Pick<ContactEntry, "fact">>({ fact: { type: "queued", skillGroupId: "g", position: 1 } }),
    fc.constant<Pick<ContactEntry, "fact">>({ fact: { type: "offered", agentId: "1001", ringMs: 1, idleMs: 1 } }),
    fc.constant<Pick<ContactEntry, "fact" | "reason">>({
      fact: { type: "offerEnded", agentId: "1001" },
      reason: "noAnswer",
    }),
    fc.constant<Pick<ContactEntry, "fact">>({ fact: { type: "answered", agentId: "1002" } }),
    fc.constant<Pick<ContactEntry, "fact">>({ fact: { type: "held" } }),
    fc.constant<Pick<ContactEntry, "fact">>({ fact: { type: "resumed" } }),
    fc.constant<Pick<ContactEntry, "fact">>({ fact: { type: "requeued", skillGroupId: "g" } }),
    fc.constant<Pick<ContactEntry, "fact">>({ fact: { type: "recordingStarted", file: "f" } }),
    fc.constant<Pick<ContactEntry, "fact" | "reason">>({ fact: { type: "ended" }, reason: "completed" }),
    fc.constant<Pick<ContactEntry, "fact">>({ fact: { type: "recordingStored", key: "k", durationMs: 3, bytes: 4 } }),
  );
  const eventLog = make();
  const run = fc.asyncProperty(fc.array(fc.tuple(fact, fc.nat(10_000)), { maxLength: 12 }), async (facts) => {
    const id = random.id();
    let at = clock.now();
    void eventLog.append(call(id, created, { at }));
    for (const [f, ms] of facts)
      void eventLog.append(call(id, f.fact, { at: (at += ms), ...(f.reason ? { reason: f.reason } : {}) }));
    await eventLog.flush();
    const record = await row(id);
    for (const name of ["waitMs", "ringMs", "talkMs", "holdMs"] as const)
      expect(record?.[name]).toBeGreaterThanOrEqual(0);
  });
  await fc.assert(run, { numRuns: 60 });
  const all = () =>
    database.system(async (trx) => ({
      calls: await trx.selectFrom("call_record").selectAll().orderBy("callId").execute(),
      states: await trx.selectFrom("agent_status").selectAll().orderBy("agentId").orderBy("seq").execute(),
    }));
  const before = await all();
  expect(await rebuild(database)).toEqual({ calls: before.calls.length, statuses: before.states.length });
  expect(await all()).toEqual(before);
});

test("recovery ends what has no end, once", async () => {
  const eventLog = make();
  const id = random.id();
  void eventLog.append(call(id, created));
  void eventLog.append(call(id, { type: "offered", agentId: "1001", ringMs: 1, idleMs: 1 }));
  void eventLog.append(call(id, { type: "answered", agentId: "1001" }));
  void eventLog.append(call(id, { type: "recordingStarted", file: "x.wav" }));
  void eventLog.append(agent("88", 1));
  await eventLog.flush();
  await settled(recoverCalls({ database, eventLog, clock, lasted: async () => undefined }));
  const later = random.id();
  void eventLog.append(call(later, created));
  await eventLog.flush();
  const lasted = jest.fn(async () => 7_000);
  const died = clock.now();
  await clock.advance(60_000);
  const closed = await settled(recoverCalls({ database, eventLog: make(), clock, lasted }));
  expect(closed).toEqual([{ compId: "100001", callId: later, agentIds: [] }]);
  expect(lasted).not.toHaveBeenCalled();
  expect((await row(later))?.endAt?.getTime()).toBe(died);
  expect(await row(id)).toMatchObject({ cause: "serverRestart", recordingKey: null });
  expect(
    (await database.system((trx) => readStream(trx, { compId: "100001", stream: "contact", id })))
      .filter(isContact)
      .at(-1),
  ).toMatchObject({ reason: "serverRestart", fact: { type: "ended", estimated: true } });
  expect(await settled(recoverCalls({ database, eventLog: make(), clock, lasted }))).toEqual([]);
});

test("calls that a dead process left end with their recordings, which are stored some side by side, each once", async () => {
  const eventLog = make();
  const ids = Array.from({ length: 12 }, () => random.id());
  for (const id of ids) {
    void eventLog.append(call(id, created));
    void eventLog.append(call(id, { type: "recordingStarted", file: `${id}.wav` }));
  }
  await eventLog.flush();
  const died = clock.now();
  await clock.advance(60_000);
  const log = make();
  const closed = await settled(recoverCalls({ database, eventLog: log, clock, lasted: async () => 7_000 }));
  expect(closed.map(({ callId }) => callId).sort()).toEqual([...ids].sort());
  for (const id of ids)
    expect(await row(id)).toMatchObject({ cause: "serverRestart", recordingKey: null, endAt: new Date(died + 7_000) });

  let [now, most] = [0, 0];
  let four: () => void = () => undefined;
  const together = new Promise<void>((resolve) => (four = resolve));
  const discarded: string[] = [];
  const stored = await settled(
    storeLeftovers(
      {
        ...{ database, eventLog: log, clock },
        discard: async (file) => void discarded.push(file),
        salvage: async ({ callId }) => {
          most = Math.max(most, (now += 1));
          if (now === 4) four();
          await together;
          now -= 1;
          return { type: "recordingStored", key: callId, durationMs: 7_000, bytes: 1, salvaged: true };
        },
      },
      // Of the first there is a second copy.
      [...ids, ids[0]!].map((callId, at) => ({ compId: "100001", callId, file: `${at}.wav` })),
    ),
  );
  expect([stored, most, discarded]).toEqual([12, 4, ["12.wav"]]);
  for (const id of ids) expect(await row(id)).toMatchObject({ recordingKey: id, endAt: new Date(died + 7_000) });
});
