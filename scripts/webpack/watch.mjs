// Watching: one webpack watch a bundle, development mode, only the touched one is built again and published.
import webpack from "webpack";
import { messageOf } from "../lib/errors.mjs";
import { closed, compile, distDir } from "./compile.mjs";
import { outDir, webpackConfig } from "./config.mjs";
import { curatedExports, curatedSpecifiers } from "./curated.mjs";
import { emit } from "./emit.mjs";
import { listModules } from "./modules.mjs";
import { Locked, lock, publish, readGraph, readMap } from "./publish.mjs";

/** @import { Built, Module } from "./types.ts" */

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param {readonly Built[]} results */
async function publishSoon(results) {
  for (;;) {
    try {
      const release = lock(distDir, "the development build");
      try {
        return publish(distDir, results);
      } finally {
        release();
      }
    } catch (error) {
      if (!(error instanceof Locked)) throw error;
      await pause(200);
    }
  }
}

/** A component used for the first time is not in the served vendor bundle yet: makes that bundle again. */
async function vendorsLacking() {
  const wanted = curatedExports({ fresh: true });
  const map = readMap(distDir);
  const graph = readGraph(distDir);
  const lacking = listModules()
    .filter((m) => curatedSpecifiers.includes(m.specifier))
    .filter((m) => {
      const has = new Set(graph[map.imports[m.specifier] ?? ""]?.exports);
      return wanted[m.specifier]?.some((name) => !has.has(name));
    });
  return Promise.all(lacking.map((m) => compile(m)));
}

/**
 * Watches the given bundles. Returns the stop.
 * @param {readonly Module[]} modules
 * @param {(line: string) => void} print gets one line a build
 * @returns {() => Promise<unknown>}
 */
export function watchModules(modules, print) {
  /** @type {Promise<unknown>} */
  let turn = Promise.resolve();
  const watchings = modules.map((module) => {
    const compiler = webpack(webpackConfig(module, "development"));
    return compiler.watch({ aggregateTimeout: 60, ignored: /node_modules|[\\/]dist[\\/]|\.cache/ }, (error, stats) => {
      if (error || !stats) return print(`${module.name}: ${error?.message}`);
      if (stats.hasErrors()) return print(stats.toString({ all: false, errors: true, colors: process.stdout.isTTY }));
      turn = turn
        .then(async () => {
          const { hash, deps } = await emit(distDir, module, outDir(module, "development"), 0);
          const changed = await publishSoon([...(await vendorsLacking()), { module, hash, deps }]);
          if (changed.length > 0) print(`${changed.join(", ")} published (${stats.endTime - stats.startTime} ms)`);
        })
        .catch((failure) => print(messageOf(failure)));
      return undefined;
    });
  });
  return () => Promise.all(watchings.map((w) => w && closed(w)));
}
