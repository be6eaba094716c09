// npm start: install what is missing, build what is stale, then serve. The server migrates and seeds by itself.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { ensureInstall, must, run } from "./lib/setup.mjs";

// Five isolates (the server, its database, media threads, speech) let their young space grow to 64 MB each, and glibc keeps
// an arena a thread: 519 MB without these, 397 with them.
const serverFlags = ["--max-semi-space-size=4"];
const serverEnv = {
  MALLOC_ARENA_MAX: process.env["MALLOC_ARENA_MAX"] ?? "2",
};

ensureInstall();
// The first start's database, which takes seconds, is made beside the build; how that ended, the server sees for itself.
const first = !process.env["DATABASE_URL"] && !existsSync(resolve(process.env["DATA_DIR"] ?? "data", "db"));
const prepared = first ? run(["server/src/tools/prepare.ts"], serverEnv) : undefined;
must(["scripts/build.mjs", "--quiet"]);
await prepared;
process.exitCode = await run([...serverFlags, "server/src/main.ts"], serverEnv);
