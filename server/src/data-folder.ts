/** DATA_DIR holds recordings, the database and the installation's key: nobody but the owner of the process reads in it. */
import { chmodSync, lstatSync, mkdirSync } from "node:fs";
import { chmod, lstat, opendir } from "node:fs/promises";
import { join } from "node:path";

const othersBits = 0o077;
const supported = process.platform !== "win32";

/**
 * At the start, before anything is written: new files are the owner's (umask), and the folder itself is closed. True when it
 * stood open, so that what lies in it must be closed, too. Throws when it is not this user's folder.
 */
export function closeDataFolder(folder: string): boolean {
  if (!supported) return false;
  process.umask(othersBits);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const open = (lstatSync(folder).mode & othersBits) !== 0;
  if (open) chmodSync(folder, 0o700);
  return open;
}

/** Takes every right of group and others from what lies in the folder; how many files and folders had one. */
export async function closeContents(folder: string): Promise<number> {
  let closed = 0;
  for await (const entry of await opendir(folder)) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) continue;
    // A file that is gone meanwhile needs nothing.
    const mode = await lstat(path).then(
      (stat) => stat.mode & 0o7777,
      () => 0,
    );
    if ((mode & othersBits) !== 0) {
      await chmod(path, mode & ~othersBits).catch(() => undefined);
      closed += 1;
    }
    if (entry.isDirectory()) closed += await closeContents(path);
  }
  return closed;
}
