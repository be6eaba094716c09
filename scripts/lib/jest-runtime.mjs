// jest's runtime, which keeps what V8 made of a file for the suites after it. A worker loads the same thousand files for each of its
// suites, and jest compiles them anew each time. A compiled script has no state: it is run in each suite's own context, which makes
// every module, function and object of it anew.
import { createRequire } from "node:module";
import { isAbsolute } from "node:path";
import { setFlagsFromString } from "node:v8";
import { Script } from "node:vm";

/**
 * @typedef {(...args: readonly unknown[]) => unknown} Body
 * @typedef {{ compile(source: string, filename: string): Body | null, readonly injectedModuleParameters: readonly string[] }} Executor
 * @typedef {{ getVmContext(): import("node:vm").Context | null }} Environment
 * @typedef {new (config: object, environment: Environment, ...more: readonly unknown[]) => { readonly executor: Executor }} Runtimes
 */

/** The one that jest itself would take, wherever npm put it. */
const core = createRequire(createRequire(import.meta.url).resolve("jest")).resolve("@jest/core");
/** @type {{ readonly default: Runtimes }} */
const { default: Runtime } = createRequire(core)("jest-runtime");

// V8 throws away the bytecode of what has not run for some collections, which here is all of a file until the next suite.
setFlagsFromString("--no-flush-bytecode");

/**
 * By file, with what it was compiled of: in a watched run a file may be another the next time.
 * @type {Map<string, { readonly head: string, readonly source: string, readonly script: Script }>}
 */
const kept = new Map();

/**
 * @param {string} head
 * @param {string} source
 * @param {string} filename
 */
function scriptOf(head, source, filename) {
  const known = kept.get(filename);
  if (known?.source === source && known.head === head) return known.script;
  const script = new Script(`${head}\n${source}\n})`, { filename, lineOffset: -1 });
  kept.set(filename, { head, source, script });
  return script;
}

class KeepingRuntime extends Runtime {
  /** @param {ConstructorParameters<Runtimes>} args */
  constructor(...args) {
    super(...args);
    const [, environment] = args;
    const { executor } = this;
    const compile = executor.compile.bind(executor);
    const head = `(function(${executor.injectedModuleParameters.join(",")}){`;
    executor.compile = (source, filename) => {
      const context = environment.getVmContext();
      if (context === null || !isAbsolute(filename)) return compile(source, filename);
      try {
        return scriptOf(head, source, filename).runInContext(context);
      } catch {
        // It does not parse: jest says where.
        return compile(source, filename);
      }
    };
  }
}

// What `require` gives of this file, which is how jest loads it.
export { KeepingRuntime as "module.exports" };
