// node scripts/build.mjs [--quiet] [name ...]: builds stale bundles (all, or those named) and publishes them to dist/.
import { messageOf } from "./lib/errors.mjs";
import { compileStale, distDir, lockAll } from "./webpack/compile.mjs";
import { pickModules } from "./webpack/modules.mjs";
import { buildPage } from "./webpack/page.mjs";
import { Locked, publish } from "./webpack/publish.mjs";

const patience = 300_000;

/** The lock, waiting for another build to end. */
async function turn() {
  const until = Date.now() + patience;
  for (let told = false; ;) {
    try {
      return lockAll("a build");
    } catch (error) {
      if (!(error instanceof Locked) || Date.now() > until) throw error;
      if (!told) console.log(error.message.replace(/; nothing.*/, "; waiting"));
      told = true;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

try {
  const started = Date.now();
  const quiet = process.argv.includes("--quiet");
  const modules = pickModules(process.argv.slice(2).filter((a) => !a.startsWith("-")));
  const release = await turn();
  try {
    let built = 0;
    const results = await compileStale(modules, (line) => {
      built += 1;
      if (!quiet) console.log(`built ${line}`);
      else if (built === 1) console.log("Building the page (the first time takes about half a minute)...");
    });
    const page = await buildPage(distDir);
    const changed = publish(distDir, results);
    const what =
      changed.length > 0 || page ? `published ${[...changed, ...(page ? ["page"] : [])].join(", ")}` : "nothing to do";
    if (!quiet) console.log(`${what} (${modules.length} bundles, ${((Date.now() - started) / 1000).toFixed(2)} s)`);
  } finally {
    release();
  }
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
