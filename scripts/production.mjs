// npm run production -- FOLDER: a new folder with what runs and nothing else: the server, the built page, its dependencies and Node.js.
// deploy/liantai.service and deploy/Containerfile start what lies there.
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { ensureInstall, env, must, node, root } from "./lib/setup.mjs";

const [named] = process.argv.slice(2);
if (!named) {
  console.error("npm run production -- FOLDER: name a folder that is empty or not there");
  process.exit(1);
}
const folder = resolve(named);
if (existsSync(folder) && readdirSync(folder).length > 0) {
  console.error(`${folder} is not empty: name another, and put it in place of the old one when it is whole`);
  process.exit(1);
}
ensureInstall();
must(["scripts/build.mjs", "--quiet"]);

/** @param {string} path */
const isForTests = (path) => /\.(test|contract)\.tsx?$/.test(path) || basename(path) === "testing";
// Source maps: a server that is no developer's gives them to nobody (server/src/http/pages), and they are two thirds of the page.
/** @param {string} path */
const isForDevelopers = (path) => path.startsWith(join(root, "dist")) && path.endsWith(".map");
/** @param {string} name */
function copy(name) {
  cpSync(join(root, name), join(folder, name), {
    recursive: true,
    filter: (path) => basename(path) !== "node_modules" && !isForTests(path) && !isForDevelopers(path),
  });
}
for (const name of [
  "server",
  "speech",
  "shared/api",
  "dist",
  "docs/operations.md",
  "deploy",
  ".npmrc",
  "package.json",
  "package-lock.json",
])
  copy(name);
// The lock names every workspace: npm wants to see each of them, and installs for those below alone.
/** @type {{ readonly workspaces: readonly string[] }} */
const { workspaces } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
for (const pattern of workspaces) {
  const parent = pattern.replace("/*", "");
  for (const name of pattern.endsWith("/*") ? readdirSync(join(root, parent)) : [""]) {
    const file = join(root, parent, name, "package.json");
    if (!existsSync(file)) continue;
    const target = join(folder, relative(root, file));
    mkdirSync(dirname(target), { recursive: true });
    cpSync(file, target);
  }
}
mkdirSync(join(folder, "bin"), { recursive: true });
cpSync(node, join(folder, "bin/node"), { dereference: true });
chmodSync(join(folder, "bin/node"), 0o755);
const done = spawnSync(
  "npm",
  ["ci", "--omit=dev", "--no-audit", "--no-fund", "--loglevel=error", "--workspace=server", "--workspace=speech"],
  { cwd: folder, stdio: "inherit", env: env() },
);
if (done.status !== 0) process.exit(done.status ?? 1);
console.log(
  `${folder} is complete: start it with DATA_DIR=... bin/node --max-semi-space-size=4 server/src/main.ts in it`,
);
