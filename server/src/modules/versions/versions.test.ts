/** Versions of apps on the embedded adapters: two processes over one database and one broker. */
import { versionsContract } from "./testing/versions.contract.ts";

versionsContract("embedded", async () => ({ first: {}, second: {}, close: async () => undefined }));
