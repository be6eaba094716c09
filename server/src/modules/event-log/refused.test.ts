import { createTestDatabase, createTestRandom, createVirtualClock, silentLogger } from "../../testing/index.ts";
import type { Database, Trx } from "../../ports/database.ts";
import { createEventLog, readStream, type CallFact, type Entry } from "./index.ts";

const compId = "100001";
const clock = createVirtualClock();
const random = createTestRandom(clock);
let database: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.system((trx) => trx.insertInto("enterprise").values({ compId, name: "甲" }).execute());
});
afterAll(() => database.close());

const created: CallFact = { type: "created", direction: "inbound", caller: "138", callee: "4001" };
const call = (id: string, more: Partial<Entry> = {}): Entry =>
  ({ stream: "contact", kind: "call", compId, id, at: clock.now(), actor: "engine", fact: created, ...more }) as Entry;
const count = (id: string) =>
  database.system(async (trx) => (await readStream(trx, { compId, stream: "contact", id })).length);

/** What the database says instead of doing it, from the first transaction on. */
function make(says: readonly Error[] = []) {
  const errors: object[] = [];
  const logger = { ...silentLogger, error: (fields: object) => void errors.push(fields) };
  let transactions = 0;
  const log = createEventLog({
    database: {
      ...database,
      kind: "postgres",
      system: (run: (trx: Trx) => Promise<never>) => {
        const error = says[transactions++];
        return error ? Promise.reject(error) : database.system(run);
      },
    },
    clock,
    logger,
  });
  return { log, errors, transactions: () => transactions };
}
const sqlState = (code: string) => Object.assign(new Error(code), { code });

/** Virtual time stands still while the database, in its thread, works. */
async function through(flushed: Promise<void>): Promise<void> {
  let done = false;
  void flushed.then(() => (done = true));
  while (!done) {
    await clock.advance(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test("K99 after a database that was away what waits is written in large batches again", async () => {
  const { log, transactions } = make(Array.from({ length: 4 }, () => sqlState("08006")));
  const ids = Array.from({ length: 300 }, () => random.id());
  for (const id of ids) void log.append(call(id));
  await through(log.flush());
  expect(transactions()).toBe(5);
  expect(await count(ids[299]!)).toBe(1);
});

test("K99 a bad one in a large backlog is found in few transactions, and it alone is given up", async () => {
  const { log, errors, transactions } = make();
  const ids = Array.from({ length: 600 }, () => random.id());
  const bad = ids[333]!;
  const all = ids.map((id) =>
    log.append(call(id, id === bad ? { fact: { ...created, direction: "sideways" as "inbound" } } : {})),
  );
  const outcomes = Promise.allSettled(all);
  await through(log.flush());
  expect((await outcomes).flatMap(({ status }, at) => (status === "rejected" ? [ids[at]] : []))).toEqual([bad]);
  expect(errors).toMatchObject([{ stream: expect.stringContaining(bad) as string, type: "created" }]);
  expect(transactions()).toBeLessThan(50);
});

test("K99 an entry that no projection understands, and a snapshot that is no JSON, do not stop the log and are named", async () => {
  const { log, errors } = make();
  const [odd, round, fine] = [random.id(), random.id(), random.id()];
  await through(log.append(call(odd)));
  const refused = log.append(call(odd, { kind: "agent" } as Partial<Entry>)).catch((error: Error) => error.message);
  const state = () => JSON.stringify({ big: 1n });
  log.keep({ kind: "call", compId, id: round, state });
  const written = log.append(call(fine));
  await through(log.flush());
  await written;
  expect([await refused, await count(odd), await count(fine)]).toEqual([
    expect.stringContaining("an entry of kind agent"),
    1,
    1,
  ]);
  expect(errors).toMatchObject([
    { stream: expect.stringContaining(odd) as string },
    { snapshot: `call/${compId}/${round}` },
  ]);
});

test("K99 a server that only reads for a while refuses nobody's entry", async () => {
  const { log, errors } = make(Array.from({ length: 6 }, () => sqlState("25006")));
  const id = random.id();
  const written = log.append(call(id));
  await through(log.flush());
  await written;
  expect([await count(id), errors]).toEqual([1, []]);
});
