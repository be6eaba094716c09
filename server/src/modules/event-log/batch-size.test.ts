/** Issue 8: what changes the states of agents, thousands a second, leaves lists their turn where the database does one thing at a time. */
import type { Database, Trx } from "../../ports/database.ts";
import { createTestDatabase, createVirtualClock, silentLogger } from "../../testing/index.ts";
import { createEventLog } from "./event-log.ts";

let database: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.system((trx) => trx.insertInto("enterprise").values({ compId: "100001", name: "甲" }).execute());
});
afterAll(() => database.close());

/** Writes so many entries at `ms` each; the sizes of the transactions, one after the other. */
async function sizes(kind: Database["kind"], entries: number, ms: number): Promise<number[]> {
  const clock = createVirtualClock();
  const found: number[] = [];
  const count = async (trx: Trx): Promise<number> => {
    const { n } = await trx
      .selectFrom("event")
      .select((e) => e.fn.countAll<string>().as("n"))
      .executeTakeFirstOrThrow();
    return Number(n);
  };
  const busy: Database = {
    ...database,
    kind,
    system: (run) =>
      database.system(async (trx) => {
        const before = await count(trx);
        // The log looks at its clock before and after.
        let written = 0;
        const value = await run(trx);
        written = (await count(trx)) - before;
        if (written > 0) found.push(written);
        return value;
      }),
  };
  let at = 0;
  const slow = { ...clock, monotonic: () => at };
  const timed: Database = {
    ...busy,
    system: async (run) => {
      const before = found.length;
      const value = await busy.system(run);
      if (found.length > before) at += found.at(-1)! * ms;
      return value;
    },
  };
  const log = createEventLog({ database: timed, clock: slow, logger: silentLogger });
  for (let n = 0; n < entries; n++)
    void log.append({
      compId: "100001",
      stream: "contact",
      kind: "call",
      id: `${kind}-${ms}-${n}`,
      at: clock.now(),
      actor: "engine",
      fact: { type: "created", direction: "inbound", caller: "138", callee: "4001" },
    });
  await log.flush();
  return found;
}

test.each([
  [1, 50],
  [0.25, 200],
  [0.01, 400],
  [20, 20],
])("on PGlite, at %d ms an entry: batches of what fits into 50 ms, of 20 at least", async (ms, most) => {
  const found = await sizes("pglite", 1_200, ms);
  expect(found.reduce((sum, n) => sum + n)).toBe(1_200);
  // Before one was written nothing is known of them.
  expect(found[0]).toBe(100);
  expect(Math.max(...found.slice(1))).toBe(most);
  // Each is at most twice the one before.
  found.slice(1).forEach((n, i) => expect(n).toBeLessThanOrEqual(found[i]! * 2));
});

test("on PostgreSQL, whose connections do not wait for each other, as many as there are", async () => {
  expect(await sizes("postgres", 1_200, 1)).toEqual([400, 400, 400]);
});
