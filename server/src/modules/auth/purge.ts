/** What of sign-in need not be kept for good (docs/operations.md, What is kept how long). */
import { dayMs } from "@liantai/api/contract";
import type { Ports } from "../../ports/index.ts";
import { deleteLoginLog } from "./repository.ts";
import { deleteEndedSessions } from "./session-repository.ts";

/** Ended sessions, from their end; entries of the login log, from the attempt. */
export const keptDays = { sessions: 90, logins: 365 } as const;
/** Rows a transaction, so that nobody waits for it. */
const batch = 1_000;

export interface Purged {
  readonly sessions: number;
  readonly logins: number;
}

export function createPurge({ database, clock }: Pick<Ports, "database" | "clock">): () => Promise<Purged> {
  async function inBatches(remove: typeof deleteEndedSessions, days: number): Promise<number> {
    const before = new Date(clock.now() - days * dayMs);
    let removed = 0;
    for (;;) {
      // system: time limits are the installation's, over all enterprises.
      const count = await database.system((trx) => remove(trx, before, batch));
      removed += count;
      if (count < batch) return removed;
    }
  }
  return async () => ({
    sessions: await inBatches(deleteEndedSessions, keptDays.sessions),
    logins: await inBatches(deleteLoginLog, keptDays.logins),
  });
}
