/** What goes into a backup: the database, the installation's keys, and files; recordings when asked for. */
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Database, SnapshotPart } from "../../ports/database.ts";
import { writeBackup, type Write } from "./archive.ts";

export interface BackupRequest {
  /** Absolute. */
  readonly file: string;
  readonly recordings: boolean;
}

export interface BackupSource {
  readonly dataDir: string;
  /** Hands the parts of the database over. */
  readonly database: (write: (part: SnapshotPart) => Promise<void>) => Promise<void>;
  readonly now: () => number;
}

/** Of a database that lies in this process. */
export function snapshotOf(database: Database): BackupSource["database"] {
  const { snapshot } = database;
  if (!snapshot) throw new Error("this database is not in a folder: PostgreSQL has pg_dump");
  return (write) => snapshot((part) => write({ ...part, name: `db/${part.name}` }));
}

async function* filesUnder(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesUnder(path);
    // A dot first: a blob that is being written.
    else if (entry.isFile() && !entry.name.startsWith(".")) yield path;
  }
}

async function copyFolder(write: Write, dataDir: string, name: string, skip: (path: string) => boolean): Promise<void> {
  for await (const path of filesUnder(join(dataDir, name))) {
    const inside = relative(dataDir, path);
    // Sound and workbooks are compressed as far as they go.
    if (!skip(inside)) await write({ name: inside, open: () => createReadStream(path) }, name === "blobs");
  }
}

/** Returns the bytes of the file. The database comes first: a file that a row names was there before the row was. */
export function createBackup(source: BackupSource, { file, recordings }: BackupRequest): Promise<number> {
  const manifest = {
    format: 1,
    engine: "pglite",
    createdAt: new Date(source.now()).toISOString(),
    recordings,
  } as const;
  return writeBackup(file, manifest, async (write) => {
    await source.database(write);
    await copyFolder(write, source.dataDir, "keys", () => false);
    await copyFolder(write, source.dataDir, "blobs", (path) => !recordings && path.startsWith("blobs/recordings/"));
  });
}
