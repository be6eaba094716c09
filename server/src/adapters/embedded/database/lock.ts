/**
 * An exclusive lock on the database folder: PGlite has none, and two processes on one folder lose rows in silence. The
 * lock is SQLite's (a write transaction held open on FOLDER.lock): the operating system takes it atomically and frees it
 * when the process dies, however it dies. The pid beside it is for the message only.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

export class FolderInUse extends Error {
  constructor(folder: string, pid: string) {
    super(
      `the data folder ${folder} is in use by another process${pid}; stop it, or give this one its own DATA_DIR or PORT`,
    );
    this.name = "FolderInUse";
  }
}

const busy = 5;

/** Throws FolderInUse. Returns the unlocking. */
export function lockFolder(folder: string): () => void {
  mkdirSync(dirname(folder), { recursive: true });
  const owner = `${folder}.pid`;
  const file = new DatabaseSync(`${folder}.lock`, { timeout: 0 });
  try {
    file.exec("pragma locking_mode = exclusive; begin exclusive");
  } catch (error) {
    file.close();
    if ((error as { errcode?: number }).errcode !== busy) throw error;
    throw new FolderInUse(folder, readPid(owner));
  }
  writeFileSync(owner, `${process.pid}\n`);
  return () => file.close();
}

function readPid(path: string): string {
  try {
    return ` (pid ${readFileSync(path, "utf8").trim()})`;
  } catch {
    return "";
  }
}
