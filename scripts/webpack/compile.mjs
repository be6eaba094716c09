// Runs webpack over stale bundles only, places and remembers the results.
import { freshResult, remember, wasBuilt } from "./fingerprint.mjs";
import { emit } from "./emit.mjs";
import { curatedNames, curatedSpecifiers } from "./curated.mjs";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { outDir, webpackConfig } from "./config.mjs";
import { pickModule, root } from "./modules.mjs";
import { strayFiles } from "./contract.mjs";
import { buildInPool, poolSize } from "./pool.mjs";
import { lock } from "./publish.mjs";

/**
 * @import { Compiler, Stats } from "webpack"
 * @import { Built, Mode, Module, Result } from "./types.ts"
 */

/** dist, or another folder for tests that must not touch the one being served. */
export const distDir = process.env["LIANTAI_DIST"] ?? join(root, "dist");

/**
 * Two builds must not write the work folder at once either, wherever their results go. Throws Locked.
 * @param {string} purpose
 */
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

/** @param {Stats} stats */
function explain(stats) {
  const { errors = [] } = stats.toJson({ all: false, errors: true });
  return errors.map((e) => `${e.moduleName ?? ""} ${e.loc ?? ""}\n${e.message}`).join("\n\n");
}

/**
 * @param {Compiler} compiler
 * @returns {Promise<Stats>}
 */
const ended = (compiler) =>
  new Promise((resolve, reject) =>
    compiler.run((error, stats) => (stats ? resolve(stats) : reject(error ?? new Error("webpack says nothing")))),
  );

/**
 * @param {Pick<Compiler, "close">} compiler
 * @returns {Promise<void>}
 */
export const closed = (compiler) => new Promise((resolve) => compiler.close(() => resolve()));

/**
 * The files that the bundle was made of.
 * @param {Module} module
 * @param {Mode} mode
 * @returns {Promise<Iterable<string>>}
 */
async function run(module, mode) {
  const { default: webpack } = await import("webpack");
  const compiler = webpack(webpackConfig(module, mode, mode === "development" || wasBuilt(module)));
  try {
    const stats = await ended(compiler);
    if (stats.hasErrors()) throw new Error(`${module.name} does not build\n${explain(stats)}`);
    const stray = module.specifier === "@liantai/api/contract/base" ? strayFiles(stats.compilation) : [];
    if (stray.length > 0 && mode === "production")
      throw new Error(`${module.name} holds ${stray.join(", ")}, which no sign-in needs`);
    return stats.compilation.fileDependencies;
  } finally {
    await closed(compiler);
  }
}

/**
 * Brotli at 11 everywhere: 8 % less than at 9 for 5 s of a build from nothing, kept by content.
 * @param {Mode} mode
 */
const quality = (mode) => (mode === "development" ? 0 : 11);

/**
 * Builds one bundle whatever its state.
 * @param {Module} module
 * @param {Mode} mode
 * @returns {Promise<Built>}
 */
export async function compile(module, mode = "production") {
  const started = Date.now();
  const dependencies = await run(module, mode);
  const { hash, deps } = await emit(distDir, module, outDir(module, mode), quality(mode));
  const exports = curatedSpecifiers.includes(module.specifier) ? curatedNames(module.specifier) : undefined;
  const result = { hash, deps, exports };
  if (mode === "production") remember(module, dependencies, result, started);
  return { module, ...result };
}

/**
 * The bundle's last result when nothing it is made of changed and its folder is there.
 * @param {Module} module
 * @returns {Built | undefined}
 */
export function fresh(module) {
  const result = freshResult(module);
  return result && existsSync(join(distDir, "assets", module.name, result.hash)) ? { module, ...result } : undefined;
}

/**
 * Builds what is stale, the largest first.
 * @param {readonly Module[]} modules
 * @param {(line: string) => void} print gets one line a bundle built
 * @returns {Promise<Built[]>} in the order of `modules`
 */
export async function compileStale(modules, print) {
  /** @type {Map<string, Built>} */
  const results = new Map();
  for (const module of modules) {
    const good = fresh(module);
    if (good) results.set(module.name, good);
  }
  // Apps stand last in the list and take longest: begun last, one of them would keep a core waiting at the end.
  const stale = modules.filter(({ name }) => !results.has(name)).reverse();
  /** @type {(module: Module, result: Result, ms: number) => void} */
  const done = (module, result, ms) => {
    results.set(module.name, { module, ...result });
    print(`${module.name} ${result.hash} ${(ms / 1000).toFixed(1)} s`);
  };
  const size = poolSize(stale.length);
  if (size > 1)
    await buildInPool(
      stale.map(({ name }) => name),
      size,
      (name, result, ms) => done(pickModule(name), result, ms),
    );
  else
    for (const module of stale) {
      const started = Date.now();
      done(module, await compile(module), Date.now() - started);
    }
  return modules.flatMap(({ name }) => results.get(name) ?? []);
}
