// node scripts/swap.mjs NAME [--rollback]: builds one app beside the running version and points the served map at it, or
// points it back at the version before. Two swaps at once: the second is refused, nothing of either is lost.
// node scripts/swap.mjs NAME --to URL [--note TEXT] [--enterprises CODES | --share PERCENT] [--maps]: builds it and publishes it into an
// installation that runs elsewhere, with the key in LIANTAI_PUBLISH_KEY.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { messageOf } from "./lib/errors.mjs";
import { compile, compileStale, distDir, fresh, lockAll } from "./webpack/compile.mjs";
import { curatedImports, pageSources } from "./webpack/curated.mjs";
import { listModules, pickModule, root } from "./webpack/modules.mjs";
import { publish, readGraph, readMap, readVersions, rollback, urlOf } from "./webpack/publish.mjs";
import { keyOf, publishTo, scopeOf, targetOf } from "./webpack/publish-to.mjs";

/** @import { Module } from "./webpack/types.ts" */

const usage = `usage: npm run swap -- NAME [--rollback]
       npm run swap -- NAME --to URL [--note TEXT] [--enterprises CODE,CODE | --share PERCENT] [--maps]`;

/**
 * A bundle is only good beside the shared bundles that are served: refuses when a shared source has changed since they
 * were built, or the app uses a component that the served curated vendor lacks.
 * @param {Module} app
 */
function refuseUnlessServed(app) {
  const map = readMap(distDir);
  const graph = readGraph(distDir);
  const changed = listModules()
    .filter((m) => m.kind === "shared")
    .filter((m) => {
      const built = fresh(m);
      return !built || map.imports[m.specifier] !== urlOf(m, built.hash);
    });
  if (changed.length > 0)
    throw new Error(
      `${changed.map((m) => m.specifier).join(", ")} changed since the last build, ` +
        `and ${app.name} would run beside the old one; run npm run build`,
    );
  const folder = join(root, app.entry, "..");
  for (const path of pageSources()) {
    if (!path.startsWith(folder)) continue;
    for (const [specifier, names] of curatedImports(readFileSync(path, "utf8"), path)) {
      if (!app.externals.includes(specifier)) continue;
      const has = new Set(graph[map.imports[specifier] ?? ""]?.exports);
      const missing = [...names].filter((n) => !has.has(n));
      if (missing.length > 0)
        throw new Error(`the served ${specifier} has no ${missing.join(", ")}; run npm run build`);
    }
  }
}

/**
 * Into dist/ of this machine, whose server sees it.
 * @param {Module} app
 * @param {boolean} back
 */
async function swapHere(app, back) {
  if (!readMap(distDir).imports[app.specifier])
    throw new Error(`nothing is served from ${distDir} yet; run npm run build`);
  const before = readVersions(distDir, app.name).current;
  let now;
  if (back) now = rollback(distDir, app);
  else {
    refuseUnlessServed(app);
    const result = fresh(app) ?? (await compile(app));
    publish(distDir, [result]);
    now = result.hash;
  }
  return before === now ? `${app.name} ${now} is served already` : `${app.name} ${before} -> ${now}`;
}

/**
 * What the app was built beside is what this tree makes of it now; whether that is what is served, the server knows.
 * @param {Module} app
 * @param {string} to
 * @param {Omit<ReturnType<typeof read>["values"], "to" | "rollback">} options
 */
async function swapThere(app, to, { note, maps, ...options }) {
  const key = keyOf(process.env);
  const scope = scopeOf(options);
  const modules = [app, ...listModules().filter((m) => app.externals.includes(m.specifier))];
  const [built, ...others] = await compileStale(modules, (line) => console.log(`built ${line}`));
  if (!built) throw new Error(`${app.name} was not built`);
  const shared = Object.fromEntries(others.map(({ module, hash }) => [module.specifier, hash]));
  const done = await publishTo({ to, key, distDir, built, shared, note, scope, maps: maps === true });
  const size = (done.bytes / 1024).toFixed(0);
  const versions = `${done.before || "built in"} -> ${done.version}`;
  return `${app.name} ${versions} at ${to}, ${size} KB, ${done.enterprises} of ${done.total} enterprises`;
}

function read() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        rollback: { type: "boolean" },
        to: { type: "string" },
        note: { type: "string" },
        enterprises: { type: "string" },
        share: { type: "string" },
        maps: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new Error(`${messageOf(error)}\n${usage}`);
  }
}

try {
  const started = Date.now();
  const { positionals, values } = read();
  const { rollback: back = false, to, ...options } = values;
  const strange = to === undefined ? Object.keys(options).length > 0 : back;
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0 || strange) throw new Error(usage);
  const app = pickModule(name);
  if (app.kind !== "app" || app.shell)
    throw new Error(
      `${app.name} is part of the shell and is not swapped into a living page; run npm run build, the pages' version check does the rest`,
    );
  const target = to === undefined ? undefined : targetOf(to);
  const release = lockAll(`a swap of ${app.name}`);
  try {
    const line = target === undefined ? await swapHere(app, back) : await swapThere(app, target, options);
    console.log(`${line} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  } finally {
    release();
  }
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
