/** What stands in a look-up table: columns, the first of them the key, and rows of texts. Read by the server and by the page. */

export interface LookUpContent {
  readonly columns: readonly string[];
  /** As many cells as there are columns. */
  readonly rows: readonly (readonly string[])[];
}

export const lookUpLimits = { tables: 200, rows: 5_000, columns: 20, cell: 200, column: 30, text: 300_000 } as const;

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === "string");

function columnsFault(columns: readonly string[]): string | undefined {
  const { columns: most, column: longest } = lookUpLimits;
  if (columns.length < 2) return "至少要有键和一列";
  if (columns.length > most) return `最多${most}列`;
  const at = columns.findIndex((name) => name.trim() === "" || name !== name.trim());
  if (at >= 0) return `第${at + 1}列的列名为空或前后有空格`;
  const long = columns.find((name) => name.length > longest);
  if (long !== undefined) return `列名最多${longest}个字符：${long.slice(0, longest)}…`;
  const twice = columns.find((name, place) => columns.indexOf(name) !== place);
  return twice === undefined ? undefined : `列名“${twice}”重复`;
}

function rowsFault({ columns, rows }: LookUpContent): string | undefined {
  const { rows: most, cell: longest } = lookUpLimits;
  if (rows.length > most) return `最多${most}行`;
  const keys = new Map<string, number>();
  for (const [at, row] of rows.entries()) {
    if (row.length !== columns.length) return `第${at + 1}行有${row.length}格，应有${columns.length}格`;
    const long = row.findIndex((cell) => cell.length > longest);
    if (long >= 0) return `第${at + 1}行的“${columns[long]}”超过${longest}个字符`;
    const key = row[0]!;
    if (key.trim() === "" || key !== key.trim()) return `第${at + 1}行的“${columns[0]}”为空或前后有空格`;
    const before = keys.get(key);
    if (before !== undefined) return `第${at + 1}行与第${before + 1}行的“${columns[0]}”相同：${key}`;
    keys.set(key, at);
  }
  return undefined;
}

/** By hand: a table may have 100,000 cells, and a schema takes seconds for so many. Throws with a sentence. */
export function readLookUp(text: string): LookUpContent {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error("不是JSON");
  }
  const { columns, rows, ...rest } = (value ?? {}) as { readonly columns?: unknown; readonly rows?: unknown };
  if (Object.keys(rest).length > 0 || !isTexts(columns) || !Array.isArray(rows) || !rows.every(isTexts))
    throw new Error("只能有列名和由文字组成的行");
  const content = { columns, rows };
  const fault = columnsFault(columns) ?? rowsFault(content);
  if (fault !== undefined) throw new Error(fault);
  return content;
}
