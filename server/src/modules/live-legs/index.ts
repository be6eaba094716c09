/** The LegStore on the database, for switches that outlive their process. */
import type { Database } from "../../ports/database.ts";
import type { LegStore } from "../../ports/leg-store.ts";
import { forget, keep, kept, newestEpoch, raiseFence } from "./repository.ts";

export function createLegStore(database: Database): LegStore {
  return {
    // system: legs and devices are the switch's, which serves every enterprise.
    write: (save, remove, epoch) =>
      database.system(async (trx) => {
        if ((await newestEpoch(trx, "share")) > epoch) return false;
        await keep(trx, save, epoch);
        await forget(trx, remove);
        return true;
      }),
    all: () => database.system(kept),
    fence: (epoch) => database.system((trx) => raiseFence(trx, epoch)),
    epoch: () => database.system((trx) => newestEpoch(trx)),
  };
}
