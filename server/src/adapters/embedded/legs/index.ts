/** The LegStore of one process: what it keeps ends with it. */
import type { Kept, KeptKey, LegStore } from "../../../ports/leg-store.ts";

export function createProcessLegStore(): LegStore {
  const rows = new Map<string, Kept>();
  let newest = 0;
  const nameOf = ({ kind, key }: KeptKey): string => `${kind} ${key}`;
  return {
    async write(save, remove, epoch) {
      if (epoch < newest) return false;
      for (const each of save) rows.set(nameOf(each), structuredClone(each));
      for (const each of remove) rows.delete(nameOf(each));
      return true;
    },
    all: async () => structuredClone([...rows.values()]),
    async fence(epoch) {
      if (epoch < newest) return false;
      newest = epoch;
      return true;
    },
    epoch: async () => newest,
  };
}
