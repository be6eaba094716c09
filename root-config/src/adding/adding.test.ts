/** The walks of docs/adding.md hold: each is made from its text in a copy of the sources, and the tests it ends with pass there. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tabs } from "@liantai/api/contract";
import { copySources, make, walksOf } from "./walks.ts";

const root = join(import.meta.dirname, "../../..");
const guide = readFileSync(join(root, "docs/adding.md"), "utf8");
const walks = walksOf(guide);
const isTest = (path: string) => path.endsWith(".test.ts");

let folder = "";
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const node = (args: readonly string[]) =>
  spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1e8,
    env: { ...process.env, CI: "true" },
  });

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

/** Runs the walks' tests, and of the contract of the switch the part that they add. */
function runTests(files: readonly string[], names: readonly string[]): Report {
  const pattern = names.map((name) => name.replace(/[^\w ]/g, ".")).join("|");
  const jest = join(root, "node_modules/jest/bin/jest.js");
  const { stdout, stderr } = node([
    jest,
    "--runInBand",
    "--json",
    "--forceExit",
    "-t",
    pattern,
    "--runTestsByPath",
    ...files,
  ]);
  if (!stdout.startsWith("{")) throw new Error(stderr);
  return JSON.parse(stdout) as Report;
}

const namesIn = (text: string) => [...text.matchAll(/\btest\("([^"]+)"/g)].map(([, name]) => name ?? "");

describe("the walks, made", () => {
  const made = new Map<string, readonly string[]>();
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "liantai-adding-"));
    copySources(root, folder);
  });

  test.each(walks.map((walk) => [walk.title, walk] as const))("%s: its blocks fit the sources", (title, walk) => {
    made.set(title, make(walk, folder));
  });

  test("together they have the right types", () => {
    const paths = [...new Set([...made.values()].flat())].filter((path) => /\.tsx?$/.test(path));
    // Who does not compile without the new things: the server, the contract, the page. Tests that stood before are left out.
    const config = {
      extends: "./tsconfig.json",
      include: ["shared/api", "server", "apps/workstation"],
      exclude: ["**/dist", "**/node_modules", "**/*.test.ts", "**/*.test.tsx"],
      files: paths,
    };
    writeFileSync(join(folder, "tsconfig.walks.json"), JSON.stringify(config));
    const tsc = join(root, "node_modules/typescript7/bin/tsc");
    expect(node([tsc, "--noEmit", "-p", "tsconfig.walks.json", "--checkers", "1"]).stdout).toBe("");
  }, 180_000);

  test("the tests that they end with pass", () => {
    const blocks = walks.flatMap((walk) => walk.blocks);
    const names = blocks.filter(({ kind }) => kind === "new").flatMap(({ text }) => namesIn(text));
    expect(names).toHaveLength(6);
    const files = [...made.values()].flat().filter(isTest);
    const report = runTests([...files, "server/src/adapters/embedded/switch/index.test.ts"], names);
    const results = report.testResults.flatMap((suite) => suite.assertionResults);
    expect(report.testResults.map(({ message }) => message).join("")).toBe("");
    expect(
      results
        .filter(({ status }) => status === "passed")
        .map(({ title }) => title)
        .sort(),
    ).toEqual(names.toSorted());
  }, 180_000);
});

test("there is a walk for each of the five kinds, and each ends with a test", () => {
  expect(walks.map(({ title }) => title)).toEqual([
    "A resource screen with one action",
    "A message of the socket",
    "A verb of the switch",
    "A CTI command",
    "An area",
  ]);
  for (const { blocks } of walks) expect(blocks.some(({ text }) => namesIn(text).length > 0)).toBe(true);
});

test("a new screen touches eight files, and three tables that tests read", () => {
  const [walk] = walks;
  const paths = walk!.blocks.map(({ path }) => path).filter((path) => !isTest(path));
  const read = ["server/src/ports/schema/owners.ts", "server/src/testing/probes/settings.ts", "docs/permissions.md"];
  expect(paths.filter((path) => !read.includes(path))).toHaveLength(8);
  expect(paths).toHaveLength(8 + read.length);
});

test("every file that the guide names besides is there", () => {
  const named = [...guide.matchAll(/`((?:shared|server|apps|docs)\/[\w./-]+\.(?:tsx?|md))`/g)].map(
    ([, path]) => path ?? "",
  );
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test("every row of the app admin has its screen where panesOf looks for it", () => {
  const src = join(root, "apps/admin/src");
  const areas = readdirSync(src).filter((area) => existsSync(join(src, area, "panes.ts")));
  const missing = tabs
    .filter((tab) => tab.app === "admin")
    .map(({ name }) => name.replaceAll("/", "-"))
    .filter((name) => !areas.some((area) => existsSync(join(src, area, name, "screen.tsx"))));
  expect(missing).toEqual([]);
});
