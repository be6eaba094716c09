/** Rows of a workbook's sheet as text, one after the other, whatever its size. */
import { posix } from "node:path";
import { openArchive, sheetFault, type Archive } from "./archive.ts";
import { elements } from "./elements.ts";
import { cellsOf, tokensOf, type Book } from "./cells.ts";
import { readFormats } from "./formats.ts";
import { mergesIn, watched, type Merge } from "./merges.ts";
import { readStrings } from "./strings.ts";
import { attribute, plainText, tags } from "./xml.ts";

export interface ReadOptions {
  /** Rows that are not empty, the heading included; more are refused. */
  readonly maxRows: number;
  /** Of the workbook unpacked; default 256 MB. */
  readonly maxBytes?: number;
  /** Cells beyond are left out; default 256. */
  readonly maxColumns?: number;
  /** Name or position from 0; default the first. */
  readonly sheet?: string | number;
}

export interface SheetRow {
  /** As Excel counts, from 1. */
  readonly row: number;
  /** Text of each cell; '' where there is none. Trailing empty cells are left out. */
  readonly cells: readonly string[];
  /** What is wrong with a cell, whatever it is for, by its place from 0: goes on from the title of its column. */
  readonly wrong?: ReadonlyMap<number, string>;
}

const partChars = 4 * 1024 * 1024;
const unpacked = 256 * 1024 * 1024;

interface Workbook extends Book {
  readonly sheet: string;
}

/** Parts that a part refers to, by id and by kind. */
async function relations(
  archive: Archive,
  part: string,
): Promise<readonly { readonly id: string; readonly kind: string; readonly target: string }[]> {
  const name = posix.join(posix.dirname(part), "_rels", `${posix.basename(part)}.rels`);
  if (!archive.has(name)) return [];
  return [...tags(await archive.whole(name, partChars), "Relationship")].map((tag) => {
    const target = plainText(attribute(tag, "Target") ?? "");
    return {
      id: attribute(tag, "Id") ?? "",
      kind: (attribute(tag, "Type") ?? "").split("/").at(-1) ?? "",
      target: target.startsWith("/") ? target.slice(1) : posix.normalize(posix.join(posix.dirname(part), target)),
    };
  });
}

