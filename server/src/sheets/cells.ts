/** The cells of one row of a sheet as text, and what is wrong with them. */
import { formatNumber, formatPadded, formatSerial, type ShownAs } from "./formats.ts";
import { joinRuns, type Strings } from "./strings.ts";
import { plainText } from "./xml.ts";

/** What cells refer to. */
export interface Book {
  readonly strings: Strings;
  readonly formats: readonly (ShownAs | undefined)[];
  readonly from1904: boolean;
}

/** Tokens of a sheet whose elements carry a prefix. */
export interface Tokens {
  readonly prefix: string;
  readonly cell: string;
  readonly cellEnd: string;
  readonly value: string;
  readonly valueEnd: string;
  readonly inline: string;
  readonly inlineEnd: string;
}

export const tokensOf = (prefix: string): Tokens => ({
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

/** Digits that Excel keeps of a number: an identity card's number typed as one ends in zeros. */
const exactDigits = 15;
const cutOff = `超过${exactDigits}位，作为数字已丢失末尾几位，请将单元格设为文本后重新填写`;
/** One that has more, but for whom a program wrote as it is. */
const isCutOff = (value: string): boolean =>
  Math.abs(Number(value)) >= 10 ** exactDigits && !/^-?\d{15}\d*[1-9]\d*$/.test(value);

const uncomputed = "是没有计算结果的公式，请用Excel打开并保存后再导入";

/** What is wrong with the cell that was read last. */
let trouble = "";

function valueText(type: string, style: number, value: string, book: Book): string {
  if (value === "") return "";
  switch (type) {
    case "s":
      return book.strings.at(Number(value)) ?? "";
    case "str":
      return plainText(value);
    case "e":
      trouble = `是公式的错误值${plainText(value)}`;
      return plainText(value);
    case "b":
      return value === "1" ? "TRUE" : "FALSE";
    case "d":
      return plainText(value)
        .replace("T", " ")
        .replace(/(?:\.\d+)?Z?$/, "")
        .replace(/ 00:00:00$/, "");
    default: {
      const shown = style < 0 ? undefined : book.formats[style];
      const serial = typeof shown === "string" ? Number(value) : Number.NaN;
      if (typeof shown === "string" && serial >= 0 && serial < 2_958_466)
        return formatSerial(serial, shown, book.from1904);
      if (value.length > exactDigits && isCutOff(value)) trouble = cutOff;
      return typeof shown === "number" ? formatPadded(value, shown) : formatNumber(value);
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

export function cellsOf(
  row: string,
  tokens: Tokens,
  book: Book,
  maxColumns: number,
): { readonly cells: string[]; readonly wrong: ReadonlyMap<number, string> | undefined } {
  const { prefix, cell, cellEnd, value, valueEnd, inline, inlineEnd } = tokens;
  const cells: string[] = [];
  let wrong: Map<number, string> | undefined;
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
        const result = valueOf(inner, prefix);
        text = tag.type === "inlineStr" ? joinRuns(inner, prefix) : valueText(tag.type, tag.style, result, book);
        // The empty text that a formula gave is a text.
        if (result === "" && tag.type === "" && inner.includes(`<${prefix}f`)) trouble = uncomputed;
        end = stop + cellEnd.length;
      }
      if (trouble !== "") {
        if (column >= 0 && column < maxColumns) (wrong ??= new Map()).set(column, trouble);
        trouble = "";
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
  return { cells, wrong };
}
