/** house.md, "Imports": a wrong import fails npm run lint. Each case is a source text put where it must not stand. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { preProcessFile } from "typescript";

const root = join(import.meta.dirname, "../..");

/** The rules that a source text at `path` breaks. */
function broken(path: string, source: string): string[] {
  const eslint = spawnSync(
    join(root, "node_modules/.bin/eslint"),
    ["--format", "json", "--stdin", "--stdin-filename", path],
    { cwd: root, input: source, encoding: "utf8" },
  );
  const [file] = JSON.parse(eslint.stdout) as { messages: { ruleId: string }[] }[];
  return [...new Set(file?.messages.map((m) => m.ruleId))].filter((rule) => /import/.test(rule));
}

test.each([
  ["an app reads no app", "apps/admin/src/x.ts", "export { Root } from '@liantai/workorder';\n"],
  ["an app reads no server", "apps/admin/src/x.ts", "export * from '@liantai/server';\n"],
  ["the contract reads no React", "shared/api/src/contract/x.ts", "export { useState } from 'react';\n"],
  ["shared/api never reads the bus", "shared/api/src/client/x.ts", "export { bus } from '@liantai/bus';\n"],
  ["the server reads no client", "server/src/http/x.ts", "export { store } from '@liantai/api/client';\n"],
  [
    "a module meets another through its index.ts",
    "server/src/modules/records/x.ts",
    "export { createEngine } from '../telephony/engine/index.ts';\n",
  ],
])("%s", (_name, path, source) => {
  expect(broken(path, source)).toContain("no-restricted-imports");
});

test("a package is not entered by the back door", () => {
  expect(broken("apps/admin/src/x.ts", "export { tabs } from '../../../shared/api/src/contract/tabs.ts';\n")).toContain(
    "import-x/no-relative-packages",
  );
});

test("what may be read breaks nothing", () => {
  expect(
    broken(
      "apps/admin/src/x.ts",
      "export { bus } from '@liantai/bus';\nexport { tabs } from '@liantai/api/contract';\nexport { AppRoot } from '@liantai/ui';\n",
    ),
  ).toEqual([]);
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
  expect(broken("root-config/src/routes.ts", "export { firstRedirect as again } from './main.ts';\n")).toContain(
    "import-x/no-cycle",
  );
});
