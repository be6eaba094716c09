import { legStoreContract } from "../../ports/leg-store.contract.ts";
import { openOwnDatabase } from "../../testing/services.ts";
import { createLegStores } from "./index.ts";

legStoreContract("on PostgreSQL", async () => {
  const { database, close } = await openOwnDatabase();
  return { store: createLegStores(database)("100001"), close };
});
