/**
 * The default database: PGlite in a folder, in a worker thread, behind a folder lock. It survives kill -9; it never calls
 * fsync, so a power cut can lose the last writes (docs/operations.md says so: use PostgreSQL where that matters).
 */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { Database } from "../../../ports/database.ts";
import { createDatabase } from "../../database/index.ts";
import type { SqlPool } from "../../database/pool.ts";
import { baseBackup } from "./base-backup.ts";
import { createCheckpoints } from "./checkpoint.ts";
import { lockFolder } from "./lock.ts";
import { folderMade, FolderUnsound, inspectFolder } from "./sound.ts";
import { createPgliteSql } from "./sql.ts";
import { openPgliteThread, type PgliteThread } from "./thread.ts";

export { FolderInUse, lockFolder } from "./lock.ts";
export { FolderUnsound } from "./sound.ts";
export type { PgliteJobsBackend } from "./sql.ts";

export interface PgliteOptions {
  readonly folder: string;
  readonly onError?: (error: Error) => void;
  /** Told of every thread that opens; tests kill one. */
  readonly onThread?: (thread: PgliteThread) => void;
}

/** Table by table: between two others have their turn in the one session. */
async function vacuum(pool: SqlPool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    "select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables order by 1",
  );
  for (const { name } of rows) await pool.query(`vacuum (analyze) ${name}`);
}

/** Rejects with FolderInUse while another process has the folder, with FolderUnsound when what lies there cannot be opened. */
export async function createPgliteDatabase(options: PgliteOptions): Promise<Database> {
  const { folder, onError = () => undefined } = options;
  mkdirSync(dirname(folder), { recursive: true });
  const unlock = lockFolder(folder);
  const open = async (): Promise<PgliteThread> => {
    const found = inspectFolder(folder);
    const opened = await openPgliteThread({ folder }).catch((error: Error) => {
      throw found === "there" ? new FolderUnsound(folder, error.message) : error;
    });
    folderMade(folder);
    options.onThread?.(opened);
    return opened;
  };
  let thread: PgliteThread;
  try {
    thread = await open();
  } catch (error) {
    unlock();
    throw error;
  }
  // A thread that died (out of memory, a crash of the engine) is opened again by the next client; what was under way failed.
  const { pool, jobsBackend } = createPgliteSql(async () => {
    if (!thread.alive) thread = await open();
    const { exec } = thread;
    return {
      exec(message) {
        checkpoints.touched();
        return exec(message);
      },
    };
  }, onError);
  const checkpoints = createCheckpoints(pool, onError);
  let copying: Promise<unknown> = Promise.resolve();

  return createDatabase({
    kind: "pglite",
    pool,
    jobsBackend,
    snapshot(write) {
      const copy = copying.then(() => checkpoints.without(() => baseBackup(folder, pool, write)));
      copying = copy.catch(() => undefined);
      return copy;
    },
    vacuum: () => vacuum(pool),
    async close() {
      checkpoints.stop();
      await thread.close();
      unlock();
    },
  });
}
