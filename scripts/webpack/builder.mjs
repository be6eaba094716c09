// A process that builds the bundles it is told, one after the other (pool.mjs).
import { compile } from "./compile.mjs";
import { pickModules } from "./modules.mjs";

process.on("message", async (name) => {
  try {
    const [module] = pickModules([name]);
    const { hash, deps, exports } = await compile(module);
    process.send({ name, result: { hash, deps, exports } });
  } catch (error) {
    process.send({ name, failed: error.message });
  }
});
