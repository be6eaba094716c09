/** What docs/permissions.md says of messages and commands names each of the contract's once, and nothing else. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { auditionTypes } from "@liantai/api/contract";

const root = join(import.meta.dirname, "../../../..");
const linesOf = (file: string): readonly string[] => readFileSync(join(root, file), "utf8").split("\n");
const until = (lines: readonly string[], ends: (line: string) => boolean): readonly string[] =>
  lines.slice(0, lines.findIndex(ends));

/** Members of an interface of the contract, which has no values to ask at run time. */
function membersOf(file: string, name: string): readonly string[] {
  const lines = linesOf(`shared/api/src/contract/${file}`);
  const from = lines.findIndex((line) => line.startsWith(`export interface ${name} `));
  return until(lines.slice(from + 1), (line) => line === "}").flatMap((line) => /^  (\w+):/.exec(line)?.[1] ?? []);
}

/** Names in the first column of the table with this head. */
function namesUnder(head: string): readonly string[] {
  const lines = linesOf("docs/permissions.md");
  const from = lines.findIndex((line) => line.startsWith(`| ${head} |`));
  return until(lines.slice(from + 2), (line) => !line.startsWith("|")).flatMap((line) =>
    line.split("|")[1]!.trim().split(/\s+/),
  );
}

test.each([
  ["message", () => [...membersOf("messages.ts", "ServerMessages"), ...auditionTypes.map(String)]],
  ["command or event", () => [...membersOf("cti.ts", "CtiCommands"), ...membersOf("cti.ts", "CtiEvents")]],
])("docs/permissions.md names every %s of the contract once, and nothing else", (head, known) => {
  expect(known().length).toBeGreaterThan(10);
  expect([...namesUnder(head)].sort()).toEqual([...known()].sort());
});
