/** Tables have owners (owners.ts): the SQL of every module is read from its source. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import * as ts from "typescript";
import { tableOwners } from "./owners.ts";
import { otherReaders, type Exception } from "./readers.ts";

const modules = join(import.meta.dirname, "../../modules");
const writing = new Set(["insertInto", "updateTable", "deleteFrom", "mergeInto"]);
const reading = new Set(["selectFrom", "innerJoin", "leftJoin", "rightJoin", "fullJoin", "from", "using"]);
const rawSql = /\b(insert\s+into|update|delete\s+from|from|join|using)\s+([a-z_]+)/g;

interface Use {
  readonly table: string;
  readonly writes: boolean;
}

/** Names of tables that a source makes at run time: what they can be stands in the list below. */
const atRunTime: Readonly<Record<string, readonly Use[]>> = {
  "event-log/reconcile/repository.ts": [
    { table: "call_record", writes: false },
    { table: "agent_status", writes: false },
  ],
  "groups/uses-repository.ts": [
    "access_number",
    "access_number_rule",
    "dispatch_group",
    "extension",
    "seat",
    "skill_group",
    "voice",
  ].map((table) => ({ table, writes: false })),
  "voices/repository.ts": ["access_number", "access_number_rule", "dispatch_group", "skill_group"].map((table) => ({
    table,
    writes: false,
  })),
};

/** Tables that a source names in the query builder and in raw sql; 'dynamic' when it makes a name at run time. */
function usesOf(file: string, text: string): { readonly uses: readonly Use[]; readonly dynamic: boolean } {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const uses: Use[] = [];
  let dynamic = false;
  const note = (name: string, writes: boolean): void => {
    if (name in tableOwners) uses.push({ table: name, writes });
  };
  const named = (node: ts.Expression, writes: boolean): void => {
    if (ts.isStringLiteralLike(node)) note(node.text.split(" ")[0]!, writes);
    else if (ts.isArrayLiteralExpression(node)) for (const each of node.elements) named(each, writes);
    else if (ts.isIdentifier(node) || ts.isTemplateExpression(node) || ts.isPropertyAccessExpression(node))
      dynamic = true;
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const verb = node.expression.name.text;
      const of = node.expression.expression;
      const [first] = node.arguments;
      // Buffer.from, Array.from and their like are no SQL.
      const isClass = ts.isIdentifier(of) && /^[A-Z]/.test(of.text);
      if (first && !isClass && (writing.has(verb) || reading.has(verb))) named(first, writing.has(verb));
      if (verb === "table" && ts.isIdentifier(of) && of.text === "sql") dynamic = true;
    }
    if (ts.isTaggedTemplateExpression(node) && ts.isIdentifier(node.tag) && node.tag.text === "sql")
      for (const [, verb, table] of node.template.getText(source).matchAll(rawSql))
        note(table!, !["from", "join", "using"].includes(verb!));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { uses, dynamic };
}

const files = readdirSync(modules, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && !/\.test\.ts$|testing/.test(file),
);
const found = files.flatMap((file) => {
  const { uses, dynamic } = usesOf(file, readFileSync(join(modules, file), "utf8"));
  return [...uses, ...(dynamic ? (atRunTime[file] ?? []) : [])].map((use) => ({
    ...use,
    file,
    module: file.split("/")[0]!,
  }));
});
const allows = (list: readonly Exception[], module: string, table: string): boolean =>
  list.some((each) => each.module === module && each.tables.some((name) => name === table));
const ownerOf = (table: string): string => tableOwners[table as keyof typeof tableOwners];

test("only its owner writes a table", () => {
  const wrong = found
    .filter(({ module, table, writes }) => writes && ownerOf(table) !== module)
    .map(({ file, table }) => `${file} writes ${table} of ${ownerOf(table)}`);
  expect([...new Set(wrong)]).toEqual([]);
});

test("only its owner reads a table, or who is declared with a reason", () => {
  const wrong = found
    .filter(({ module, table, writes }) => !writes && ownerOf(table) !== module && !allows(otherReaders, module, table))
    .map(({ file, table }) => `${file} reads ${table} of ${ownerOf(table)}`);
  expect([...new Set(wrong)]).toEqual([]);
});

test("what is declared is needed", () => {
  const stale = otherReaders.flatMap(({ module, tables }) =>
    tables
      .filter((table) => !found.some((use) => use.module === module && use.table === table && !use.writes))
      .map((table) => `${module}: ${table}`),
  );
  expect(stale).toEqual([]);
});

test("a name made at run time is one of those declared here", () => {
  const dynamic = files
    .filter((file) => /repository\.ts$/.test(file))
    .filter((file) => usesOf(file, readFileSync(join(modules, file), "utf8")).dynamic);
  expect(dynamic.map((file) => relative(modules, join(modules, file))).sort()).toEqual(Object.keys(atRunTime).sort());
});

test("SQL stands in repositories alone", () => {
  expect([...new Set(found.map(({ file }) => file))].filter((file) => !/repository\.ts$/.test(file))).toEqual([]);
});

test.each<[string, string, readonly Use[]]>([
  ["an insert", 'trx.insertInto("seat").values(row)', [{ table: "seat", writes: true }]],
  [
    "a join",
    'trx.selectFrom("role as r").leftJoin("account as a", "a.roleId", "r.id")',
    [
      { table: "account", writes: false },
      { table: "role", writes: false },
    ],
  ],
  [
    "a raw text",
    "sql`update extension x set agent_id = s.agent_id from seat s`",
    [
      { table: "extension", writes: true },
      { table: "seat", writes: false },
    ],
  ],
  ["a subquery", 'e.exists(e.selectFrom("voice").select("id"))', [{ table: "voice", writes: false }]],
])("%s is seen", (_name, text, uses) => {
  expect(usesOf("x.ts", text).uses.toSorted((a, b) => a.table.localeCompare(b.table))).toEqual(uses);
});
