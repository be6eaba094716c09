import { legStoreContract } from "../../../ports/leg-store.contract.ts";
import { createProcessLegStore } from "./index.ts";

legStoreContract("of one process", async () => ({ store: createProcessLegStore(), close: async () => undefined }));
