// Many stale bundles are built by a process a core: webpack itself runs on one.
import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { root } from "./modules.mjs";

/**
 * @import { ChildProcess } from "node:child_process"
 * @import { BuilderReply, Result } from "./types.ts"
 */

/** Starting a process costs about what three small bundles do. */
const worthwhile = 8;

/** @param {number} count of stale bundles */
export const poolSize = (count) => (count < worthwhile ? 0 : Math.min(availableParallelism(), 4));

/**
 * Rejects with the first failure, and then nothing of it goes on.
 * @param {readonly string[]} names
 * @param {number} size
 * @param {(name: string, result: Result, ms: number) => void} built called for each
 */
export async function buildInPool(names, size, built) {
  const queue = [...names];
  const children = Array.from({ length: size }, () =>
    fork(join(root, "scripts/webpack/builder.mjs"), { stdio: ["ignore", "inherit", "inherit", "ipc"] }),
  );
  /**
   * @param {ChildProcess} child
   * @returns {Promise<void>}
   */
  const work = (child) =>
    new Promise((resolve, reject) => {
      let started = 0;
      const next = () => {
        const name = queue.shift();
        if (name === undefined) return resolve();
        started = Date.now();
        child.send(name);
      };
      child.on("message", (/** @type {BuilderReply} */ reply) => {
        if (reply.failed !== undefined) return reject(new Error(reply.failed));
        built(reply.name, reply.result, Date.now() - started);
        return next();
      });
      child.on("error", reject);
      child.on("exit", (code, signal) => reject(new Error(`a build process ended: ${signal ?? code}`)));
      next();
    });
  try {
    await Promise.all(children.map(work));
  } finally {
    for (const child of children) child.kill();
  }
}
