/** The LegStore on the database, for switches that outlive their process. */
import type { Database, Trx } from "../../ports/database.ts";
import { stallMs } from "../../ports/lease.ts";
import type { LegStore } from "../../ports/leg-store.ts";
import { forget, keep, kept, newestEpoch, raiseFence } from "./repository.ts";

/** `opening`: what is asked before it is open waits. */
export function createLegStore(opening: Database | Promise<Database>): LegStore {
  const system = async <T>(run: (trx: Trx) => Promise<T>): Promise<T> => (await opening).system(run, stallMs);
  return {
    // system: legs and devices are the switch's, which serves every enterprise.
    write: (save, remove, epoch) =>
      system(async (trx) => {
        if ((await newestEpoch(trx, "share")) > epoch) return false;
        await keep(trx, save, epoch);
        await forget(trx, remove);
        return true;
      }),
    all: () => system(kept),
    fence: (epoch) => system((trx) => raiseFence(trx, epoch)),
    epoch: () => system((trx) => newestEpoch(trx)),
  };
}
