/** house.md, "Imports": a wrong import fails npm run lint. Each case is a source text put where it must not stand. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

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
