// node scripts/backing.mjs: private PostgreSQL, Redis and Asterisk for a bench. Prints what its programs are told as one line of JSON; ends
// with its standard input.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startAsterisk } from "./lib/asterisk.mjs";
import { freePort } from "./lib/free-port.mjs";
import { postgres, redis } from "./lib/servers.mjs";

const folder = mkdtempSync(join(tmpdir(), "liantai-backing-"));
/** @type {import("node:child_process").ChildProcess[]} */
const started = [];
/** @param {import("node:child_process").ChildProcess} child */
const keep = (child) => started.push(child);
console.log(
  JSON.stringify({
    TEST_DATABASE_URL: await postgres(folder, keep),
    TEST_REDIS_URL: await redis(folder, keep),
    ...(await startAsterisk(folder, freePort, keep)),
  }),
);
process.stdin.resume().once("end", () => {
  for (const child of started) child.kill("SIGTERM");
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  process.exit(0);
});