async function mainOf(archive: Archive) {
  const main =
    (await relations(archive, "")).find(({ kind }) => kind === "officeDocument")?.target ?? "xl/workbook.xml";
  const xml = await archive.whole(main, partChars);
  const sheets = [...tags(xml, "sheet")].map((tag) => ({
    name: plainText(attribute(tag, "name") ?? ""),
    id: /\s\w+:id\s*=\s*["']([^"']*)/.exec(tag)?.[1] ?? "",
    hidden: /^(?:very)?hidden$/i.test(attribute(tag, "state") ?? ""),
  }));
  return { xml, sheets, parts: await relations(archive, main) };
}

async function openWorkbook(archive: Archive, wanted: string | number): Promise<Workbook> {
  const { xml, sheets, parts } = await mainOf(archive);
  const found = typeof wanted === "number" ? sheets[wanted] : sheets.find(({ name }) => name === wanted);
  const sheet = parts.find(({ id }) => found && id === found.id)?.target;
  if (!sheet) throw sheetFault(typeof wanted === "string" ? `文件中没有工作表“${wanted}”` : "文件中没有工作表");
  const styles = parts.find(({ kind }) => kind === "styles")?.target;
  const strings = parts.find(({ kind }) => kind === "sharedStrings")?.target;
  return {
    sheet,
    strings: await readStrings(archive, strings),
    formats: styles && archive.has(styles) ? readFormats(await archive.whole(styles, partChars * 4)) : [],
    from1904: [...tags(xml, "workbookPr")].some((tag) => ["1", "true"].includes(attribute(tag, "date1904") ?? "")),
  };
}

/**
 * Rows of an .xlsx: shared and inline strings, rich text, numbers, dates (yyyy-MM-dd, HH:mm, yyyy-MM-dd HH:mm:ss), the last
 * value of formulas. Empty rows are left out. In the pieces they arrive in: a step for each row would cost as much as its
 * reading. Texts are cut out of larger ones and keep those in memory: `ownText` what is kept long. Throws AppError 'invalid'
 * (field 'files') for what is no workbook, encrypted, too large unpacked, or has more rows than `maxRows`.
 */
export async function* readBatches(
  source: string | Uint8Array,
  options: ReadOptions,
): AsyncGenerator<SheetRow[], void, void> {
  const { maxRows, maxBytes = unpacked, maxColumns = 256, sheet = 0 } = options;
  const archive = await openArchive(source, maxBytes);
  try {
    const book = await openWorkbook(archive, sheet);
    let tokens = tokensOf("");
    let row = 0;
    let count = 0;
    for await (const found of elements(archive.text(book.sheet), "row", (given) => (tokens = tokensOf(given)))) {
      const rows: SheetRow[] = [];
      for (const { tag: start, inner } of found) {
        const given = Number(attribute(start, "r"));
        row = Number.isInteger(given) && given > 0 ? given : row + 1;
        if (inner === "") continue;
        const { cells, wrong } = cellsOf(inner, tokens, book, maxColumns);
        if (wrong) rows.push({ row, cells, wrong });
        else if (cells.length > 0) rows.push({ row, cells });
      }
      count += rows.length;
      if (count > maxRows) throw sheetFault(`文件的数据不能超过${maxRows - 1}行`);
      if (rows.length > 0) yield rows;
    }
  } finally {
    archive.close();
  }
}

/**
 * Throws what `readBatches` throws; answers which cells are joined. Cells are looked at only where there may be too many rows: then empty
 * ones are told apart.
 */
export async function checkRows(source: string | Uint8Array, options: ReadOptions): Promise<readonly Merge[]> {
  const { maxRows, maxBytes = unpacked, sheet = 0 } = options;
  const archive = await openArchive(source, maxBytes);
  let count = 0;
  let merges: readonly Merge[] = [];
  try {
    const book = await openWorkbook(archive, sheet);
    const text = watched(archive.text(book.sheet), (end) => (merges = mergesIn(end)));
    for await (const found of elements(text, "row", () => undefined)) {
      for (const { inner } of found) if (inner !== "") count += 1;
      if (count > maxRows) break;
    }
  } finally {
    archive.close();
  }
  if (count > maxRows) for await (const _ of readBatches(source, options));
  return merges;
}

/** Of which only is asked whether they have anything: a text is one whatever it says. */
const anything: Book = { strings: { at: () => "text" }, formats: [], from1904: false };

async function hasCells(archive: Archive, part: string): Promise<boolean> {
  let tokens = tokensOf("");
  for await (const found of elements(archive.text(part), "row", (given) => (tokens = tokensOf(given))))
    for (const { inner } of found)
      if (inner !== "" && cellsOf(inner, tokens, anything, 256).cells.length > 0) return true;
  return false;
}

/**
 * Names of the sheets after the first that have something in a cell, at most `most`; those that are hidden hold what others choose
 * from. One that cannot be read may have something. Throws what `readBatches` throws of the workbook itself.
 */
export async function furtherSheets(
  source: string | Uint8Array,
  { most, maxBytes = unpacked }: { readonly most: number; readonly maxBytes?: number },
): Promise<string[]> {
  const archive = await openArchive(source, maxBytes);
  try {
    const { sheets, parts } = await mainOf(archive);
    const names: string[] = [];
    for (const { name, id, hidden } of sheets.slice(1)) {
      const part = parts.find((given) => given.id === id && given.kind === "worksheet");
      if (hidden || !part || !(await hasCells(archive, part.target).catch(() => true))) continue;
      names.push(name);
      if (names.length >= most) break;
    }
    return names;
  } finally {
    archive.close();
  }
}

/** What `readBatches` gives, row by row. */
export async function* readRows(
  source: string | Uint8Array,
  options: ReadOptions,
): AsyncGenerator<SheetRow, void, void> {
  for await (const rows of readBatches(source, options)) yield* rows;
}
