import type { Database } from "../../ports/database.ts";
import { createTestDatabase, createTestRandom, createVirtualClock } from "../../testing/index.ts";
import { createLeases } from "../lease/index.ts";
import { sealerOf } from "../system/index.ts";
import { createSecureEntries } from "./index.ts";

const name = "100001";
let database: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.system((trx) => trx.insertInto("enterprise").values({ compId: name, name: "甲" }).execute());
});
afterAll(() => database.close());

const jobs = { send: async () => undefined };
const clock = createVirtualClock();
const random = createTestRandom(clock);
/** Each has taken the lease of the one before. */
async function owner(which: string) {
  const leases = createLeases(database);
  await leases.join(which, 60_000);
  const epoch = (await leases.take(which, [name])).get(name) ?? 0;
  return createSecureEntries({ database, clock, random, jobs, sealer: sealerOf(Buffer.alloc(32, 5)) }, { name, epoch });
}

test("K34 K37 an engine that was followed keeps nothing of what was typed", async () => {
  const entry = { compId: name, callId: "c", agentId: "1001", name: "银行卡号", digits: "6222" };
  const old = await owner("a");
  const token = await old.keep(entry);
  const next = await owner("b");
  await expect(old.keep(entry)).rejects.toThrow("another");
  await next.keep(entry);
  const rows = await database.system((trx) => trx.selectFrom("secure_entry").select("tokenHash").execute());
  expect(rows).toHaveLength(2);
  expect(await database.tenant(name, (trx) => next.take(trx, name, token))).toMatchObject(entry);
});
