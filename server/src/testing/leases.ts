/** Leases of virtual time, for several "processes" of one test. Passes lease.contract.ts. */
import type { Clock } from "../ports/clock.ts";
import type { Leases } from "../ports/lease.ts";

export function createTestLeases(clock: Clock): Leases {
  const processes = new Map<string, number>();
  const rows = new Map<string, { owner: string; epoch: number }>();
  const isThere = (owner: string): boolean => (processes.get(owner) ?? Number.NEGATIVE_INFINITY) > clock.now();
  const leases: Leases = {
    alone: false,
    async join(owner, ms) {
      processes.set(owner, clock.now() + ms);
    },
    async renew(owner, ms) {
      if (!processes.has(owner)) return false;
      processes.set(owner, clock.now() + ms);
      return true;
    },
    reach: async () => undefined,
    isFree: async (name) => !isThere(rows.get(name)?.owner ?? ""),
    async take(owner, names) {
      for (const other of processes.keys()) if (other !== owner && !isThere(other)) processes.delete(other);
      const taken = new Map<string, number>();
      for (const name of names === "every" ? rows.keys() : names) {
        const row = rows.get(name) ?? { owner: "", epoch: 0 };
        if (!processes.has(owner) || processes.has(row.owner)) continue;
        rows.set(name, { owner, epoch: row.epoch + 1 });
        taken.set(name, row.epoch + 1);
      }
      return taken;
    },
    async takeShare(owner, names, always) {
      const there = [...processes.keys()].filter((each) => each === owner || isThere(each));
      const ownerOf = (name: string) => rows.get(name)?.owner ?? "";
      const free = (name: string) => !there.includes(ownerOf(name));
      const share = Math.ceil(names.length / there.length);
      const own = names.filter((name) => ownerOf(name) === owner).length;
      const wanted = names.filter(free).slice(0, Math.max(0, share - own));
      const taken = await leases.take(owner, [...always.filter(free), ...wanted]);
      return { taken, spare: Math.max(0, own - share) };
    },
    async giveBack(owner, name) {
      const row = rows.get(name);
      if (row?.owner === owner) row.owner = "";
    },
    async leave(owner) {
      processes.delete(owner);
    },
  };
  return leases;
}
