// What every command does first: dependencies as the lock says, under whatever Node.js the system has. Plain JavaScript and
// nothing but Node's own modules, because it runs before the install.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const fingerprintFile = join(root, "node_modules", ".liantai-install");

/** The project's own Node 24; what starts the server, the build and jest. */
export const node = join(root, "node_modules", "node", "bin", "node");

/** @param {NodeJS.ProcessEnv} extra */
export const env = (extra = {}) => ({
  ...process.env,
  PATH: `${join(root, "node_modules", ".bin")}:${process.env["PATH"]}`,
  PUPPETEER_SKIP_DOWNLOAD: "1",
  // Keeps the warnings about experimental parts of Node out of people's terminals.
  NODE_NO_WARNINGS: "1",
  // Compiled code of the last run: a fifth of the CPU time of a server's start.
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? join(root, ".cache", "node"),
  ...extra,
});

const fingerprint = () =>
  createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .update(readFileSync(join(root, "package.json")))
    .digest("hex");

/** Installs from the lock when the lock changed since the last install. */
export function ensureInstall() {
  const wanted = fingerprint();
  if (existsSync(fingerprintFile) && existsSync(node) && readFileSync(fingerprintFile, "utf8") === wanted) return;
  console.log("Installing dependencies from the lock (first start, or the lock changed)...");
  const done = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: "inherit",
    env: env(),
  });
  if (done.status !== 0) {
    console.error("npm ci failed: see the lines above.");
    process.exit(done.status ?? 1);
  }
  writeFileSync(fingerprintFile, wanted);
}

/**
 * Runs a command under the project's Node to its end; exits the process when it fails.
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} extra
 */
export function must(args, extra = {}) {
  const done = spawnSync(node, args, { cwd: root, stdio: "inherit", env: env(extra) });
  if (done.status !== 0) process.exit(done.status ?? 1);
}

/**
 * Runs a command under the project's Node; resolves with its exit code and passes signals on to it.
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} extra
 * @param {import("node:child_process").SpawnOptions} options
 * @returns {Promise<number>}
 */
export function run(args, extra = {}, options = {}) {
  const child = spawn(node, args, { cwd: root, stdio: "inherit", env: env(extra), ...options });
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => child.kill(signal);
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, pass);
  return new Promise((resolve) =>
    child.on("exit", (code, signal) => {
      for (const s of ["SIGINT", "SIGTERM"]) process.off(s, pass);
      resolve(code ?? (signal ? 1 : 0));
    }),
  );
}
