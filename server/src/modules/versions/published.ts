/**
 * What this process serves of published versions. Releases are read anew for every map and for every address that is not known, so a
 * process that missed a broker message serves the truth all the same; requests that come while one reading is under way share the next.
 */
import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { PublishedBundles, PublishedMap } from "../../http/pages/index.ts";
import type { Ports } from "../../ports/index.ts";
import type { StoredContents } from "../../ports/schema/versions.ts";
import { subscribe } from "../topics.ts";
import { isUsable, reaches, releaseFor, specifierOf, urlOf, type Imports, type Release } from "./releases.ts";
import { findVersion, liveReleases } from "./repository.ts";

interface Version {
  readonly contents: StoredContents;
  readonly blobKey: string;
}

/** Bytes of files that stay in memory. */
const memory = 32 * 1024 * 1024;
const versionsKept = 50;

const types: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: "application/json; charset=utf-8",
  map: "application/json; charset=utf-8",
  txt: "text/plain; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
  woff2: "font/woff2",
  wav: "audio/wav",
  mp3: "audio/mpeg",
  ogg: "audio/ogg",
};

export interface Published extends PublishedBundles {
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createPublished({ database, blobs, broker, logger }: Ports): Published {
  let releases: readonly Release[] = [];
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let unsubscribe: (() => Promise<void>) | undefined;
  const versions = new Map<string, Promise<Version | undefined>>();
  const files = new Map<string, Promise<Buffer>>();
  const sizes = new Map<string, number>();
  /** Versions whose blob is gone or not what was published: nobody is sent to them. */
  const damaged = new Set<string>();

  async function load(): Promise<void> {
    // system: releases are the installation's.
    releases = await database.system((trx) => liveReleases(trx));
  }

  /** Resolves when releases are as the database had them after the call. */
  function fresh(): Promise<void> {
    if (!running) {
      running = load().finally(() => (running = undefined));
      return running;
    }
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return fresh();
      });
    return next;
  }

  /** Without the database the page still opens, with what was known last. */
  const freshOrKnown = (): Promise<void> =>
    fresh().catch((error: unknown) => logger.error({ error }, "releases of apps were not read"));

  /** A version never changes, so it is read once. */
  function versionOf(app: string, version: string): Promise<Version | undefined> {
    const key = `${app}/${version}`;
    const known = versions.get(key);
    if (known) return known;
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
  }

  /** Newest first. */
  async function usable(builtIn: Imports, app: string): Promise<readonly Release[]> {
    const found: Release[] = [];
    for (const release of releases) {
      if (release.app !== app || damaged.has(`${app}/${release.version}`)) continue;
      const version = await versionOf(app, release.version);
      if (version && isUsable(release, version.contents.shared, builtIn)) found.push(release);
    }
    return found;
  }

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

  async function bytesOf(app: string, version: string, { blobKey }: Version, file: StoredContents["files"][number]) {
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
  }

  return {
    async mapFor(builtIn, compId): Promise<PublishedMap> {
      await freshOrKnown();
      const imports: Record<string, string> = {};
      const deps: Record<string, readonly string[]> = {};
      const trials: string[] = [];
      for (const app of new Set(releases.map((release) => release.app))) {
        const candidates = await usable(builtIn, app);
        if (candidates[0] && !reaches(candidates[0], undefined)) trials.push(app);
        const chosen = releaseFor(candidates, compId);
        const version = chosen && (await versionOf(app, chosen.version));
        if (!chosen || !version) continue;
        const url = urlOf(app, chosen.version);
        imports[specifierOf(app)] = url;
        deps[url] = version.contents.shared.map(({ name }) => name);
      }
      return { imports, deps, trials };
    },

    async file({ app, version, name }, encodings) {
      const found = await versionOf(app, version);
      if (!found) return undefined;
      const plain = found.contents.files.find((file) => file.name === name);
      if (!plain) return undefined;
      for (const [encoding, ending] of [
        ["br", ".br"],
        ["gzip", ".gz"],
        ["", ""],
      ] as const) {
        if (encoding !== "" && !encodings.includes(encoding)) continue;
        const file = ending === "" ? plain : found.contents.files.find((each) => each.name === name + ending);
        const data = file && (await bytesOf(app, version, found, file));
        if (data)
          return { data, encoding, type: types[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream" };
      }
      return undefined;
    },

    async start() {
      unsubscribe = await subscribe(broker, "versions.changed", () => void freshOrKnown());
    },
    async stop() {
      await unsubscribe?.();
    },
  };
}
