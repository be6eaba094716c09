/** Versions and their files as the blob store has them, kept in memory; one that is damaged is served to nobody. */
import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { Ports } from "../../ports/index.ts";
import type { StoredContents } from "../../ports/schema/versions.ts";
import { findVersion } from "./repository.ts";

export interface Version {
  readonly contents: StoredContents;
  readonly blobKey: string;
}

export interface Bundles {
  /** A version never changes, so it is read once. undefined: none of that name was published. */
  versionOf(app: string, version: string): Promise<Version | undefined>;
  /** undefined: it cannot be served. */
  bytesOf(
    app: string,
    version: string,
    found: Version,
    file: StoredContents["files"][number],
  ): Promise<Buffer | undefined>;
  /** Its blob is gone or not what was published: nobody is sent to it. */
  isDamaged(app: string, version: string): boolean;
}

/** Bytes of files that stay in memory. */
const memory = 32 * 1024 * 1024;
const versionsKept = 50;

export function createBundles({ database, blobs, logger }: Pick<Ports, "database" | "blobs" | "logger">): Bundles {
  const versions = new Map<string, Promise<Version | undefined>>();
  const files = new Map<string, Promise<Buffer>>();
  const sizes = new Map<string, number>();
  const damaged = new Set<string>();

  async function read(key: string, blobKey: string, at: number, bytes: number, sha256: string): Promise<Buffer> {
    const data = await buffer(await blobs.read(blobKey, { start: at, end: at + bytes - 1 }));
    if (createHash("sha256").update(data).digest("hex") !== sha256)
      throw new Error(`${key} is damaged in the blob store`);
    sizes.set(key, data.length);
    return data;
  }

  function keepWithin(): void {
    let total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    for (const [key, size] of sizes) {
      if (total <= memory) return;
      total -= size;
      sizes.delete(key);
      files.delete(key);
    }
  }

  return {
    isDamaged: (app, version) => damaged.has(`${app}/${version}`),

    versionOf(app, version) {
      const key = `${app}/${version}`;
      const known = versions.get(key);
      if (known) return known;
      // system: versions are the installation's.
      const reading = database
        .system((trx) => findVersion(trx, app, version))
        .then((row) => {
          if (!row) versions.delete(key);
          return row && { contents: row.contents, blobKey: row.blobKey };
        });
      reading.catch(() => versions.delete(key));
      versions.set(key, reading);
      const [oldest] = versions.keys();
      if (versions.size > versionsKept && oldest !== undefined) versions.delete(oldest);
      return reading;
    },

    async bytesOf(app, version, { blobKey }, file) {
      const key = `${app}/${version}/${file.name}`;
      const reading = files.get(key) ?? read(key, blobKey, file.at, file.bytes, file.sha256);
      // Set again: the newest use is last.
      files.delete(key);
      files.set(key, reading);
      try {
        const data = await reading;
        keepWithin();
        return data;
      } catch (error) {
        files.delete(key);
        damaged.add(`${app}/${version}`);
        logger.error({ error, app, version, file: file.name }, "a published file cannot be served");
        return undefined;
      }
    },
  };
}
