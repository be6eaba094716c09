import { legStoreContract } from "../../ports/leg-store.contract.ts";
import { createTestDatabase } from "../../testing/index.ts";
import { createLegStore } from "./index.ts";

legStoreContract("on the database", async () => {
  const database = await createTestDatabase();
  return { store: createLegStore(database), close: () => database.close() };
});
