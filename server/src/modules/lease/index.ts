/** The leases of the installation, in its database. */
import type { Database, Trx } from "../../ports/database.ts";
import type { HeldLease, Leases } from "../../ports/lease.ts";
import { isNewest, releaseLease, renewLease, takeLease } from "./repository.ts";

export class LeaseLost extends Error {
  constructor() {
    super("the lease is another's");
  }
}

/** Rejects with LeaseLost; else nobody takes the lease before the transaction is over. Without a lease anybody may write. */
export async function mustHold(trx: Trx, lease: HeldLease | undefined): Promise<void> {
  if (lease && !(await isNewest(trx, lease.name, lease.epoch))) throw new LeaseLost();
}

/**
 * alone: nobody else can have the database open. Default: where it is files of this process (PGlite), whose folder is locked: the
 * owner of a lease in it is dead.
 */
export function createLeases(database: Database, alone = database.kind === "pglite"): Leases {
  // Leases are the installation's, no enterprise's.
  return {
    alone,
    take: (name, owner, ms) => database.system((trx) => takeLease(trx, { name, owner, ms, alone })),
    renew: (name, owner, ms) => database.system((trx) => renewLease(trx, { name, owner, ms })),
    release: (name, owner) => database.system((trx) => releaseLease(trx, name, owner)),
  };
}
