// npm run test:services: the suites that need PostgreSQL, Redis, Asterisk and an S3 store, named *.services.test.ts, and the journeys
// through coturn, named *.services.e2e.ts. It starts private servers on loopback when TEST_DATABASE_URL, TEST_REDIS_URL,
// TEST_ASTERISK_URL, TEST_S3_URL or TEST_TURN_URL do not name any, and ends what it started.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startAsterisk } from "./lib/asterisk.mjs";
import { freePort } from "./lib/free-port.mjs";
import { startS3 } from "./lib/s3.mjs";
import { postgres, redis } from "./lib/servers.mjs";
import { startTurn } from "./lib/turn.mjs";
import { ensureInstall, run } from "./lib/setup.mjs";
import { close, jest } from "./lib/jest.mjs";

ensureInstall();
/** @type {import("node:child_process").ChildProcess[]} */
const started = [];
// Whoever ends the run ends what it started: jest is told by `run`, the suites' own processes end with jest, and the servers below.
let stopped = false;
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => void (stopped = true));
const folder = mkdtempSync(join(tmpdir(), "liantai-services-"));

const asterisk = () => startAsterisk(folder, freePort, (child) => started.push(child));

try {
  const settings = {
    TEST_DATABASE_URL: await postgres(folder, (child) => started.push(child)),
    TEST_REDIS_URL: await redis(folder, (child) => started.push(child)),
    ...(await asterisk()),
    ...(await startS3(folder, freePort, (child) => started.push(child))),
    ...(await startTurn(folder, freePort, (child) => started.push(child))),
  };
  // Of the suites that are named some may be in one run and none in the other.
  const named = process.argv.slice(2);
  const options = ["--runInBand", ...(named.length > 0 ? ["--passWithNoTests", ...named] : [])];
  /** @param {() => Promise<Awaited<ReturnType<typeof jest>>>} part */
  const unless = async (part) => (stopped ? { passed: 0, failed: 1, times: [], red: ["ended by a signal"] } : part());
  const suites = await unless(() =>
    // One Asterisk serves all suites: what is wrong with it would be wrong with every second try, too.
    jest(["-c", "jest.services.config.mjs", ...options], settings, [], asterisk),
  );
  const browsers = await unless(async () => {
    const built = await run(["scripts/build.mjs", "--quiet"]);
    if (built !== 0) return { passed: 0, failed: 1, times: [], red: ["scripts/build.mjs"] };
    return jest(["-c", "e2e/jest.services.config.mjs", ...options], settings, ["--experimental-vm-modules"]);
  });
  close([suites, browsers]);
} finally {
  for (const child of started) child.kill("SIGTERM");
  await Promise.all(
    started.map((child) => (child.exitCode === null ? new Promise((resolve) => child.on("exit", resolve)) : undefined)),
  );
  rmSync(folder, { recursive: true, force: true });
}
