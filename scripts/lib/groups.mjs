// Suites in groups. jest makes a world for each file that it runs, in which a suite of the server loads a thousand files before its
// first test, and a suite of a screen React, Chakra and a page. Here several suites share one, each in a describe of its own, so that
// its hooks are its own as well. Alone is a suite in `npm test -- PATH`, and in the second try of one that failed.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "./setup.mjs";

/**
 * @typedef {{
 *   readonly displayName: string;
 *   readonly testMatch: readonly string[];
 *   readonly testPathIgnorePatterns: readonly string[];
 * }} Project of jest.config.mjs
 * @typedef {{ readonly path: string; readonly bytes: number; readonly alone: boolean; readonly environment: string }} Found
 */

const folder = join(root, ".cache/test-groups");

/** A suite that changes the modules of all that come after it, or says that it cannot share. */
const alone =
  /\bjest\.(mock|doMock|unmock|resetModules|isolateModules)\b|@jest-environment|^\/\/ Alone in its world: /m;

/** So many suites make a group, or fewer of large files: none is to last much longer than the rest of the run. */
const most = 10;
const mostBytes = 80_000;

/** What takes over 40 s: begun first, the longest first, and by themselves. */
const long = [
  "server/src/modules/auth/matrix.test.ts",
  "apps/admin/src/dialling/parts/task-screen.test.tsx",
  "apps/flow-editor/src/flows/knownnav/editor.test.tsx",
  "server/src/http/fuzz.test.ts",
  "server/src/modules/auth/foreign-ids.test.ts",
  "server/src/modules/backups/backups.test.ts",
  "apps/workorder/src/orders/orders.test.tsx",
  "server/src/modules/flows/zip/zip.test.ts",
  "apps/flow-editor/src/flows/knownnav/panel/panel.test.tsx",
];

/** What waits for real sound, by itself as well: two thirds down the list, when what runs beside the tests in CI is over. */
const sound = [
  "server/src/flow-calls.test.ts",
  "server/src/flow-speech.test.ts",
  "server/src/flow-exits.test.ts",
  "server/src/adapters/embedded/switch/index.test.ts",
];

/**
 * @param {Project} project
 * @returns {readonly Found[]} by path, so that neighbours, which load the same modules, share a group
 */
function found({ testMatch, testPathIgnorePatterns }) {
  const ignored = testPathIgnorePatterns.map((pattern) => new RegExp(pattern));
  const patterns = testMatch.map((pattern) => pattern.replace("<rootDir>/", ""));
  const paths = globSync(patterns, { cwd: root, exclude: (name) => name === "node_modules" || name === "dist" });
  return [...new Set(paths)]
    .filter((path) => !ignored.some((pattern) => pattern.test(`/${path}`)))
    .sort()
    .map((path) => {
      const source = readFileSync(join(root, path), "utf8");
      const asked = /@jest-environment \w+/.exec(source)?.[0];
      const environment = asked === undefined ? "" : `/** ${asked} */\n`;
      return {
        path,
        bytes: source.length,
        alone: [...long, ...sound].includes(path) || alone.test(source),
        environment,
      };
    });
}

/** @param {readonly Found[]} group */
const bytesOf = (group) => group.reduce((sum, { bytes }) => sum + bytes, 0);

/**
 * @param {readonly Found[]} suites
 * @returns {readonly (readonly Found[])[]}
 */
function inGroups(suites) {
  /** @type {Found[][]} */
  const groups = [];
  for (const suite of suites.filter((each) => !each.alone)) {
    const open = groups.at(-1);
    if (open && open.length < most && bytesOf(open) + suite.bytes <= mostBytes) open.push(suite);
    else groups.push([suite]);
  }
  return [...suites.filter((each) => each.alone).map((suite) => [suite]), ...groups];
}

/**
 * @param {readonly Found[]} group
 * @param {readonly string[]} list
 */
const placeIn = (group, list) => list.indexOf(group[0]?.path ?? "");

/**
 * @template {{ readonly group: readonly Found[] }} G
 * @param {readonly G[]} groups
 * @returns {readonly G[]} in the order in which they are begun
 */
function inTurn(groups) {
  /** @param {readonly string[]} list */
  const those = (list) =>
    groups
      .filter(({ group }) => placeIn(group, list) >= 0)
      .sort((a, b) => placeIn(a.group, list) - placeIn(b.group, list));
  const others = groups
    .filter(({ group }) => placeIn(group, long) < 0 && placeIn(group, sound) < 0)
    .sort((a, b) => bytesOf(b.group) - bytesOf(a.group));
  return [...those(long), ...others].toSpliced(Math.floor((groups.length * 2) / 3), 0, ...those(sound));
}

/**
 * Writes the files of all groups anew, named by the order in which they are begun.
 * @param {readonly Project[]} projects
 * @returns {ReadonlyMap<string, readonly string[]>} the suites of a group's file, as paths from the root
 */
export function writeGroups(projects) {
  rmSync(folder, { recursive: true, force: true });
  for (const { displayName } of projects) mkdirSync(join(folder, displayName), { recursive: true });
  const groups = projects.flatMap((project) => inGroups(found(project)).map((group) => ({ project, group })));
  return new Map(
    inTurn(groups).map(({ project, group }, at) => {
      const file = join(folder, project.displayName, `${String(at).padStart(3, "0")}.js`);
      const lines = group.map(
        ({ path }) => `describe(${JSON.stringify(path)}, () => void require(${JSON.stringify(join(root, path))}));\n`,
      );
      // Whoever wants another environment than the project's has his own file, which says so as he does.
      const own = group.map(({ environment }) => environment).join("");
      writeFileSync(file, own + lines.join(""));
      return [file, group.map(({ path }) => path)];
    }),
  );
}

/** jest's order: by the names of the groups. */
export default class InOrder {
  /** @param {readonly { readonly path: string }[]} tests */
  sort(tests) {
    return tests.toSorted((a, b) => basename(a.path).localeCompare(basename(b.path)));
  }
  // Nothing is kept from run to run.
  cacheResults() {}
}
