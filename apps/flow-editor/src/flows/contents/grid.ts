/** What is typed into a look-up table, before it is saved. Pure. */
import {
  lookUpColumnFaults,
  lookUpFaultText,
  lookUpLimits,
  lookUpRowRule,
  tooManyRows,
  type LookUpContent,
  type LookUpFault,
} from "@liantai/api/contract/flow-editor";

export const blankTable: LookUpContent = { columns: ["键", "值"], rows: [["", ""]] };

const isEmpty = (row: readonly string[]): boolean => row.every((cell) => cell.trim() === "");
const trimmed = ([key = "", ...cells]: readonly string[]): readonly string[] => [key.trim(), ...cells];

/** A row that nobody typed anything into is none. */
export const kept = ({ columns, rows }: LookUpContent): LookUpContent => ({
  columns: columns.map((name) => name.trim()),
  rows: rows.filter((row) => !isEmpty(row)).map(trimmed),
});

/** row: as they stand on the screen, from 1. */
export interface TableFault extends LookUpFault {
  /** Where and what. */
  readonly text: string;
}

const tooLong = (content: LookUpContent): readonly LookUpFault[] =>
  JSON.stringify(content).length > lookUpLimits.text ? [{ message: `内容过多，最多${lookUpLimits.text}个字符` }] : [];

/** All that a save is refused for, from top to bottom. */
export function faultsOf(content: LookUpContent): readonly TableFault[] {
  const sent = kept(content);
  const rule = lookUpRowRule(sent.columns);
  const faults = [
    ...tooManyRows(sent.rows.length),
    ...tooLong(sent),
    ...lookUpColumnFaults(sent.columns),
    ...content.rows.flatMap((row, at) => (isEmpty(row) ? [] : rule(at + 1, trimmed(row)))),
  ];
  return faults.map((fault) => ({ ...fault, text: lookUpFaultText(sent.columns, fault) }));
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

/** What came of a workbook: the draft with its rows, or why it stays as it was. */
export type Taken =
  | { readonly content: LookUpContent; readonly rows: number }
  | { readonly faults: readonly { readonly row: number; readonly message: string }[]; readonly faulty: number }
  | { readonly refused: string };

/** Rows that are told one by one, as the server does it. */
const mostTold = 100;

/** The rows of a workbook behind those of the draft. numbers: which rows of the workbook they are. */
export function appended(
  { columns, rows }: LookUpContent,
  { rows: more }: LookUpContent,
  numbers: readonly number[],
): Taken {
  const before = rows.filter((row) => !isEmpty(row));
  const keys = new Set(before.map(([key = ""]) => key.trim()));
  const there = more.flatMap(([key = ""], at) =>
    keys.has(key) ? [{ row: numbers[at]!, message: `“${columns[0]!.trim()}”在表里已有：${key}` }] : [],
  );
  if (there.length > 0) return { faults: there.slice(0, mostTold), faulty: there.length };
  const content = { columns, rows: [...before, ...more] };
  const [fault] = [...tooManyRows(content.rows.length), ...tooLong(kept(content))];
  return fault ? { refused: `追加后有${content.rows.length}行，${fault.message}` } : { content, rows: more.length };
}

/** Places of the rows in which the text stands. */
export const placesOf = ({ rows }: LookUpContent, text: string): readonly number[] =>
  rows.flatMap((row, at) => (text === "" || row.some((cell) => cell.includes(text)) ? [at] : []));
