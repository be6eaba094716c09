// npm run licences: writes docs/licences.md from the lock. With --check (npm run verify) it writes nothing and fails when the
// page is stale or a licence appears that nobody has allowed. Only what ships counts: production dependencies of the workspaces.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./lib/setup.mjs";

/**
 * @typedef {{
 *   readonly version?: string;
 *   readonly license?: string;
 *   readonly link?: boolean;
 *   readonly resolved?: string;
 *   readonly dependencies?: Readonly<Record<string, string>>;
 *   readonly optionalDependencies?: Readonly<Record<string, string>>;
 *   readonly peerDependencies?: Readonly<Record<string, string>>;
 * }} Locked an entry of the lock
 * @typedef {Readonly<Record<string, Locked>>} Packages by path
 * @typedef {{ readonly name: string; readonly version: string; readonly license: string; readonly workspaces: string[] }} Row
 */

const page = join(root, "docs", "licences.md");

/** May be part of any program of ours. */
const allowed = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  // Binds the files that are under it and no others; none of them is changed here.
  "MPL-2.0",
  "Unlicense",
  "Zlib",
]);
/**
 * Workspaces that are programs of their own, and what else may be part of them.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const apart = { speech: ["GPL-3.0-or-later"] };
/** Tools that never reach a user: what they use is not shipped. */
const tools = ["e2e", "bench"];

/**
 * SPDX expressions as packages use them: names, AND, OR, parentheses.
 * @param {string} expression
 * @param {ReadonlySet<string>} names
 */
function permits(expression, names) {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  /** @type {() => boolean} */
  const one = () => {
    if (tokens[at] !== "(") return names.has(tokens[at++] ?? "");
    at++;
    const inside = either();
    at++;
    return inside;
  };
  /** @type {() => boolean} */
  const both = () => {
    let all = one();
    while (tokens[at] === "AND" && ++at) all = one() && all;
    return all;
  };
  /** @type {() => boolean} */
  const either = () => {
    let any = both();
    while (tokens[at] === "OR" && ++at) any = both() || any;
    return any;
  };
  return tokens.length > 0 && either() && at === tokens.length;
}

/**
 * Where `name` is found from `from` (a path of the lock), as Node looks for it.
 * @param {Packages} packages
 * @param {string} from
 * @param {string} name
 */
function resolve(packages, from, name) {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = folder === "" || folder === "." ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === "" || folder === ".") return undefined;
  }
}

/**
 * Everything that comes with a workspace, other workspaces apart.
 * @param {Packages} packages
 * @param {string} workspace
 */
function shipped(packages, workspace) {
  /** @type {Set<string>} */
  const found = new Set();
  /** @param {string} path */
  const visit = (path) => {
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const there = resolve(packages, path, name);
      // An optional peer that nobody installed.
      if (there === undefined) continue;
      const target = (packages[there]?.link && packages[there].resolved) || there;
      if (found.has(target)) continue;
      found.add(target);
      visit(target);
    }
  };
  visit(workspace);
  return [...found].filter((path) => path.includes("node_modules/"));
}

/** @param {string} path */
const nameOf = (path) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

/** @param {Packages} packages */
function licences(packages) {
  const workspaces = Object.keys(packages).filter(
    (path) => path !== "" && !path.includes("node_modules/") && !tools.includes(path),
  );
  /** @type {Map<string, Row>} */
  const rows = new Map();
  /** @type {string[]} */
  const refused = [];
  for (const workspace of workspaces.sort()) {
    const names = new Set([...allowed, ...(apart[workspace] ?? [])]);
    for (const path of shipped(packages, workspace)) {
      const { version = "", license = "none given" } = packages[path] ?? {};
      const key = `${nameOf(path)}@${version}`;
      const row = rows.get(key) ?? { name: nameOf(path), version, license, workspaces: [] };
      const [part = ""] = workspace.split("/");
      if (!row.workspaces.includes(part)) row.workspaces.push(part);
      rows.set(key, row);
      if (!permits(license, names)) refused.push(`${key} (${license}) in ${workspace}`);
    }
  }
  /** @type {(a: string, b: string) => number} */
  const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  const sorted = [...rows.values()].sort((a, b) => order(a.name, b.name) || order(a.version, b.version));
  return { rows: sorted, refused };
}

/** @param {readonly Row[]} rows */
function text(rows) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { license } of rows) counts.set(license, (counts.get(license) ?? 0) + 1);
  return `# Licences

Made by \`npm run licences\` from package-lock.json; \`npm run verify\` fails when it is stale or a licence is new. These are the
production dependencies of every workspace with all that comes with them; what builds and tests the code is not shipped.

What is under the GPL is a program of its own: \`speech\` runs espeak-ng in a process that the server starts and an installation
can do without (\`npm ci --omit=optional\`; decision 032). No other workspace may have it.

${[...counts]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([license, count]) => `- ${license}: ${count}`)
  .join("\n")}

| package | version | licence | part of |
|---|---|---|---|
${rows.map(({ name, version, license, workspaces }) => `| ${name} | ${version} | ${license} | ${workspaces.join(", ")} |`).join("\n")}
`;
}

if (process.argv[1] === import.meta.filename) {
  const { rows, refused } = licences(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages);
  if (refused.length > 0) {
    console.error(`Licences that nobody has allowed:\n  ${refused.join("\n  ")}`);
    process.exit(1);
  }
  if (!process.argv.includes("--check")) writeFileSync(page, text(rows));
  else if (readFileSync(page, "utf8") !== text(rows)) {
    console.error("docs/licences.md is stale: npm run licences");
    process.exit(1);
  }
}
