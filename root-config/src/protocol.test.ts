/** docs/protocol.md is proved: every numbered rule is named in the title of a test. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(__dirname, "../..");
const rules = [...readFileSync(join(root, "docs/protocol.md"), "utf8").matchAll(/^- ([A-Z]\d+) /gm)].map(
  ([, id]) => id!,
);
// The suites of the switch's contract are files of their own that carry no ending.
const isSuite = (path: string) =>
  /\.(test\.tsx?|contract\.ts|e2e\.ts)$/.test(path) || /\/sip\/(?:contract|devices)\//.test(path);

const titles = ["server/src", "shared", "apps", "root-config/src", "e2e", "bench/lib"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => join(root, folder, file))
    .filter((file) => isSuite(file) && !file.includes("node_modules"))
    .flatMap(
      (file) => readFileSync(file, "utf8").match(/\b(?:test|it|describe)(?:\.each\([^]*?\))?\(\s*["'`][^\n]*/g) ?? [],
    ),
);
const cited = new Set(titles.flatMap((title) => title.match(/\b[A-Z]\d+\b/g) ?? []));

test("rules have numbers of their own", () => {
  expect(rules.length).toBeGreaterThan(50);
  expect(rules.filter((id, at) => rules.indexOf(id) !== at)).toEqual([]);
});

test("every rule is cited by a test", () => {
  expect(rules.filter((id) => !cited.has(id))).toEqual([]);
});
