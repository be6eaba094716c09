/** Rows of a workbook's sheet as text, one after the other, whatever its size. */
import { posix } from "node:path";
import { openArchive, sheetFault, type Archive } from "./archive.ts";
import { elements } from "./elements.ts";
import { formatNumber, formatSerial, readFormats, type DateKind } from "./formats.ts";
import { joinRuns, readStrings, type Strings } from "./strings.ts";
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
}

const partChars = 4 * 1024 * 1024;
const unpacked = 256 * 1024 * 1024;

interface Workbook {
  readonly sheet: string;
  readonly strings: Strings;
  readonly formats: readonly (DateKind | undefined)[];
  readonly from1904: boolean;
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

async function openWorkbook(archive: Archive, wanted: string | number): Promise<Workbook> {
  const main =
    (await relations(archive, "")).find(({ kind }) => kind === "officeDocument")?.target ?? "xl/workbook.xml";
  const xml = await archive.whole(main, partChars);
  const parts = await relations(archive, main);
  const sheets = [...tags(xml, "sheet")].map((tag) => ({
    name: plainText(attribute(tag, "name") ?? ""),
    id: /\s\w+:id\s*=\s*["']([^"']*)/.exec(tag)?.[1] ?? "",
  }));
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

/** Tokens of a sheet whose elements carry a prefix. */
interface Tokens {
  readonly prefix: string;
  readonly cell: string;
  readonly cellEnd: string;
  readonly value: string;
  readonly valueEnd: string;
  readonly inline: string;
  readonly inlineEnd: string;
}

const tokensOf = (prefix: string): Tokens => ({
  prefix,
  cell: `<${prefix}c`,
  cellEnd: `</${prefix}c>`,
  value: `<${prefix}v>`,
  valueEnd: `</${prefix}v></${prefix}c>`,
  inline: `<${prefix}is><${prefix}t>`,
  inlineEnd: `</${prefix}t></${prefix}is></${prefix}c>`,
});

/** Between <v> and </v>, wherever they stand. */
function valueOf(inner: string, prefix: string): string {
  const at = inner.indexOf(`<${prefix}v`);
  if (at < 0) return "";
  const from = inner.indexOf(">", at) + 1;
  const to = inner.indexOf("</", from);
  return to < 0 ? "" : inner.slice(from, to);
}

function valueText(type: string, style: number, value: string, book: Workbook): string {
  if (value === "") return "";
  switch (type) {
    case "s":
      return book.strings.at(Number(value)) ?? "";
    case "str":
    case "e":
      return plainText(value);
    case "b":
      return value === "1" ? "TRUE" : "FALSE";
    case "d":
      return plainText(value)
        .replace("T", " ")
        .replace(/(?:\.\d+)?Z?$/, "")
        .replace(/ 00:00:00$/, "");
    default: {
      const kind = style < 0 ? undefined : book.formats[style];
      const serial = kind ? Number(value) : Number.NaN;
      return kind && serial >= 0 && serial < 2_958_466
        ? formatSerial(serial, kind, book.from1904)
        : formatNumber(value);
    }
  }
}

/** What a cell's start tag says; one object for all cells, for there are millions. */
const tag = { column: -1, style: -1, type: "" };

function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let i = from; i < to; i += 1) value = value * 10 + text.charCodeAt(i) - 0x30;
  return value;
}

/** The cell types there are, told apart without cutting a text out for each cell. */
function typeOf(text: string, from: number, to: number): string {
  switch (text.charCodeAt(from)) {
    case 0x73:
      return to === from + 1 ? "s" : "str";
    case 0x69:
      return "inlineStr";
    case 0x62:
      return "b";
    case 0x64:
      return "d";
    case 0x65:
      return "e";
    default:
      return "";
  }
}

/** Attributes r, s and t between `from` and `to` of the row. */
function readTag(row: string, from: number, to: number): void {
  tag.column = -1;
  tag.style = -1;
  tag.type = "";
  let at = from;
  while (at < to) {
    const code = row.charCodeAt(at);
    if (code <= 0x20) {
      at += 1;
      continue;
    }
    const equals = row.indexOf("=", at);
    if (equals < 0 || equals >= to) return;
    let open = equals + 1;
    while (row.charCodeAt(open) <= 0x20) open += 1;
    const quote = row.charCodeAt(open);
    if (quote !== 0x22 && quote !== 0x27) return;
    let close = open + 1;
    while (close < to && row.charCodeAt(close) !== quote) close += 1;
    const next = row.charCodeAt(at + 1);
    if (next === 0x3d || next <= 0x20) {
      if (code === 0x72) {
        let column = 0;
        for (let i = open + 1; i < close; i += 1) {
          const letter = row.charCodeAt(i) & ~0x20;
          if (letter < 0x41 || letter > 0x5a) break;
          column = column * 26 + letter - 0x40;
        }
        tag.column = column - 1;
      } else if (code === 0x73) tag.style = digits(row, open + 1, close);
      else if (code === 0x74) tag.type = typeOf(row, open + 1, close);
    }
    at = close + 1;
  }
}

function cellsOf(row: string, tokens: Tokens, book: Workbook, maxColumns: number): string[] {
  const { prefix, cell, cellEnd, value, valueEnd, inline, inlineEnd } = tokens;
  const cells: string[] = [];
  let filled = 0;
  let column = -1;
  let at = row.indexOf(cell);
  while (at >= 0) {
    const tagEnd = row.indexOf(">", at);
    if (tagEnd < 0) break;
    const closed = row.charCodeAt(tagEnd - 1) === 0x2f;
    readTag(row, at + cell.length, closed ? tagEnd - 1 : tagEnd);
    column = tag.column < 0 ? column + 1 : tag.column;
    let end = tagEnd + 1;
    if (!closed) {
      let text: string;
      // Nearly every cell is <v>…</v> or <is><t>…</t></is> and nothing else.
      const plain = tag.type === "inlineStr" ? inline : value;
      const after = tag.type === "inlineStr" ? inlineEnd : valueEnd;
      const from = end + plain.length;
      const to = row.startsWith(plain, end) ? row.indexOf("<", from) : -1;
      if (to >= 0 && row.startsWith(after, to)) {
        text =
          tag.type === "inlineStr"
            ? plainText(row.slice(from, to))
            : valueText(tag.type, tag.style, row.slice(from, to), book);
        end = to + after.length;
      } else {
        const stop = row.indexOf(cellEnd, end);
        if (stop < 0) break;
        const inner = row.slice(end, stop);
        text =
          tag.type === "inlineStr"
            ? joinRuns(inner, prefix)
            : valueText(tag.type, tag.style, valueOf(inner, prefix), book);
        end = stop + cellEnd.length;
      }
      if (text !== "" && column >= 0 && column < maxColumns) {
        while (cells.length < column) cells.push("");
        cells[column] = text;
        if (column >= filled) filled = column + 1;
      }
    }
    at = row.indexOf(cell, end);
  }
  if (cells.length > filled) cells.length = filled;
  return cells;
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
        const cells = inner === "" ? [] : cellsOf(inner, tokens, book, maxColumns);
        if (cells.length > 0) rows.push({ row, cells });
      }
      count += rows.length;
      if (count > maxRows) throw sheetFault(`文件的数据不能超过${maxRows - 1}行`);
      if (rows.length > 0) yield rows;
    }
  } finally {
    archive.close();
  }
}

/** Throws what `readBatches` throws. Cells are looked at only where there may be too many rows: then empty ones are told apart. */
export async function checkRows(source: string | Uint8Array, options: ReadOptions): Promise<void> {
  const { maxRows, maxBytes = unpacked, sheet = 0 } = options;
  const archive = await openArchive(source, maxBytes);
  let count = 0;
  try {
    const book = await openWorkbook(archive, sheet);
    for await (const found of elements(archive.text(book.sheet), "row", () => undefined)) {
      for (const { inner } of found) if (inner !== "") count += 1;
      if (count > maxRows) break;
    }
  } finally {
    archive.close();
  }
  if (count > maxRows) for await (const _ of readBatches(source, options));
}

/** The same, row by row. */
export async function* readRows(
  source: string | Uint8Array,
  options: ReadOptions,
): AsyncGenerator<SheetRow, void, void> {
  for await (const rows of readBatches(source, options)) yield* rows;
}
