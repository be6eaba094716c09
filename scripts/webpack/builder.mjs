// A process that builds the bundles it is told, one after the other (pool.mjs).
import { messageOf } from "../lib/errors.mjs";
import { compile } from "./compile.mjs";
import { pickModule } from "./modules.mjs";

/** @import { BuilderReply } from "./types.ts" */

/** @param {BuilderReply} reply */
const tell = (reply) => process.send?.(reply);

process.on("message", async (message) => {
  const name = String(message);
  try {
    const module = pickModule(name);
    const { hash, deps, exports } = await compile(module);
    tell({ name, result: { hash, deps, exports } });
  } catch (error) {
    tell({ name, failed: messageOf(error) });
  }
});
