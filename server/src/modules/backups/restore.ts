/**
 * Brings a backup into DATA_DIR. The whole file is read and checked first, then unpacked beside what is there, opened once,
 * and only then moved into place; what was there is kept in a folder of its own.
 */
import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readBackup, type Manifest } from "./archive.ts";

export interface RestoreOptions {
  readonly file: string;
  readonly dataDir: string;
  /** What is in DATA_DIR may be moved aside. */
  readonly force: boolean;
  /** Folder name for what was there, e.g. replaced-20261122-120000. */
  readonly aside: string;
  /** Throws when the unpacked database folder does not open. */
  readonly prove: (folder: string) => Promise<void>;
}

/** Its message is one line for the person who restores. */
export class RestoreRefused extends Error {}

const unpackName = ".restore";
const marker = ".restore-unfinished";
/** What a backup brings; everything else in DATA_DIR is made anew when needed or belongs to nobody. */
const parts = ["keys", "blobs", "db"] as const;
const safe = /^(?:(?:db|keys|blobs)\/[\w.\-/]+|manifest\.json)$/;

async function filled(dataDir: string): Promise<string[]> {
  const found: string[] = [];
  for (const part of parts) if ((await readdir(join(dataDir, part)).catch(() => [])).length > 0) found.push(part);
  return found;
}

async function unpack(file: string, folder: string): Promise<Manifest> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return readBackup(file, async (name) => {
    if (!safe.test(name) || name.split("/").includes(".."))
      throw new RestoreRefused(`${file} names ${name}, which no backup has`);
    const path = join(folder, name);
    await mkdir(name.endsWith("/") ? path : dirname(path), { recursive: true, mode: 0o700 });
    return name.endsWith("/") ? undefined : createWriteStream(path, { mode: 0o600 });
  });
}

const atOnce = 32;

/** To the disk, many at once: one after the other takes milliseconds a file. */
async function syncFiles(folder: string): Promise<void> {
  const paths = (await readdir(folder, { recursive: true, withFileTypes: true })).map((each) =>
    join(each.parentPath, each.name),
  );
  const work = async (): Promise<void> => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
      const handle = await open(path, "r");
      await handle.sync().finally(() => handle.close());
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

async function moveIn(dataDir: string, aside: string, old: readonly string[]): Promise<void> {
  const mark = await open(join(dataDir, marker), "w", 0o600);
  await mark.sync().finally(() => mark.close());
  if (old.length > 0) await mkdir(join(dataDir, aside), { mode: 0o700 });
  for (const part of old) await rename(join(dataDir, part), join(dataDir, aside, part));
  for (const part of parts) {
    const from = join(dataDir, unpackName, part);
    // An empty folder of a fresh DATA_DIR stands in the way of a rename on some file systems.
    await rm(join(dataDir, part), { recursive: true, force: true });
    await rename(from, join(dataDir, part)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
  }
  await rm(join(dataDir, unpackName), { recursive: true, force: true });
  await rm(join(dataDir, marker));
}

/** Throws RestoreRefused or BackupTorn; then nothing in DATA_DIR has changed. The caller holds the folder's lock. */
export async function restoreBackup(
  options: RestoreOptions,
): Promise<{ readonly manifest: Manifest; readonly moved: readonly string[] }> {
  const { file, dataDir, force, aside, prove } = options;
  await readBackup(file);
  const old = await filled(dataDir);
  if (old.length > 0 && !force)
    throw new RestoreRefused(
      `${dataDir} is not empty (${old.join(", ")}): name an empty folder in DATA_DIR, ` +
        `or add --force to move what is there to ${join(dataDir, aside)}`,
    );
  const folder = join(dataDir, unpackName);
  try {
    const manifest = await unpack(file, folder);
    await prove(join(folder, "db"));
    await syncFiles(folder);
    await moveIn(dataDir, aside, old);
    return { manifest, moved: old };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** A line for the start when a restore was cut off while it moved folders. */
export async function restoreUnfinished(dataDir: string): Promise<string | undefined> {
  const names = await readdir(dataDir).catch((): string[] => []);
  return names.includes(marker)
    ? `a restore into DATA_DIR ${dataDir} was cut off: run npm run restore -- FILE --force again ` +
        `(what was there before lies in ${join(dataDir, "replaced-*")})`
    : undefined;
}
