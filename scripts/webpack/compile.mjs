// Runs webpack over stale bundles only, places and remembers the results.
import { freshResult, remember, wasBuilt } from "./fingerprint.mjs";
import { emit } from "./emit.mjs";
import { curatedExports } from "./curated.mjs";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { outDir, webpackConfig } from "./config.mjs";
import { root } from "./modules.mjs";
import { strayFiles } from "./contract.mjs";
import { buildInPool, poolSize } from "./pool.mjs";
import { lock } from "./publish.mjs";

/** dist, or another folder for tests that must not touch the one being served. */
export const distDir = process.env.LIANTAI_DIST ?? join(root, "dist");

/** Two builds must not write the work folder at once either, wherever their results go. Throws Locked. */
export function lockAll(purpose) {
  const releaseWork = lock(join(root, ".cache"), purpose);
  try {
    const releaseDist = lock(distDir, purpose);
    return () => {
      releaseDist();
      releaseWork();
    };
  } catch (error) {
    releaseWork();
    throw error;
  }
}

function explain(stats) {
  const { errors } = stats.toJson({ all: false, errors: true });
  return errors.map((e) => `${e.moduleName ?? ""} ${e.loc ?? ""}\n${e.message}`).join("\n\n");
}

async function run(module, mode) {
  const { default: webpack } = await import("webpack");
  const compiler = webpack(webpackConfig(module, mode, mode === "development" || wasBuilt(module)));
  try {
    const stats = await new Promise((resolve, reject) =>
      compiler.run((error, s) => (error ? reject(error) : resolve(s))),
    );
    if (stats.hasErrors()) throw new Error(`${module.name} does not build\n${explain(stats)}`);
    const stray = module.specifier === "@liantai/api/contract/base" ? strayFiles(stats.compilation) : [];
    if (stray.length > 0 && mode === "production")
      throw new Error(`${module.name} holds ${stray.join(", ")}, which no sign-in needs`);
    return stats.compilation.fileDependencies;
  } finally {
    await new Promise((resolve) => compiler.close(resolve));
  }
}

// Brotli at 11 everywhere: 8 % less than at 9 for 5 s of a build from nothing, kept by content.
const quality = (mode) => (mode === "development" ? 0 : 11);

/** Builds one bundle whatever its state; returns {module, hash, deps, exports?}. */
export async function compile(module, mode = "production") {
  const started = Date.now();
  const dependencies = await run(module, mode);
  const { hash, deps } = await emit(distDir, module, outDir(module, mode), quality(mode));
  const exports = module.kind === "vendor" ? curatedExports()[module.specifier] : undefined;
  const result = { hash, deps, exports };
  if (mode === "production") remember(module, dependencies, result, started);
  return { module, ...result };
}

/** The bundle's last result when nothing it is made of changed and its folder is there. */
export function fresh(module) {
  const result = freshResult(module);
  return result && existsSync(join(distDir, "assets", module.name, result.hash)) ? { module, ...result } : undefined;
}

/** Builds what is stale, the largest first; `print(line)` gets one line a bundle built. */
export async function compileStale(modules, print) {
  const results = modules.map((m) => fresh(m));
  // Apps stand last in the list and take longest: begun last, one of them would keep a core waiting at the end.
  const stale = modules.filter((_, i) => !results[i]).reverse();
  const done = (name, result, ms) => {
    const at = modules.findIndex((module) => module.name === name);
    results[at] = { module: modules[at], ...result };
    print(`${name} ${result.hash} ${(ms / 1000).toFixed(1)} s`);
  };
  const size = poolSize(stale.length);
  if (size > 1)
    await buildInPool(
      stale.map(({ name }) => name),
      size,
      done,
    );
  else
    for (const module of stale) {
      const started = Date.now();
      done(module.name, await compile(module), Date.now() - started);
    }
  return results;
}
