/**
 * PGlite has no checkpointer: unless somebody asks, its log grows until the database is closed, and a start after kill -9
 * goes through all of it. So it is asked for when enough has been written.
 */
import type { SqlPool } from "../../database/pool.ts";

/** How often there is a look after something was asked of the database, and how much log makes a checkpoint. */
const lookMs = 30_000;
const enoughBytes = 8 * 1024 * 1024;
/** Less log than that waits this many looks: 10 minutes. */
const mostLooks = 20;

export interface Checkpoints {
  /** Something was asked of the database. */
  touched(): void;
  /** The log is kept while it runs. */
  without<T>(run: () => Promise<T>): Promise<T>;
  stop(): void;
}

export function createCheckpoints(pool: SqlPool, onError: (error: Error) => void): Checkpoints {
  let timer: NodeJS.Timeout | undefined;
  let held = 0;
  let stopped = false;
  let last: string | undefined;
  let looks = 0;

  const read = async (since: string | undefined): Promise<{ readonly at: string; readonly bytes: number }> => {
    const { rows } = await pool.query<{ at: string; bytes: string }>(
      `select l.at, pg_wal_lsn_diff(l.at, coalesce($1::pg_lsn, c.checkpoint_lsn)) as bytes
       from pg_control_checkpoint() c, (select pg_current_wal_insert_lsn() as at) l`,
      [since ?? null],
    );
    return { at: rows[0]!.at, bytes: Number(rows[0]!.bytes) };
  };

  async function look(): Promise<void> {
    if (held > 0) return;
    const { bytes } = await read(last);
    looks += 1;
    // A snapshot that began meanwhile needs the log that this would take away.
    if (held > 0 || (bytes < enoughBytes && (bytes === 0 || looks < mostLooks))) return;
    await pool.query("checkpoint");
    looks = 0;
    last = (await read(undefined)).at;
  }

  return {
    touched() {
      if (timer || stopped) return;
      timer = setTimeout(() => {
        look()
          .catch(onError)
          // What the look itself asked is not the next one's reason.
          .finally(() => (timer = undefined));
      }, lookMs);
      timer.unref();
    },
    async without(run) {
      held += 1;
      try {
        return await run();
      } finally {
        held -= 1;
      }
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
