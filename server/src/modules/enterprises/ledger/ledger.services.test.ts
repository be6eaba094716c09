/** The ledger on PostgreSQL, where bookings really run side by side. */
import type { Database } from "../../../ports/database.ts";
import { createTestPorts, type TestPorts } from "../../../testing/index.ts";
import { openOwnDatabase, type OwnDatabase } from "../../../testing/services.ts";
import { charge, post } from "./ledger.ts";

const compId = "100001";
let postgres: OwnDatabase;
let database: Database;
let ports: TestPorts;

beforeAll(async () => {
  postgres = await openOwnDatabase();
  ({ database } = postgres);
  ports = await createTestPorts({ database });
  await database.system((trx) => trx.insertInto("enterprise").values({ compId, name: "并发" }).execute());
}, 60_000);
afterAll(async () => {
  await ports?.close();
  await postgres?.close();
});

const recharge = (key: string, amount: bigint) =>
  database.system((trx) =>
    post(trx, ports, { compId, kind: "recharge", amount, key, operatorId: "o", operatorName: "o" }),
  );

test("50 bookings at once, each key five times, and 50 charges beside them: nothing lost, nothing doubled", async () => {
  const work = Array.from({ length: 50 }, (_, i) => [
    recharge(`r-${i % 10}`, BigInt((i % 10) + 1)),
    charge(ports, { compId, amount: 1n, key: `c-${i}` }),
  ]).flat();
  const done = await Promise.all(work);
  expect(done.filter((each) => !each.repeated)).toHaveLength(60);
  const entries = await database.system((trx) => trx.selectFrom("ledger_entry").selectAll().orderBy("seq").execute());
  let sum = 0n;
  for (const [i, entry] of entries.entries()) {
    sum += BigInt(entry.amount);
    expect([entry.seq, BigInt(entry.balanceAfter)]).toEqual([i + 1, sum]);
  }
  expect([entries.length, sum]).toEqual([60, 5n]);
  const balance = await database.system((trx) =>
    trx.selectFrom("ledger_balance").selectAll().executeTakeFirstOrThrow(),
  );
  expect([BigInt(balance.balance), balance.entries]).toEqual([5n, 60]);
});
