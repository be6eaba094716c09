// npm start: install what is missing, build what is stale, then serve. The server migrates and seeds by itself.
import { ensureInstall, must, run } from "./lib/setup.mjs";

ensureInstall();
must(["scripts/build.mjs", "--quiet"]);
process.exitCode = await run(["server/src/main.ts"]);
