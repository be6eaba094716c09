import { statfs } from "node:fs/promises";
import type { Disk } from "../../../ports/disk.ts";

/** The file system that `folder` lies on. */
export const createFolderDisk = (folder: string): Disk => ({
  async room() {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  },
});
