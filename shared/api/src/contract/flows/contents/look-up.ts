/** What stands in a look-up table: columns, the first of them the key, and rows of texts. Read by the server and by the page. */

export interface LookUpContent {
  readonly columns: readonly string[];
  /** As many cells as there are columns. */
  readonly rows: readonly (readonly string[])[];
}

export const lookUpLimits = { tables: 200, rows: 5_000, columns: 20, cell: 200, column: 30, text: 300_000 } as const;

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === "string");

/** What is wrong with a table, and where. */
export interface LookUpFault {
  /** As whoever asks counts them; absent: it is about the columns, or the whole. */
  readonly row?: number;
  /** From 0; absent: it is about the row, or the whole. */
  readonly column?: number;
  /** As it is said at that place. */
  readonly message: string;
  /** Nothing is there yet. */
  readonly missing?: true;
}

/** Of a key or the name of a column. */
function blankIn(text: string): Pick<LookUpFault, "message" | "missing"> | undefined {
  if (text.trim() === "") return { message: "不能为空", missing: true };
  return text === text.trim() ? undefined : { message: "前后不能有空格" };
}

export function lookUpColumnFaults(columns: readonly string[]): readonly LookUpFault[] {
  const { columns: most, column: longest } = lookUpLimits;
  if (columns.length < 2) return [{ message: "至少要有键和一列" }];
  if (columns.length > most) return [{ message: `最多${most}列` }];
  return columns.flatMap((name, column) => {
    const blank = blankIn(name);
    if (blank) return [{ column, ...blank }];
    if (name.length > longest) return [{ column, message: `超过${longest}个字符` }];
    return columns.indexOf(name) < column ? [{ column, message: `“${name}”重复` }] : [];
  });
}

export const tooManyRows = (rows: number): readonly LookUpFault[] =>
  rows > lookUpLimits.rows ? [{ message: `最多${lookUpLimits.rows}行` }] : [];

/** Asked of one row after the other, for it remembers their keys. */
export function lookUpRowRule(columns: readonly string[]) {
  const { cell: longest } = lookUpLimits;
  const rowOf = new Map<string, number>();
  return (row: number, cells: readonly string[]): readonly LookUpFault[] => {
    if (cells.length !== columns.length) return [{ row, message: `有${cells.length}格，应有${columns.length}格` }];
    const faults: LookUpFault[] = [];
    const key = cells[0]!;
    const before = rowOf.get(key);
    const blank = blankIn(key);
    if (blank) faults.push({ row, column: 0, ...blank });
    else if (before !== undefined)
      faults.push({ row, column: 0, message: `与第${before}行相同：${key.slice(0, longest)}` });
    else rowOf.set(key, row);
    for (const [column, cell] of cells.entries())
      if (cell.length > longest) faults.push({ row, column, message: `超过${longest}个字符` });
    return faults;
  };
}

/** What is wrong with a row, in a sentence whose reader knows which. */
export const lookUpInRow = (columns: readonly string[], { column, message }: LookUpFault): string =>
  column === undefined ? message : `“${columns[column]}”${message}`;

/** Where and what, in a sentence. */
export function lookUpFaultText(columns: readonly string[], fault: LookUpFault): string {
  const { row, column, message } = fault;
  if (row !== undefined) return `第${row}行${column === undefined ? "" : "的"}${lookUpInRow(columns, fault)}`;
  return column === undefined ? message : `第${column + 1}列的列名${message}`;
}

function firstFault({ columns, rows }: LookUpContent): LookUpFault | undefined {
  const [first] = [...lookUpColumnFaults(columns), ...tooManyRows(rows.length)];
  if (first) return first;
  const rule = lookUpRowRule(columns);
  for (const [at, row] of rows.entries()) {
    const [fault] = rule(at + 1, row);
    if (fault) return fault;
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
  const fault = firstFault(content);
  if (fault) throw new Error(lookUpFaultText(columns, fault));
  return content;
}
