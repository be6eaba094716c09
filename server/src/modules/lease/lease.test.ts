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
  for (const [owner, epoch] of [
    ["killed", 1],
    ["next", 2],
  ] as const) {
    await leases.join(owner, 60_000);
    expect(await leases.take(owner, ["installation"])).toEqual(new Map([["installation", epoch]]));
  }
  await database.close();
});
