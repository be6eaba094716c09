/** The LegStore on the database, for switches that outlive their process: one of each part, which knows nothing of the others. */
import type { Database, Trx } from "../../ports/database.ts";
import { stallMs } from "../../ports/lease.ts";
import type { LegStore } from "../../ports/leg-store.ts";
import { forget, heldEpoch, keep, kept, newestEpochs, raiseFence } from "./repository.ts";

export { enterprisesWithLegs } from "./repository.ts";

/** Parts look twice a second whether they still have their legs: those of a moment look together. */
const togetherMs = 20;

/** `opening`: what is asked before it is open waits. The answer: the store of an enterprise's part, or of the whole (''). */
export function createLegStores(opening: Database | Promise<Database>): (part: string) => LegStore {
  // system: legs and devices are the switch's, which serves every enterprise.
  const system = async <T>(run: (trx: Trx) => Promise<T>): Promise<T> => (await opening).system(run, { stallMs });

  let asked: { readonly parts: Set<string>; readonly answer: Promise<ReadonlyMap<string, number>> } | undefined;
  function epochs(part: string): Promise<ReadonlyMap<string, number>> {
    if (!asked) {
      const parts = new Set<string>();
      const answer = new Promise<void>((resolve) => setTimeout(resolve, togetherMs)).then(() => {
        asked = undefined;
        return system((trx) => newestEpochs(trx, [...parts]));
      });
      asked = { parts, answer };
    }
    asked.parts.add(part);
    return asked.answer;
  }

  return (part) => ({
    write: (save, remove, epoch) =>
      system(async (trx) => {
        if ((await heldEpoch(trx, part)) > epoch) return false;
        await keep(trx, part, save, epoch);
        await forget(trx, part, remove);
        return true;
      }),
    all: () => system((trx) => kept(trx, part)),
    fence: (epoch) => system((trx) => raiseFence(trx, part, epoch)),
    epoch: async () => (await epochs(part)).get(part) ?? 0,
  });
}
