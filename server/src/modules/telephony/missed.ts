/** Whose engines are missed when a process takes leases (K51): what the rows of a process that died, or of an earlier one, say. */
import type { Database } from "../../ports/database.ts";
import { enterprisesLive } from "../event-log/index.ts";
import { enterprisesWithLegs } from "../live-legs/index.ts";

/** Enterprises with calls, then those with somebody at a page or a telephone. */
export async function missedIn(database: Database): Promise<readonly ReadonlySet<string>[]> {
  // Leases are the installation's, no enterprise's.
  const [logged, legs] = await database.system((trx) => Promise.all([enterprisesLive(trx), enterprisesWithLegs(trx)]));
  return [new Set([...logged.calls, ...legs.calls]), new Set([...logged.agents, ...legs.devices])];
}
