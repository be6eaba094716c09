/** How many entries a transaction of the log has, so that others come to their turn. */
import type { Database } from "../../ports/database.ts";

/**
 * Where the database does one thing at a time whoever asks it waits for the batch under way: batches are as large as fit into so many ms.
 * first: before any was written. least: under it a transaction costs more than what is in it.
 */
const turn = { ms: 50, first: 100, least: 20 } as const;

/** How many entries the next batch may have. */
export function batchSize({ database, batch }: { readonly database: Database; readonly batch: number }) {
  const adapts = database.kind === "pglite" && batch > turn.least;
  let size: number = adapts ? Math.min(batch, turn.first) : batch;
  return {
    get most(): number {
      return size;
    },
    /** So many took so long. A small batch says little about a large one: it grows by twice at most. */
    took(count: number, ms: number): void {
      if (!adapts) return;
      const fits = Math.floor((count * turn.ms) / Math.max(1, ms));
      if (fits >= size && count < size) return;
      size = Math.max(turn.least, Math.min(batch, fits, size * 2));
    },
  };
}
