/** A batch of the log: entries and snapshots that wait, written in one transaction. */
import type { Clock } from "../../ports/clock.ts";
import type { Database, Trx } from "../../ports/database.ts";
import { stallMs, type HeldLease } from "../../ports/lease.ts";
import { LeaseLost, newestOf } from "../lease/index.ts";
import { streamKey, type Entry, type Sequenced } from "./events.ts";
import { apply, load, save, seqOf, settle, type Projection } from "./projections.ts";
import { insertEvents } from "./repository.ts";
import { saveSnapshots, type Snapshot } from "./snapshot-repository.ts";

/** lost: it is another's by now; told once. */
export type LogLease = HeldLease & { lost(): void };

/** Streams whose state is remembered. */
const remembered = 20_000;

interface Under {
  /** In the order in which they came, from 1. */
  readonly n: number;
  readonly lease: LogLease | undefined;
}
export interface Appended extends Under {
  readonly entry: Entry;
  readonly done: () => void;
  readonly failed: (error: Error) => void;
}
interface Kept extends Under {
  readonly snapshot: Snapshot;
}
export type Waiting = Appended | Kept;

export const appended = (items: readonly Waiting[]): Appended[] => items.flatMap((w) => ("entry" in w ? [w] : []));
const snapshotsOf = (items: readonly Waiting[]): Kept[] => items.flatMap((w) => ("entry" in w ? [] : [w]));
/** For the log of the process. */
export const nameOf = (w: Waiting) =>
  "entry" in w
    ? { stream: streamKey(w.entry), type: w.entry.fact.type }
    : { snapshot: `${w.snapshot.kind}/${w.snapshot.compId}/${w.snapshot.id}` };
const epochOf = ({ lease }: Pick<Under, "lease">): number => lease?.epoch ?? 0;

/** Of the leases under which a batch is written those that are others' by now. */
export class LeasesLost extends LeaseLost {
  readonly leases: ReadonlySet<LogLease>;
  constructor(leases: ReadonlySet<LogLease>) {
    super();
    this.leases = leases;
  }
}

async function mustHoldAll(trx: Trx, items: readonly Waiting[]): Promise<void> {
  const leases = new Set(items.flatMap(({ lease }) => lease ?? []));
  if (leases.size === 0) return;
  const newest = await newestOf(trx, [...leases]);
  const lost = [...leases].filter((lease) => !newest.has(lease));
  if (lost.length > 0) throw new LeasesLost(new Set(lost));
}

/** Writes a batch of entries with what they make of their streams, in one transaction; resolves with the ms that it had the database. */
export function batchWriter(
  database: Database,
  clock: Pick<Clock, "monotonic">,
  projections: Map<string, Projection>,
): (items: readonly Waiting[]) => Promise<number> {
  return async (items) => {
    const [entries, snapshots] = [appended(items), snapshotsOf(items)];
    const next = new Map<string, Projection>();
    let began = 0;
    // The engine's own bookkeeping: one batch holds streams of many enterprises, each row with its own comp_id.
    await database.system(
      async (trx: Trx) => {
        began = clock.monotonic();
        next.clear();
        const events: Sequenced[] = [];
        for (const { entry } of entries) {
          const key = streamKey(entry);
          const projection = next.get(key) ?? projections.get(key) ?? (await load(trx, entry));
          const event: Sequenced = { ...entry, seq: seqOf(projection) + 1 };
          events.push(event);
          next.set(key, apply(projection, event));
        }
        // Sent together. Of several failures the lease's counts: numbers collide because another has written.
        const done = await Promise.allSettled([
          mustHoldAll(trx, items),
          events.length > 0 && insertEvents(trx, events, entries.map(epochOf)),
          saveSnapshots(
            trx,
            snapshots.map((kept) => ({ ...kept.snapshot, epoch: epochOf(kept) })),
          ),
          save(trx, [...next.values()]),
        ]);
        for (const each of done) if (each.status === "rejected") throw each.reason;
      },
      { stallMs, lane: "log" },
    );
    for (const [key, projection] of next) {
      const rest = settle(projection);
      projections.delete(key);
      if (rest) projections.set(key, rest);
    }
    // The oldest are read again when they are written again.
    for (const key of projections.keys()) {
      if (projections.size <= remembered) break;
      projections.delete(key);
    }
    return clock.monotonic() - began;
  };
}
