// Many stale bundles are built by a process a core: webpack itself runs on one.
import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { root } from "./modules.mjs";

/** Starting a process costs about what three small bundles do. */
const worthwhile = 8;

export const poolSize = (count) => (count < worthwhile ? 0 : Math.min(availableParallelism(), 4));

/** Calls `built(name, result, ms)` for each; rejects with the first failure, and then nothing of it goes on. */
export async function buildInPool(names, size, built) {
  const queue = [...names];
  const children = Array.from({ length: size }, () =>
    fork(join(root, "scripts/webpack/builder.mjs"), { stdio: ["ignore", "inherit", "inherit", "ipc"] }),
  );
  const work = (child) =>
    new Promise((resolve, reject) => {
      let started;
      const next = () => {
        const name = queue.shift();
        if (name === undefined) return resolve();
        started = Date.now();
        child.send(name);
      };
      child.on("message", ({ name, result, failed }) => {
        if (failed) return reject(new Error(failed));
        built(name, result, Date.now() - started);
        next();
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
