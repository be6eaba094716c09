/** Rows as a workbook, streamed: memory stays flat, a sheet that is full goes on in the next. */
import { Readable } from "node:stream";
import { escapeText } from "./escape.ts";
import { guardFormula } from "./guard.ts";
import {
  contentTypes,
  head,
  letters,
  relationships,
  rootRelations,
  styles,
  tail,
  workbook,
  type SheetColumn,
} from "./parts.ts";
import { zipped, type Part } from "./zip.ts";

export type Cell = string | number | null | undefined;

export interface SheetContent {
  readonly columns: readonly SheetColumn[];
  readonly rows: Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>;
  /** Default 'Sheet'; the second is 'Sheet2'. */
  readonly name?: string;
  /** Default 1,048,576, the heading included: Excel's own. */
  readonly rowsPerSheet?: number;
}

const excelRows = 1_048_576;
const longest = 32_767;
/** Each piece is handed to another thread and back: small ones cost more of this one than what is in them. */
const pieceBytes = 512 * 1024;
/** UTF-8 takes at most so many bytes for a unit of a string. */
const bytesAUnit = 3;
/** Characters of a sheet: three bytes each at most, and a part must stay under 4 GB. */
const sheetChars = 1_200_000_000;

function textCell(at: string, value: string, style: string): string {
  const cut = value.length > longest ? value.slice(0, longest) : value;
  const text = escapeText(guardFormula(cut));
  const first = text.charCodeAt(0);
  const last = text.charCodeAt(text.length - 1);
  const space = first <= 0x20 || last <= 0x20 || text.includes("\n") ? ' xml:space="preserve"' : "";
  return `<c r="${at}"${style} t="inlineStr"><is><t${space}>${text}</t></is></c>`;
}

function rowXml(cells: readonly Cell[], row: number, columns: readonly string[], style = ""): string {
  let xml = `<row r="${row}">`;
  const count = Math.min(cells.length, columns.length);
  for (let i = 0; i < count; i += 1) {
    const value = cells[i];
    if (value === null || value === undefined || value === "") continue;
    const at = `${columns[i]}${row}`;
    if (typeof value === "number") {
      if (Number.isFinite(value)) xml += `<c r="${at}"${style}><v>${value}</v></c>`;
    } else xml += textCell(at, value, style);
  }
  return `${xml}</row>`;
}

type Source = Iterator<readonly Cell[]> | AsyncIterator<readonly Cell[]>;

/** One sheet; `state.next` holds the row that no longer went in. */
async function* sheetXml(
  content: SheetContent,
  source: Source,
  state: { next: readonly Cell[] | undefined },
): AsyncGenerator<Buffer> {
  const { columns, rowsPerSheet = excelRows } = content;
  const names = columns.map((_, index) => letters(index));
  // Row by row into bytes: a text of many rows is put together once more before it can be written.
  let piece = Buffer.allocUnsafe(pieceBytes);
  let used = 0;
  const lacks = (text: string): boolean => text.length * bytesAUnit > piece.length - used;
  const put = (text: string): void => {
    if (lacks(text)) {
      piece = Buffer.allocUnsafe(Math.max(pieceBytes, text.length * bytesAUnit));
      used = 0;
    }
    used += piece.write(text, used);
  };
  const titles = columns.map(({ title }) => title);
  put(head(columns) + rowXml(titles, 1, names, ' s="1"'));
  let row = 1;
  let chars = 0;
  while (state.next !== undefined && row < rowsPerSheet && chars < sheetChars) {
    row += 1;
    const text = rowXml(state.next, row, names);
    chars += text.length;
    if (lacks(text)) yield piece.subarray(0, used);
    put(text);
    const step = source.next();
    const result = step instanceof Promise ? await step : step;
    state.next = result.done ? undefined : result.value;
  }
  const end = tail(names.at(-1) ?? "A", row);
  if (lacks(end)) yield piece.subarray(0, used);
  put(end);
  yield piece.subarray(0, used);
}

async function* parts(content: SheetContent): AsyncGenerator<Part, void, void> {
  const { rows, name = "Sheet" } = content;
  const source: Source = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  try {
    const first = await source.next();
    const state = { next: first.done ? undefined : first.value };
    const names: string[] = [];
    do {
      names.push(names.length === 0 ? name : `${name}${names.length + 1}`);
      yield { name: `xl/worksheets/sheet${names.length}.xml`, content: sheetXml(content, source, state) };
    } while (state.next !== undefined);
    const fixed = {
      "xl/workbook.xml": workbook(names),
      "xl/_rels/workbook.xml.rels": relationships(names.length),
      "xl/styles.xml": styles,
      "_rels/.rels": rootRelations,
      "[Content_Types].xml": contentTypes(names.length),
    };
    for (const [part, text] of Object.entries(fixed)) yield { name: part, content: [Buffer.from(text)] };
  } finally {
    await source.return?.();
  }
}

/**
 * An .xlsx as a stream. Strings are inline strings, numbers are numbers; formulas are neutralised (guard.ts), control
 * characters dropped, texts cut at Excel's 32,767 characters. A failure of `rows` destroys the stream with it; destroying the
 * stream ends `rows`.
 */
export function writeSheet(content: SheetContent): Readable {
  const left = new AbortController();
  const stream = Readable.from(zipped(parts(content), left.signal), { objectMode: false });
  const end = stream._destroy;
  stream._destroy = (error, done) => {
    left.abort();
    end.call(stream, error, done);
  };
  return stream;
}
