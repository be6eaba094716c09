/** Rows of an import as values: columns found by their headings, each cell checked by its schema. */
import { ValidationError, type Schema } from "yup";
import { isCleanText } from "../http/gate/clean.ts";
import { sheetFault } from "./archive.ts";
import { unguardFormula } from "./guard.ts";
import { ownText } from "./own-text.ts";
import { plainCheck } from "./plain-check.ts";
import type { SheetRow } from "./read.ts";

export interface ImportColumn {
  /** Heading in the workbook; a leading or trailing * is overlooked. */
  readonly title: string;
  /** Key of the row. */
  readonly name: string;
  /** The column must be there and each cell filled. */
  readonly required?: boolean;
  /** Checks one cell's text and makes it the value (a number field gives a number). Must depend on the text alone. Absent: the text. */
  readonly schema?: Schema;
  readonly width?: number;
}

export interface CellFault {
  /** Title of the column; '' for the row as a whole. */
  readonly field: string;
  readonly message: string;
}

export type Checked = { readonly value: Readonly<Record<string, unknown>> } | { readonly faults: readonly CellFault[] };

/** A heading as it is compared: without its marks. */
export const heading = (text: string): string => trimmed(text).replace(/^[\s*＊]+|[\s*＊]+$/g, "");
/** Signs of direction and joints, which come along where a number is copied from a chat and are not seen. */
const unseen = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu;
/** Without blanks at its ends. */
export function trimmed(text: string): string {
  const plain = text.trim();
  const [first, last] = [plain.charCodeAt(0), plain.charCodeAt(plain.length - 1)];
  return (first >= 0x200b && first < 0x2070) || (last >= 0x200b && last < 0x2070) ? plain.replace(unseen, "") : plain;
}
/** Answers a column keeps: groups, kinds and switches repeat. A text that comes once costs nothing more. */
const kept = 1_000;

type Answer = { readonly value: unknown } | { readonly fault: CellFault };

function checker({ title, schema }: ImportColumn): (text: string) => Answer {
  if (!schema) return (text) => ({ value: ownText(text) });
  const plain = plainCheck(schema);
  const known = new Map<string, Answer>();
  const ask = (text: string): Answer => {
    const good = plain(text);
    if (good !== undefined) return { value: typeof good === "string" ? ownText(good) : good };
    try {
      return { value: schema.validateSync(text) as unknown };
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      const [message = "格式有误"] = error.errors;
      return { fault: { field: title, message: message.includes(title) ? message : `${title}：${message}` } };
    }
  };
  return (text) => {
    const before = known.get(text);
    if (before) return before;
    const answer = ask(text);
    if (known.size < kept) known.set(ownText(text), answer);
    return answer;
  };
}

/** `head`: the first row of the sheet. Throws AppError 'invalid' naming required columns that are not there, and those that are twice. */
export function rowChecker(
  columns: readonly ImportColumn[],
  head: readonly string[],
): (cells: readonly string[], wrong?: SheetRow["wrong"]) => Checked {
  const titles = head.map(heading);
  const places = columns.map((column) => ({ column, at: titles.indexOf(column.title), check: checker(column) }));
  const missing = places.filter(({ column, at }) => column.required && at < 0).map(({ column }) => column.title);
  if (missing.length > 0) throw sheetFault(`文件缺少列：${missing.join("、")}，请使用模板填写`);
  // Which of them is meant nobody knows, and what stands in the other would be lost.
  const twice = places.filter(({ column, at }) => at >= 0 && titles.includes(column.title, at + 1));
  if (twice.length > 0) throw sheetFault(`文件中有重复的列：${twice.map(({ column }) => column.title).join("、")}`);
  return (cells, wrong) => {
    const value: Record<string, unknown> = {};
    let faults: CellFault[] | undefined;
    for (const { column, at, check } of places) {
      const trouble = wrong?.get(at);
      if (trouble !== undefined) {
        (faults ??= []).push({ field: column.title, message: `${column.title}${trouble}` });
        continue;
      }
      const text = at < 0 ? "" : unguardFormula(trimmed(cells[at] ?? ""));
      if (text === "") {
        if (column.required) (faults ??= []).push({ field: column.title, message: `${column.title}不能为空` });
        continue;
      }
      const answer = isCleanText(text)
        ? check(text)
        : { fault: { field: column.title, message: `${column.title}含有无法识别的字符` } };
      if ("fault" in answer) (faults ??= []).push(answer.fault);
      else value[column.name] = answer.value;
    }
    return faults ? { faults } : { value };
  };
}
