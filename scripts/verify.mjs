// npm run verify: format, lint, types, unused code and licences, two at a time, because most of them use one core. All of them
// run to their end, so that one look shows everything that is wrong; what a check printed comes in one piece.
import { spawn } from "node:child_process";
import { ensureInstall, env, root } from "./lib/setup.mjs";

ensureInstall();

/**
 * The longest first.
 * @type {string[][]}
 */
const checks = [["formatted"], ["lint"], ["types"], ["unused"], ["licences", "--", "--check"]];
const atOnce = 2;

/**
 * Resolves with whether the check was content.
 * @param {string[]} args a script of package.json and its arguments
 * @returns {Promise<boolean>}
 */
function check(args) {
  const [name] = args;
  const from = Date.now();
  const child = spawn("npm", ["run", "--silent", ...args], {
    cwd: root,
    env: env(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  /** @type {Buffer[]} */
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => printed.push(chunk));
  return new Promise((resolve) => {
    child.on("close", (code) => {
      process.stdout.write(Buffer.concat(printed));
      console.log(`${name}: ${code === 0 ? "ok" : "FAILED"}, ${((Date.now() - from) / 1000).toFixed(0)} s`);
      resolve(code === 0);
    });
  });
}

const waiting = [...checks];
/** @type {boolean[]} */
const results = [];
async function lane() {
  for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await check(next));
}
await Promise.all(Array.from({ length: atOnce }, lane));
process.exitCode = results.every(Boolean) ? 0 : 1;
