// node scripts/swap.mjs NAME [--rollback]: builds one app beside the running version and points the served map at it, or
// points it back at the version before. Two swaps at once: the second is refused, nothing of either is lost.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compile, distDir, fresh, lockAll } from "./webpack/compile.mjs";
import { curatedImports, pageSources } from "./webpack/curated.mjs";
import { listModules, pickModules, root } from "./webpack/modules.mjs";
import { publish, readGraph, readMap, readVersions, rollback, urlOf } from "./webpack/publish.mjs";

/**
 * A bundle is only good beside the shared bundles that are served: refuses when a shared source has changed since they
 * were built, or the app uses a component that the served curated vendor lacks.
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
      `${changed.map((m) => m.specifier).join(", ")} changed since the last build, and ${app.name} would run beside the old one; run npm run build`,
    );
  const folder = join(root, app.entry, "..");
  for (const path of pageSources()) {
    if (!path.startsWith(folder)) continue;
    for (const [specifier, names] of curatedImports(readFileSync(path, "utf8"), path)) {
      if (!app.externals.includes(specifier)) continue;
      const has = new Set(graph[map.imports[specifier]]?.exports ?? []);
      const missing = [...names].filter((n) => !has.has(n));
      if (missing.length > 0)
        throw new Error(`the served ${specifier} has no ${missing.join(", ")}; run npm run build`);
    }
  }
}

try {
  const started = Date.now();
  const args = process.argv.slice(2);
  const names = args.filter((a) => !a.startsWith("-"));
  const unknown = args.filter((a) => a.startsWith("-") && a !== "--rollback");
  if (names.length !== 1 || unknown.length > 0) throw new Error("usage: npm run swap -- NAME [--rollback]");
  const [app] = pickModules(names);
  if (app.kind !== "app" || app.shell)
    throw new Error(
      `${app.name} is part of the shell and is not swapped into a living page; run npm run build, the pages' version check does the rest`,
    );
  if (!readMap(distDir).imports[app.specifier])
    throw new Error(`nothing is served from ${distDir} yet; run npm run build`);
  const release = lockAll(`a swap of ${app.name}`);
  try {
    const before = readVersions(distDir, app.name).current;
    let now;
    if (args.includes("--rollback")) now = rollback(distDir, app);
    else {
      refuseUnlessServed(app);
      const result = fresh(app) ?? (await compile(app));
      publish(distDir, [result]);
      now = result.hash;
    }
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    console.log(
      before === now ? `${app.name} ${now} is served already` : `${app.name} ${before} -> ${now} (${seconds} s)`,
    );
  } finally {
    release();
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
