// The served side: dist/import-map.json (one entry a bundle), dist/graph.json (what each bundle imports, for preloads and
// sizes) and dist/versions/NAME.json (the last five, newest first). Every file is replaced by rename, under dist/.lock.
import {
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
  closeSync,
} from "node:fs";
import { join } from "node:path";
import { codeOf } from "../lib/errors.mjs";

/** @import { Built, Graph, ImportMap, PublishedModule, Versions } from "./types.ts" */

const keep = 5;

export class Locked extends Error {}

/**
 * @param {string} path
 * @returns {{ readonly pid: number; readonly purpose: string } | undefined}
 */
function holder(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/**
 * Removes a dead holder's lock, unless someone else has removed it and locked again meanwhile.
 * @param {string} path
 * @param {number} pid
 */
function removeDeadLock(path, pid) {
  const aside = `${path}.${process.pid}.dead`;
  try {
    renameSync(path, aside);
    if (holder(aside)?.pid !== pid) linkSync(aside, path);
    unlinkSync(aside);
  } catch {
    // Gone already, or taken again: the next attempt at the lock shows which.
  }
}

/**
 * Takes dist/.lock or throws Locked naming who has it. A dead holder's lock is taken over.
 * @param {string} distDir
 * @param {string} purpose
 * @returns {() => void}
 */
export function lock(distDir, purpose) {
  mkdirSync(distDir, { recursive: true });
  const path = join(distDir, ".lock");
  for (let attempt = 0; ; attempt++) {
    try {
      const fd = openSync(path, "wx");
      writeFileSync(fd, JSON.stringify({ pid: process.pid, purpose }));
      closeSync(fd);
      const release = () => {
        if (holder(path)?.pid === process.pid) unlinkSync(path);
      };
      process.once("exit", release);
      return () => {
        process.off("exit", release);
        release();
      };
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
      const by = holder(path);
      if (attempt === 0 && by && !alive(by.pid)) removeDeadLock(path, by.pid);
      else
        throw new Locked(
          `${by?.purpose ?? "another build"} (process ${by?.pid ?? "unknown"}) is writing ${distDir}; ` +
            "nothing was changed, try again when it is done",
        );
    }
  }
}

/**
 * @template T
 * @param {string} path
 * @param {T} otherwise
 * @returns {T}
 */
function readJson(path, otherwise) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} path
 * @param {object} value
 */
function replace(path, value) {
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, `${JSON.stringify(value, null, 1)}\n`);
  renameSync(temporary, path);
}

/**
 * @param {string} distDir
 * @returns {ImportMap}
 */
export const readMap = (distDir) => readJson(join(distDir, "import-map.json"), { imports: {} });
/**
 * @param {string} distDir
 * @returns {Graph}
 */
export const readGraph = (distDir) => readJson(join(distDir, "graph.json"), {});
/**
 * @param {string} distDir
 * @param {string} name
 * @returns {Versions}
 */
export const readVersions = (distDir, name) =>
  readJson(join(distDir, "versions", `${name}.json`), { current: null, versions: [] });

/**
 * @param {PublishedModule} module
 * @param {string} hash
 */
export const urlOf = (module, hash) => `/assets/${module.name}/${hash}/${module.file}`;

/**
 * @param {string} distDir
 * @param {string} name
 * @param {Versions["versions"]} versions
 */
function prune(distDir, name, versions) {
  const folder = join(distDir, "assets", name);
  if (!existsSync(folder)) return;
  const kept = new Set(versions.map((v) => v.hash));
  for (const entry of readdirSync(folder))
    if (!kept.has(entry)) rmSync(join(folder, entry), { recursive: true, force: true });
}

/**
 * Publishes bundles that lie under dist/assets already. The map changes in one rename; the caller holds the lock. Older
 * versions than the last five lose their folders.
 * @param {string} distDir
 * @param {readonly Built<PublishedModule>[]} results
 */
export function publish(distDir, results) {
  const map = readMap(distDir);
  const graph = readGraph(distDir);
  /** @type {[PublishedModule, Versions][]} */
  const histories = [];
  for (const { module, hash, deps, exports } of results) {
    const before = readVersions(distDir, module.name);
    const again = before.versions.find((v) => v.hash === hash);
    const at = new Date().toISOString();
    // Right after the new one comes what was served until now, so a roll-back never meets a version rolled back before.
    const others = before.versions.filter((v) => v.hash !== hash);
    const served = others.filter((v) => v.hash === before.current);
    const versions = [again ?? { hash, at }, ...served, ...others.filter((v) => v.hash !== before.current)].slice(
      0,
      keep,
    );
    if (before.current !== hash) histories.push([module, { current: hash, versions }]);
    map.imports[module.specifier] = urlOf(module, hash);
    graph[urlOf(module, hash)] = { deps, ...(exports ? { exports } : {}) };
  }
  mkdirSync(join(distDir, "versions"), { recursive: true });
  for (const url of Object.keys(graph)) if (!existsSync(join(distDir, url))) delete graph[url];
  replace(join(distDir, "graph.json"), graph);
  for (const [module, history] of histories) replace(join(distDir, "versions", `${module.name}.json`), history);
  if (JSON.stringify(readMap(distDir)) !== JSON.stringify(map)) replace(join(distDir, "import-map.json"), map);
  for (const [module, history] of histories) prune(distDir, module.name, history.versions);
  return histories.map(([module]) => module.name);
}

/**
 * Points one module at the version before its current one. Returns the hash that is served now.
 * @param {string} distDir
 * @param {PublishedModule} module
 */
export function rollback(distDir, module) {
  const { current, versions } = readVersions(distDir, module.name);
  const older = versions[versions.findIndex((v) => v.hash === current) + 1];
  if (!older) throw new Error(`${module.name} has no older version than ${current ?? "none"}`);
  const map = readMap(distDir);
  map.imports[module.specifier] = urlOf(module, older.hash);
  replace(join(distDir, "versions", `${module.name}.json`), { current: older.hash, versions });
  replace(join(distDir, "import-map.json"), map);
  return older.hash;
}
