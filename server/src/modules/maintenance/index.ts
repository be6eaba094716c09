/** What runs at night: the projections are compared with the log, and what is kept long enough goes. Jobs of pg-boss. */
export type { DiskWatchDeps } from "./disk.ts";
import type { GaugeSource } from "../../http/metrics.ts";
import type { Module } from "../../http/module.ts";
import type { Ports } from "../../ports/index.ts";
import { reconcile, type ReconcileCursor } from "../event-log/index.ts";
import { createBlobWatch } from "./blob-watch.ts";
import { createDiskWatch, type DiskWatchDeps } from "./disk.ts";
import { startMending } from "./mending.ts";
import { everyNight, type Night } from "./nightly.ts";

export { everyNight, type Night } from "./nightly.ts";

/** Minutes past midnight, Asia/Shanghai: hardly anybody calls then. */
export const nightlyAt = { purge: 3 * 60, reconcile: 3 * 60 + 20 } as const;
export const nightlyQueues = { purge: "nightly-purge", reconcile: "nightly-reconcile" } as const;

/** One slice of a night's comparison: where it goes on, and what the slices before it found. */
interface Slice extends Night {
  readonly from?: ReconcileCursor;
  readonly rows?: number;
  readonly found?: number;
}

export interface MaintenanceDeps {
  readonly ports: Pick<Ports, "database" | "jobs" | "broker" | "clock" | "logger" | "blobs">;
  /** Removes what is kept long enough; how many rows of each kind. */
  readonly purge: () => Promise<object>;
  /** Absent: nobody watches the disk. */
  readonly disk?: Omit<DiskWatchDeps, "ports"> | undefined;
  /** Tests: small slices. */
  readonly slice?: { readonly page: number; readonly pages: number };
}

export interface MaintenanceModule extends Module {
  readonly gauges: readonly GaugeSource[];
  /** False while room on the disk is scarce. */
  enoughRoom(): boolean;
  /** False while the store of recordings and files does not answer. */
  blobsUp(): boolean;
}

/** The jobs port must have been started. */
export function createMaintenanceModule({
  ports,
  purge,
  disk,
  slice = { page: 200, pages: 50 },
}: MaintenanceDeps): MaintenanceModule {
  const { database, jobs, clock, logger } = ports;
  /** The last comparison that ended in this process. */
  let last = { found: 0, rows: 0, at: 0 };
  let stopping = false;
  const store = createBlobWatch(ports);
  const watch = disk && createDiskWatch({ ports, ...disk });

  async function compare({ at, from, rows = 0, found = 0 }: Slice): Promise<void> {
    const part = await reconcile(database, from, { ...slice, stopping: () => stopping });
    const sum = { rows: rows + part.rows, found: found + part.found };
    if (part.found > 0)
      logger.error({ differences: part.samples, found: part.found }, "rows differ from what the event log says");
    if (part.next) {
      const { compId, stream, after } = part.next;
      // Under a key: a slice that was tried again does not begin a second line of slices.
      return jobs.send(nightlyQueues.reconcile, { at, from: part.next, ...sum } satisfies Slice, {
        key: `${at}/${compId}/${stream}/${after}`,
      });
    }
    last = { ...sum, at: clock.now() };
    if (sum.found > 0) logger.error(sum, "nightly comparison with the event log: rows differ");
    else logger.info(sum, "nightly comparison with the event log: no differences");
  }

  return {
    name: "maintenance",
    routes: [],
    gauges: [
      {
        name: "projection_differences",
        help: "Rows that differed from the event log in the last nightly comparison that ended in this process",
        value: () => last.found,
      },
      { name: "projection_rows_compared", help: "Rows of that comparison", value: () => last.rows },
      {
        name: "projection_compared_at_seconds",
        help: "When it ended, epoch seconds; 0: none yet",
        value: () => Math.floor(last.at / 1000),
      },
      ...(watch?.gauges ?? []),
      ...store.gauges,
    ],
    enoughRoom: () => watch?.enough() ?? true,
    blobsUp: () => store.up(),
    async start() {
      await watch?.start();
      store.start();
      await everyNight<Night>(ports, nightlyQueues.purge, nightlyAt.purge, async () =>
        logger.info(await purge(), "nightly purge"),
      );
      await everyNight<Slice>(ports, nightlyQueues.reconcile, nightlyAt.reconcile, compare);
      await startMending(ports, { page: slice.page, pages: Math.min(slice.pages, 10), stopping: () => stopping });
    },
    stop: async () => {
      stopping = true;
      watch?.stop();
      store.stop();
    },
  };
}
