/**
 * The default database: PGlite in a folder, in a worker thread, behind a folder lock. It survives kill -9; it never calls
 * fsync, so a power cut can lose the last writes (docs/operations.md says so: use PostgreSQL where that matters).
 */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { Database } from "../../../ports/database.ts";
import { createDatabase } from "../../database/index.ts";
import { lockFolder } from "./lock.ts";
import { createPgliteSql } from "./sql.ts";
import { openPgliteThread, type PgliteThread } from "./thread.ts";

export { FolderInUse } from "./lock.ts";
export type { PgliteJobsBackend } from "./sql.ts";

export interface PgliteOptions {
  readonly folder: string;
  readonly onError?: (error: Error) => void;
  /** Told of every thread that opens; tests kill one. */
  readonly onThread?: (thread: PgliteThread) => void;
}

/** Rejects with FolderInUse while another process has the folder. */
export async function createPgliteDatabase(options: PgliteOptions): Promise<Database> {
  mkdirSync(dirname(options.folder), { recursive: true });
  const unlock = lockFolder(options.folder);
  const open = async (): Promise<PgliteThread> => {
    const opened = await openPgliteThread({ folder: options.folder });
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
  const { pool, jobsBackend } = createPgliteSql(
    async () => {
      if (!thread.alive) thread = await open();
      return thread;
    },
    options.onError ?? (() => undefined),
  );

  return createDatabase({
    kind: "pglite",
    pool,
    jobsBackend,
    async close() {
      await thread.close();
      unlock();
    },
  });
}
