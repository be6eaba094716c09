/** Versions of apps where production runs them: two processes, each with its own pool on PostgreSQL and its own link to Redis. */
import { randomUUID } from "node:crypto";
import { createSystemClock } from "../../adapters/embedded/clock/index.ts";
import { createRedisBroker } from "../../adapters/production/broker/index.ts";
import { openOwnDatabase } from "../../testing/services.ts";
import { versionsContract } from "./testing/versions.contract.ts";

const url = process.env["TEST_REDIS_URL"] ?? "";

versionsContract("PostgreSQL and Redis", async () => {
  const options = { url, clock: createSystemClock(), prefix: `test:${randomUUID()}:` };
  const [owned, first, second] = await Promise.all([
    openOwnDatabase(),
    createRedisBroker(options),
    createRedisBroker(options),
  ]);
  const { database } = owned;
  return {
    first: { database, broker: first },
    second: { database, broker: second },
    async close() {
      await first.close();
      await second.close();
      await owned.close();
    },
  };
});
