/** The Blobs port as a folder. A blob appears whole or not at all: data goes to a temporary name beside it and is renamed. */
import { createReadStream } from "node:fs";
import { access, constants, copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { BlobInfo, Blobs } from "../../../ports/blobs.ts";
import { BlobMissing, checkBlobKey, checkBlobPrefix } from "../../../ports/blobs.ts";

const missing = (error: unknown): boolean =>
  ["ENOENT", "ENOTDIR", "EISDIR"].includes((error as NodeJS.ErrnoException).code ?? "");

/** Depth first and by name, which is the order of the keys as S3 has it: '/' stands before digits and letters, behind '-' and '.'. */
async function* filesUnder(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (missing(error)) return [];
    throw error;
  });
  const sortName = (entry: (typeof entries)[number]): string => (entry.isDirectory() ? `${entry.name}/` : entry.name);
  for (const entry of entries.sort((a, b) => (sortName(a) < sortName(b) ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesUnder(path);
    // A dot first: a blob that is being written.
    else if (entry.isFile() && !entry.name.startsWith(".")) yield path;
  }
}

async function* listed(root: string, prefix: string): AsyncGenerator<BlobInfo> {
  // Whole folders of the prefix are walked, the rest of it is looked for in them.
  for await (const path of filesUnder(join(root, prefix.slice(0, prefix.lastIndexOf("/") + 1)))) {
    const key = relative(root, path);
    if (!key.startsWith(prefix)) continue;
    const found = await stat(path).catch(() => undefined);
    if (found) yield { key, bytes: found.size };
  }
}

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
    shared: false,
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
    list: (prefix) => listed(root, checkBlobPrefix(prefix)),
    async link(key) {
      checkBlobKey(key);
      return undefined;
    },
    async ping() {
      await mkdir(root, { recursive: true });
      await access(root, constants.W_OK);
    },
  };
}
