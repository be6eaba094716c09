// npm test: every test that needs no outside service, browser journeys included. Does all its own set-up.
import { ensureInstall, must } from "./lib/setup.mjs";

ensureInstall();
must(["scripts/build.mjs", "--quiet"]);
const { jest, close } = await import("./lib/jest.mjs");
const { journeys } = await import("./e2e.mjs");
const only = process.argv.slice(2);
const units = await jest(only);
const browser = only.length > 0 ? { passed: 0, failed: 0 } : await journeys();
close([units, browser]);
