/** After an upgrade: rows of calls that this version makes otherwise are made anew, in slices, by one process after another. */
import { dayMs, secondMs } from "@liantai/api/contract";
import type { Ports } from "../../ports/index.ts";
import { mend, projectionVersion, type MendCursor } from "../event-log/index.ts";
import { claimSetting, readSetting } from "../system/index.ts";

/** A queue for each version: a process of another one makes other rows. */
const mendQueue = `projection-mend-${projectionVersion}`;
/**
 * The start has better things to do; and calls go on while rows are made. again: processes of the version before may go on writing rows
 * for a while, so that nothing but a pass that finds nothing to mend is the last one.
 */
const pauses = { first: 60 * secondMs, next: secondMs, again: dayMs } as const;

interface Slice {
  readonly from?: MendCursor;
  readonly rows?: number;
  readonly mended?: number;
  /** Passes before this one. */
  readonly passes?: number;
}

interface MendingOptions {
  readonly page: number;
  readonly pages: number;
  readonly stopping: () => boolean;
}

export async function startMending(
  { database, jobs, logger }: Pick<Ports, "database" | "jobs" | "logger">,
  options: MendingOptions,
): Promise<void> {
  const done = () => database.system((trx) => readSetting(trx, mendQueue));
  await jobs.work<Slice>(mendQueue, async ({ from, rows = 0, mended = 0, passes = 0 }) => {
    // A restart begins a line of slices beside the one that waits: the first that is through ends the other.
    if (await done()) return;
    const part = await mend(database, from, options);
    const sum = { rows: rows + part.rows, mended: mended + part.mended };
    if (part.next) {
      const { compId, after } = part.next;
      return jobs.send(mendQueue, { from: part.next, ...sum, passes } satisfies Slice, {
        key: `${compId}/${after}`,
        afterMs: pauses.next,
      });
    }
    if (sum.mended > 0) {
      logger.info(sum, "calls were made anew, and are looked at again in a day");
      return jobs.send(mendQueue, { passes: passes + 1 } satisfies Slice, {
        key: `again/${passes + 1}`,
        afterMs: pauses.again,
      });
    }
    await database.system((trx) => claimSetting(trx, mendQueue, sum));
    logger.info(sum, "calls are as this version makes them of the event log");
  });
  if (!(await done())) await jobs.send(mendQueue, {}, { key: "first", afterMs: pauses.first });
}
