// npm run e2e: the journeys in a real browser (Chromium from an npm package; CHROMIUM=/path uses another).
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { ensureInstall, must } from "./lib/setup.mjs";
import { close, jest } from "./lib/jest.mjs";

/**
 * A journey more than there are cores: each waits most of its time for a ring, a timeout or a page.
 * @param {readonly string[]} args
 */
export const journeys = (args = []) =>
  jest(["-c", "e2e/jest.config.mjs", `--maxWorkers=${availableParallelism() + 1}`, ...args], {}, [
    "--experimental-vm-modules",
  ]);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureInstall();
  must(["scripts/build.mjs", "--quiet"]);
  close([await journeys(process.argv.slice(2))]);
}
