/**
 * What this process serves of published versions. Releases are read anew for every map and for every address that is not known, so a
 * process that missed a broker message serves the truth all the same; requests that come while one reading is under way share the next.
 */
import type { PublishedBundles, PublishedMap } from "../../http/pages/index.ts";
import type { Ports } from "../../ports/index.ts";
import { subscribe } from "../topics.ts";
import { createBundles } from "./bundles.ts";
import { isUsable, reaches, releaseFor, specifierOf, urlOf, type Imports, type Release } from "./releases.ts";
import { liveReleases } from "./repository.ts";

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

/** Releases as the database has them: read anew when asked, those who ask while one reading is under way share the next. */
function releaseReader({ database, logger }: Pick<Ports, "database" | "logger">) {
  let releases: readonly Release[] = [];
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

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

  return {
    known: () => releases,
    /** Without the database the page still opens, with what was known last. */
    freshOrKnown: (): Promise<void> =>
      fresh().catch((error: unknown) => logger.error({ error }, "releases of apps were not read")),
  };
}

export function createPublished(ports: Ports): Published {
  const releases = releaseReader(ports);
  const { versionOf, bytesOf, isDamaged } = createBundles(ports);
  let unsubscribe: (() => Promise<void>) | undefined;

  /** Newest first. */
  async function usable(builtIn: Imports, app: string): Promise<readonly Release[]> {
    const found: Release[] = [];
    for (const release of releases.known()) {
      if (release.app !== app || isDamaged(app, release.version)) continue;
      const version = await versionOf(app, release.version);
      if (version && isUsable(release, version.contents.shared, builtIn)) found.push(release);
    }
    return found;
  }

  return {
    async mapFor(builtIn, compId): Promise<PublishedMap> {
      await releases.freshOrKnown();
      const imports: Record<string, string> = {};
      const deps: Record<string, readonly string[]> = {};
      const trials: string[] = [];
      for (const app of new Set(releases.known().map((release) => release.app))) {
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
      unsubscribe = await subscribe(ports.broker, "versions.changed", () => void releases.freshOrKnown());
    },
    async stop() {
      await unsubscribe?.();
    },
  };
}
