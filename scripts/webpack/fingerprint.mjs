// Staleness by content: a bundle is fresh when every source it was made of has the same size and time, or failing that
// the same content. Files of node_modules are covered by the lock file.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root } from "./modules.mjs";
import { vendorSource } from "./vendor-entry.mjs";

/**
 * @import { Module, Result } from "./types.ts"
 * @typedef {{ readonly size: number; readonly time: number; readonly at: string; sum: string | undefined }} Mark
 * @typedef {{ readonly size: number; time?: number; readonly sum?: string }} Kept
 */

const machinery = [
  "package-lock.json",
  "tsconfig.json",
  ...[
    "config.mjs",
    "emit.mjs",
    "modules.mjs",
    "vendor-entry.mjs",
    "public-path.js",
    "recipes-loader.cjs",
    "subscriptions-loader.cjs",
  ].map((f) => `scripts/webpack/${f}`),
];

/** @param {string | Buffer} data */
const digest = (data) => createHash("sha256").update(data).digest("hex");
/** @type {Map<string, Mark>} */
const seen = new Map();

/** @param {string} path */
function mark(path) {
  const at = join(root, path);
  let stat;
  try {
    stat = statSync(at);
  } catch {
    return undefined;
  }
  const key = `${path}:${stat.size}:${stat.mtimeMs}`;
  const known = seen.get(key);
  if (known) return known;
  /** @type {Mark} */
  const fresh = { size: stat.size, time: stat.mtimeMs, sum: undefined, at };
  seen.set(key, fresh);
  return fresh;
}

/** @param {Mark} m */
const sumOf = (m) => (m.sum ??= digest(readFileSync(m.at)));

/** @param {Module} module */
function fingerprintPath(module) {
  return join(root, ".cache", "fingerprints", `${module.name}.json`);
}

/**
 * What, besides source files, decides a bundle's content.
 * @param {Module} module
 */
function recipe(module) {
  return digest(JSON.stringify([module, module.kind === "vendor" ? vendorSource(module.specifier) : ""]));
}

/**
 * The last build's result when it is still good.
 * @param {Module} module
 * @returns {Result | undefined}
 */
export function freshResult(module) {
  /** @type {{ readonly recipe: string; readonly files: Readonly<Record<string, Kept>>; readonly result: Result }} */
  let fingerprint;
  try {
    fingerprint = JSON.parse(readFileSync(fingerprintPath(module), "utf8"));
  } catch {
    return undefined;
  }
  if (fingerprint.recipe !== recipe(module)) return undefined;
  let touched = false;
  for (const [path, was] of Object.entries(fingerprint.files)) {
    const now = mark(path);
    if (!now || now.size !== was.size) return undefined;
    if (now.time === was.time) continue;
    if (sumOf(now) !== was.sum) return undefined;
    was.time = now.time;
    touched = true;
  }
  if (touched) writeFileSync(fingerprintPath(module), JSON.stringify(fingerprint));
  return fingerprint.result;
}

/**
 * Whether it was built here before, from whatever sources.
 * @param {Module} module
 */
export const wasBuilt = (module) => existsSync(fingerprintPath(module));

/**
 * Remembers what a build read.
 * @param {Module} module
 * @param {Iterable<string>} dependencies absolute paths as webpack tells them
 * @param {Result} result
 * @param {number} started when the build began, epoch ms
 */
export function remember(module, dependencies, result, started) {
  /** @type {Record<string, Kept>} */
  const files = {};
  const own = [...dependencies].filter(
    (p) => p.startsWith(root) && !p.includes("/node_modules/") && !p.includes("/.cache/"),
  );
  for (const path of [...machinery, ...own.map((p) => relative(root, p))]) {
    const m = mark(path);
    if (!m || statSync(m.at).isDirectory()) continue;
    // Written while webpack ran: which content it saw is unknown, so the next build makes it again.
    files[path] = m.time >= started ? { size: -1 } : { size: m.size, time: m.time, sum: sumOf(m) };
  }
  mkdirSync(dirname(fingerprintPath(module)), { recursive: true });
  writeFileSync(fingerprintPath(module), JSON.stringify({ recipe: recipe(module), files, result }));
}
