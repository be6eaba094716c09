/** house.md, "Imports": a wrong import fails npm run lint. Each case is a source text put where it must not stand. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { preProcessFile } from "typescript";

const root = join(import.meta.dirname, "../..");

/** Of one process, as npm run lint would say it: a start of the linter for each text takes seconds. */
const linting = `
import { ESLint } from "eslint";
import { text } from "node:stream/consumers";
const eslint = new ESLint();
const rules = [];
for (const [filePath, source] of JSON.parse(await text(process.stdin))) {
  const [file] = await eslint.lintText(source, { filePath });
  rules.push(file.messages.map(({ ruleId }) => ruleId));
}
process.stdout.write(JSON.stringify(rules));
`;

type Case = readonly [path: string, source: string];

/** The rules about imports that each source text breaks at its path. */
function broken(cases: readonly Case[]): string[][] {
  const eslint = spawnSync(process.execPath, ["--input-type=module", "--eval", linting], {
    cwd: root,
    input: JSON.stringify(cases),
    encoding: "utf8",
  });
  if (eslint.status !== 0) throw new Error(eslint.stderr);
  const rules = JSON.parse(eslint.stdout) as (string | null)[][];
  return rules.map((of) =>
    [...new Set(of)].flatMap((rule) => (rule !== null && rule.includes("import") ? [rule] : [])),
  );
}

const barred: Readonly<Record<string, Case>> = {
  "an app reads no app": ["apps/admin/src/x.ts", "export { Root } from '@liantai/workorder';\n"],
  "an app reads no server": ["apps/admin/src/x.ts", "export * from '@liantai/server';\n"],
  "the contract reads no React": ["shared/api/src/contract/x.ts", "export { useState } from 'react';\n"],
  "shared/api never reads the bus": ["shared/api/src/client/x.ts", "export { bus } from '@liantai/bus';\n"],
  "the server reads no client": ["server/src/http/x.ts", "export { store } from '@liantai/api/client';\n"],
  "a module meets another through its index.ts": [
    "server/src/modules/records/x.ts",
    "export { createEngine } from '../telephony/engine/index.ts';\n",
  ],
};
const backDoor: Case = ["apps/admin/src/x.ts", "export { tabs } from '../../../shared/api/src/contract/tabs.ts';\n"];
const allowed: Case = [
  "apps/admin/src/x.ts",
  "export { bus } from '@liantai/bus';\nexport { tabs } from '@liantai/api/contract';\nexport { AppRoot } from '@liantai/ui';\n",
];

describe("what the linter says", () => {
  let of = new Map<Case, readonly string[]>();
  beforeAll(() => {
    const cases = [...Object.values(barred), backDoor, allowed];
    const rules = broken(cases);
    of = new Map(cases.map((each, at) => [each, rules[at] ?? []]));
  });

  test.each(Object.keys(barred))("%s", (name) => {
    expect(of.get(barred[name]!)).toContain("no-restricted-imports");
  });

  test("a package is not entered by the back door", () => {
    expect(of.get(backDoor)).toContain("import-x/no-relative-packages");
  });

  test("what may be read breaks nothing", () => {
    expect(of.get(allowed)).toEqual([]);
  });
});

/** What the packages of this repository give to each other: the file behind each name that an import may have. */
function packageFaces(): ReadonlyMap<string, string> {
  const { workspaces } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { workspaces: string[] };
  const folders = workspaces.flatMap((each) =>
    each.endsWith("/*") ? readdirSync(join(root, dirname(each))).map((name) => join(dirname(each), name)) : [each],
  );
  const faces = new Map<string, string>();
  for (const folder of folders.filter((each) => existsSync(join(root, each, "package.json")))) {
    const { name, exports = {} } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as {
      readonly name: string;
      readonly exports?: Readonly<Record<string, string>>;
    };
    for (const [face, file] of Object.entries(exports)) faces.set(join(name, face), join(folder, file));
  }
  return faces;
}

/** What each source imports of this repository, types included. */
function importGraph(): ReadonlyMap<string, readonly string[]> {
  const listed = spawnSync("git", ["ls-files", "-co", "--exclude-standard", "*.ts", "*.tsx", "*.mjs"], {
    cwd: root,
    encoding: "utf8",
  });
  const files = listed.stdout.split("\n").filter((file) => file !== "" && existsSync(join(root, file)));
  const known = new Set(files);
  const faces = packageFaces();
  return new Map(
    files.map((file) => [
      file,
      preProcessFile(readFileSync(join(root, file), "utf8"), true, true)
        .importedFiles.map(({ fileName }) =>
          fileName.startsWith(".") ? normalize(join(dirname(file), fileName)) : (faces.get(fileName) ?? ""),
        )
        .filter((target) => known.has(target)),
    ]),
  );
}

/** One circle of each group of files that import each other (depth first). */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    if (done.has(file)) return;
    const begins = path.indexOf(file);
    if (begins >= 0) {
      found.push([...path.slice(begins), file].join(" -> "));
      return;
    }
    path.push(file);
    for (const target of graph.get(file) ?? []) visit(target);
    path.pop();
    done.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return found;
}

// Here and not in the linter: its rule parses every file again and walks from each, which was three fifths of the time of npm run lint.
test("no file imports itself through others, not even for a type", () => {
  const graph = importGraph();
  expect(graph.size).toBeGreaterThan(800);
  // Through packages too: the face of the contract, and a screen that reads it.
  expect(graph.get("apps/admin/src/main.ts")).toContain("shared/ui/src/app.ts");
  expect(circles(graph)).toEqual([]);
});

test("a circle is found", () => {
  const graph = new Map([
    ["a.ts", ["b.ts"]],
    ["b.ts", ["c.ts"]],
    ["c.ts", ["a.ts"]],
  ]);
  expect(circles(graph)).toEqual(["a.ts -> b.ts -> c.ts -> a.ts"]);
});
