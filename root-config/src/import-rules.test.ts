/** house.md, "Imports": a wrong import fails npm run lint. Each case is a source text put where it must not stand. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
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

/** What each source imports of the same package, types included; import-x/no-cycle looks through those. */
function importGraph(): ReadonlyMap<string, readonly string[]> {
  const listed = spawnSync("git", ["ls-files", "-co", "--exclude-standard", "*.ts", "*.tsx"], {
    cwd: root,
    encoding: "utf8",
  });
  const files = listed.stdout.split("\n").filter((file) => file !== "" && existsSync(join(root, file)));
  const known = new Set(files);
  return new Map(
    files.map((file) => [
      file,
      preProcessFile(readFileSync(join(root, file), "utf8"), true, true)
        .importedFiles.filter(({ fileName }) => fileName.startsWith("."))
        .map(({ fileName }) => normalize(join(dirname(file), fileName)))
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

test("no file imports itself through others, not even for a type", () => {
  const graph = importGraph();
  expect(graph.size).toBeGreaterThan(800);
  expect(circles(graph)).toEqual([]);
});

test("a circle of types is found", () => {
  const graph = new Map([
    ["a.ts", ["b.ts"]],
    ["b.ts", ["c.ts"]],
    ["c.ts", ["a.ts"]],
  ]);
  expect(circles(graph)).toEqual(["a.ts -> b.ts -> c.ts -> a.ts"]);
});

test("a circle of values fails the lint", () => {
  const circle: Case = ["root-config/src/routes.ts", "export { firstRedirect as again } from './main.ts';\n"];
  expect(broken([circle])[0]).toContain("import-x/no-cycle");
});
