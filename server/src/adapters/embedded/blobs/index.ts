/** The Blobs port as a folder. A blob appears whole or not at all: data goes to a temporary name beside it and is renamed. */
import { createReadStream } from "node:fs";
import { copyFile, mkdir, open, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Blobs } from "../../../ports/blobs.ts";
import { BlobMissing } from "../../../ports/blobs.ts";

const keyPattern = /^[a-z0-9_-][a-z0-9._-]*(\/[a-z0-9_-][a-z0-9._-]*)*$/;

/** Refuses anything that could leave the folder or collide with a temporary name. */
export function checkBlobKey(key: string): string {
  if (key.length > 512 || !keyPattern.test(key) || key.includes("..")) throw new RangeError("not a blob key");
  return key;
}

const missing = (error: unknown): boolean =>
  ["ENOENT", "ENOTDIR", "EISDIR"].includes((error as NodeJS.ErrnoException).code ?? "");

export function createFolderBlobs(root: string): Blobs {
  let counter = 0;
  const pathOf = (key: string): string => join(root, checkBlobKey(key));
  /** A dot first: no key has it. */
  const partial = (path: string): string => join(dirname(path), `.${process.pid}-${++counter}.part`);

  const place = async (path: string, fill: (temporary: string) => Promise<void>): Promise<void> => {
    await mkdir(dirname(path), { recursive: true });
    const temporary = partial(path);
    try {
      await fill(temporary);
      const file = await open(temporary, "r+");
      await file.sync().finally(() => file.close());
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  };

  return {
    async adopt(key, localPath) {
      const path = pathOf(key);
      await place(path, async (temporary) => {
        try {
          await rename(localPath, temporary);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
          await copyFile(localPath, temporary);
        }
      });
      await rm(localPath, { force: true });
      return { key, bytes: (await stat(path)).size };
    },
    async put(key, data) {
      await place(pathOf(key), (temporary) => writeFile(temporary, data));
      return { key, bytes: data.byteLength };
    },
    async stat(key) {
      try {
        const found = await stat(pathOf(key));
        return found.isFile() ? { key, bytes: found.size } : undefined;
      } catch (error) {
        if (missing(error)) return undefined;
        throw error;
      }
    },
    async read(key, range) {
      const path = pathOf(key);
      try {
        // Opened before the stream is handed out, so that a missing blob rejects here and not as an event later.
        const file = await open(path, "r");
        if (!(await file.stat()).isFile()) {
          await file.close();
          throw new BlobMissing(key);
        }
        return createReadStream(path, { fd: file, ...range });
      } catch (error) {
        if (missing(error)) throw new BlobMissing(key);
        throw error;
      }
    },
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}
