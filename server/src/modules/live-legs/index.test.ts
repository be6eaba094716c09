import { legStoreContract } from "../../ports/leg-store.contract.ts";
import { createTestDatabase } from "../../testing/index.ts";
import { createLegStores } from "./index.ts";

legStoreContract("on the database", async () => {
  const database = await createTestDatabase();
  return { store: createLegStores(database)("100001"), close: () => database.close() };
});

test("P22 what a part keeps, and its epoch, are its own", async () => {
  const database = await createTestDatabase();
  const stores = createLegStores(database);
  const [one, two, whole] = [stores("100001"), stores("100002"), stores("")];
  const leg = { kind: "leg", key: "a", state: { of: "one" } } as const;
  await one.fence(3);
  await one.write([leg], [], 3);
  await two.write([{ ...leg, state: { of: "two" } }], [], 0);
  await two.write([], [{ kind: "leg", key: "a" }], 0);
  expect([await one.all(), await two.all(), await whole.all()]).toEqual([[leg], [], []]);
  expect(await Promise.all([one, two, whole].map((store) => store.epoch()))).toEqual([3, 0, 0]);
  await database.close();
});
