/** What is typed into a look-up table, before it is saved. Pure. */
import { lookUpLimits, readLookUp, type LookUpContent } from "@liantai/api/contract/flow-editor";

export const blankTable: LookUpContent = { columns: ["键", "值"], rows: [["", ""]] };

/** A row that nobody typed anything into is none. */
export const kept = ({ columns, rows }: LookUpContent): LookUpContent => ({
  columns: columns.map((name) => name.trim()),
  rows: rows
    .filter((row) => row.some((cell) => cell.trim() !== ""))
    .map(([key = "", ...cells]) => [key.trim(), ...cells]),
});

/** As the server would say it; undefined: it takes it. */
export function faultOf(content: LookUpContent): string | undefined {
  const text = JSON.stringify(kept(content));
  if (text.length > lookUpLimits.text) return `内容过多，最多${lookUpLimits.text}个字符`;
  try {
    readLookUp(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const replaced = <T>(list: readonly T[], at: number, value: T): readonly T[] =>
  list.map((one, place) => (place === at ? value : one));
const without = <T>(list: readonly T[], at: number): readonly T[] => list.filter((_, place) => place !== at);

export const withCell = (
  { columns, rows }: LookUpContent,
  row: number,
  column: number,
  text: string,
): LookUpContent => ({
  columns,
  rows: replaced(rows, row, replaced(rows[row]!, column, text)),
});
export const withColumnName = ({ columns, rows }: LookUpContent, at: number, name: string): LookUpContent => ({
  columns: replaced(columns, at, name),
  rows,
});
export const withRow = ({ columns, rows }: LookUpContent): LookUpContent => ({
  columns,
  rows: [...rows, columns.map(() => "")],
});
export const withoutRow = ({ columns, rows }: LookUpContent, at: number): LookUpContent => ({
  columns,
  rows: without(rows, at),
});

function newColumn(columns: readonly string[]): string {
  for (let number = columns.length; ; number += 1) if (!columns.includes(`列${number}`)) return `列${number}`;
}
export const withColumn = ({ columns, rows }: LookUpContent): LookUpContent => ({
  columns: [...columns, newColumn(columns)],
  rows: rows.map((row) => [...row, ""]),
});
export const withoutColumn = ({ columns, rows }: LookUpContent, at: number): LookUpContent => ({
  columns: without(columns, at),
  rows: rows.map((row) => without(row, at)),
});

/** Cells copied from a workbook: tabs between them, lines end a row; what has tabs or lines in it stands in quotes, quotes doubled. */
export function cellsIn(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  const cells = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/gy;
  for (let found = cells.exec(text); found; found = cells.exec(text)) {
    const [whole, quoted, plain = "", end] = found;
    rows
      .at(-1)!
      .push((quoted === undefined ? plain : quoted.replaceAll('""', '"').replaceAll(/[\r\n\t]+/g, " ")).trim());
    if (end === "" || whole === "") break;
    if (end !== "\t") rows.push([]);
  }
  return rows.filter((row) => row.some((cell) => cell !== ""));
}

/** The first row names the columns; short rows are filled. In place of what was there. */
export function pastedTable(text: string): LookUpContent {
  const [columns = [], ...rows] = cellsIn(text);
  return { columns, rows: rows.map((row) => columns.map((_, at) => row[at] ?? "")) };
}

/** Places of the rows in which the text stands. */
export const placesOf = ({ rows }: LookUpContent, text: string): readonly number[] =>
  rows.flatMap((row, at) => (text === "" || row.some((cell) => cell.includes(text)) ? [at] : []));
