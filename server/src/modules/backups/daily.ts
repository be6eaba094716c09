/** The dump of each night, and which are kept. */
import { formatForFile } from "@liantai/api/contract";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** liantai-20261122-024000.zip, by the clock of Shanghai: names sort by time. */
const pattern = /^liantai-\d{8}-\d{6}\.zip$/;

export const dumpName = (at: number): string => `liantai-${formatForFile(at)}.zip`;

/** Removes all but the newest `kept`, and what a process that was killed left half written. Returns how many dumps went. */
export async function pruneDumps(folder: string, kept: number): Promise<number> {
  const names = await readdir(folder);
  for (const name of names) if (/^\.liantai-.*\.part$/.test(name)) await rm(join(folder, name), { force: true });
  const old = names
    .filter((name) => pattern.test(name))
    .sort()
    .slice(0, -kept);
  for (const name of old) await rm(join(folder, name), { force: true });
  return old.length;
}
