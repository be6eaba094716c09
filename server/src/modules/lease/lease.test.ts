import { leaseContract } from "../../ports/lease.contract.ts";
import { createTestDatabase, createVirtualClock } from "../../testing/index.ts";
import { createTestLeases } from "../../testing/leases.ts";
import { createLeases } from "./index.ts";

leaseContract("PGlite", async () => {
  const database = await createTestDatabase();
  return { leases: createLeases(database, false), close: () => database.close() };
});

leaseContract("the double of the tests", async () => ({
  leases: createTestLeases(createVirtualClock()),
  close: () => Promise.resolve(),
}));

test("where nobody else can open the database its lease is free at once, whoever had it", async () => {
  const database = await createTestDatabase();
  const leases = createLeases(database);
  expect(await leases.take("installation", "killed", 60_000)).toBe(1);
  expect(await leases.take("installation", "next", 60_000)).toBe(2);
  await database.close();
});
