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

test("a process that could not join leaves no lock, and no connection that holds one", async () => {
  const database = await createTestDatabase();
  const released: string[] = [];
  const readOnly = Object.assign(new Error("cannot execute INSERT in a read-only transaction"), { code: "25006" });
  const leases = createLeases(
    {
      ...database,
      hold: (name) => Promise.resolve(() => Promise.resolve(void released.push(name))),
      system: () => Promise.reject(readOnly),
    },
    false,
  );
  for (const owner of ["first", "second"])
    await expect(leases.join(owner, 60_000, () => undefined)).rejects.toThrow(readOnly);
  expect(released).toEqual(["first", "second"]);
  await database.close();
});
