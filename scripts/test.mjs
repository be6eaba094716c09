// npm test: every test that needs no outside service, browser journeys included. Does all its own set-up.
//   npm test -- PATH ...       these suites alone
//   npm test -- changed [REV]  what depends on files that differ from REV: by default the uncommitted change, or the last commit
import { spawnSync } from "node:child_process";
import { ensureInstall, must, root } from "./lib/setup.mjs";

ensureInstall();
must(["scripts/build.mjs", "--quiet"]);
const { jest, units, close } = await import("./lib/jest.mjs");
const { journeys } = await import("./e2e.mjs");

/** @param {readonly string[]} args */
const git = (...args) => spawnSync("git", args, { cwd: root, encoding: "utf8" }).stdout.trim();

/** Suites that depend on a changed file, and the journeys that are themselves changed. */
async function changed(rev = git("status", "--porcelain") === "" ? "HEAD~1" : "HEAD") {
  const files = git("diff", "--name-only", rev).split("\n");
  const own = files.filter((file) => file.endsWith(".e2e.ts"));
  return [
    await jest(["--passWithNoTests", `--changedSince=${rev}`]),
    ...(own.length > 0 ? [await journeys(["--runTestsByPath", ...own])] : []),
  ];
}

const [first, ...rest] = process.argv.slice(2);
if (first === "changed") close(await changed(...rest));
else if (first !== undefined) close([await jest([first, ...rest])]);
else close([await units(), await journeys()]);
