/** Leases of virtual time, for several "processes" of one test. Passes lease.contract.ts. */
import type { Clock } from "../ports/clock.ts";
import type { Leases } from "../ports/lease.ts";

export function createTestLeases(clock: Clock): Leases {
  const rows = new Map<string, { owner: string; epoch: number; until: number }>();
  return {
    alone: false,
    async take(name, owner, ms) {
      const row = rows.get(name);
      if (row && row.until > clock.now()) return undefined;
      const epoch = (row?.epoch ?? 0) + 1;
      rows.set(name, { owner, epoch, until: clock.now() + ms });
      return epoch;
    },
    async renew(name, owner, ms) {
      const row = rows.get(name);
      if (row?.owner !== owner) return false;
      row.until = clock.now() + ms;
      return true;
    },
    async release(name, owner) {
      const row = rows.get(name);
      if (row?.owner === owner) rows.set(name, { ...row, owner: "", until: 0 });
    },
  };
}
