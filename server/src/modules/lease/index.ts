/** The leases of the installation, in its database. */
import { sql } from "kysely";
import type { Database, SystemOptions, Trx } from "../../ports/database.ts";
import { stallMs, type HeldLease, type Leases } from "../../ports/lease.ts";
import { Holding } from "./holding.ts";
import {
  giveBackLease,
  isFree,
  joinProcesses,
  leaveProcesses,
  newestOf,
  removeDead,
  renewProcess,
  standing,
  takeLeases,
} from "./repository.ts";

export { newestOf } from "./repository.ts";

export class LeaseLost extends Error {
  constructor() {
    super("the lease is another's");
  }
}

/** Rejects with LeaseLost; else nobody takes the lease before the transaction is over. Without a lease anybody may write. */
export async function mustHold(trx: Trx, lease: HeldLease | undefined): Promise<void> {
  if (lease && !(await newestOf(trx, [lease])).has(lease)) throw new LeaseLost();
}

const leases: SystemOptions = { stallMs, lane: "leases" };
const takes: SystemOptions = { stallMs, lane: "takes" };

/**
 * alone: nobody else can have the database open. Default: where it is files of this process (PGlite), whose folder is locked: who
 * was there before is dead.
 */
export function createLeases(database: Database, alone = database.kind === "pglite"): Leases {
  const { hold } = database;
  const holdings = new Map<string, Holding>();
  // Leases are the installation's, no enterprise's.
  const look = async <T>(owner: string, read: (trx: Trx) => Promise<T>): Promise<T> =>
    database.system(async (trx) => {
      if (hold) await removeDead(trx, owner);
      return read(trx);
    }, leases);
  return {
    alone,
    async join(owner, ms, doubted) {
      const holding = hold && doubted ? new Holding((lost) => hold(owner, lost), doubted) : undefined;
      if (holding) holdings.set(owner, holding);
      await holding?.begin();
      const held = holding?.held ?? false;
      try {
        await database.system((trx) => joinProcesses(trx, owner, ms, { alone, held }), leases);
      } catch (error) {
        // The next try has another owner: nobody else would let go of this one's connection.
        holdings.delete(owner);
        await holding?.end();
        throw error;
      }
    },
    renew(owner, ms) {
      const holding = holdings.get(owner);
      // Not waited for: who has lost it says at once that he goes by his time.
      void holding?.begin();
      return database.system((trx) => renewProcess(trx, owner, ms, holding?.held ?? false), leases);
    },
    // Not a ping, which waits for requests.
    reach: async () => void (await database.system((trx) => sql`select 1`.execute(trx), leases)),
    isFree: (name, owner = "") => look(owner, (trx) => isFree(trx, name)),
    take: (owner, names) => database.system((trx) => takeLeases(trx, owner, names), takes),
    async takeShare(owner, names, always) {
      const { processes, owners } = await look(owner, (trx) => standing(trx, owner, [...names, ...always]));
      const own = names.filter((name) => owners.get(name) === owner).length;
      const share = Math.ceil(names.length / Math.max(1, processes));
      const isNobodys = (name: string) => !owners.has(name);
      const wanted = [...always.filter(isNobodys), ...names.filter(isNobodys).slice(0, Math.max(0, share - own))];
      const taken =
        wanted.length === 0
          ? new Map<string, number>()
          : await database.system((trx) => takeLeases(trx, owner, wanted), takes);
      return { taken, spare: Math.max(0, own - share) };
    },
    giveBack: (owner, name) => database.system((trx) => giveBackLease(trx, owner, name), leases),
    async leave(owner) {
      const holding = holdings.get(owner);
      holdings.delete(owner);
      await database.system((trx) => leaveProcesses(trx, owner), leases).finally(() => holding?.end());
    },
  };
}
