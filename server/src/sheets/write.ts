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

/** Rows that come many at a time: those of a page are taken without waiting for each. */
export interface SheetPages {
  readonly pages: AsyncIterable<Iterable<readonly Cell[]>>;
}
export type SheetRows = Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]> | SheetPages;

export interface SheetContent {
  readonly columns: readonly SheetColumn[];
  readonly rows: SheetRows;
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

/** What stands around texts and numbers, in few and long pieces: a row is put together of a hundred. */
interface Opened {
  /** Up to the row's number. */
  readonly cells: readonly string[];
  readonly before: string;
  readonly spaced: string;
  readonly number: string;
}

const openedOf = (names: readonly string[], style = ""): Opened => ({
  cells: names.map((name) => `<c r="${name}`),
  before: `"${style} t="inlineStr"><is><t>`,
  spaced: `"${style} t="inlineStr"><is><t xml:space="preserve">`,
  number: `"${style}><v>`,
});

function rowXml(cells: readonly Cell[], at: number, opened: Opened): string {
  const row = String(at);
  let xml = `<row r="${row}">`;
  const count = Math.min(cells.length, opened.cells.length);
  for (let i = 0; i < count; i += 1) {
    const value = cells[i];
    if (value === null || value === undefined || value === "") continue;
    if (typeof value === "number") {
      if (Number.isFinite(value)) xml += opened.cells[i]! + row + opened.number + value + "</v></c>";
      continue;
    }
    const text = escapeText(guardFormula(value.length > longest ? value.slice(0, longest) : value));
    const blank = text.charCodeAt(0) <= 0x20 || text.charCodeAt(text.length - 1) <= 0x20 || text.includes("\n");
    xml += opened.cells[i]! + row + (blank ? opened.spaced : opened.before) + text + "</t></is></c>";
  }
  return `${xml}</row>`;
}

type Step = IteratorResult<readonly Cell[], unknown>;
interface Source {
  next(): Step | Promise<Step>;
  return?(): unknown;
}

function pageSource({ pages }: SheetPages): Source {
  const outer = pages[Symbol.asyncIterator]();
  let page: Iterator<readonly Cell[]> | undefined;
  const further = async (): Promise<Step> => {
    for (;;) {
      const turned = await outer.next();
      if (turned.done) return { done: true, value: undefined };
      page = turned.value[Symbol.iterator]();
      const step = page.next();
      if (!step.done) return step;
    }
  };
  return {
    next() {
      const step = page?.next();
      return step && !step.done ? step : further();
    },
    return() {
      page?.return?.();
      return outer.return?.();
    },
  };
}

function sourceOf(rows: SheetRows): Source {
  if ("pages" in rows) return pageSource(rows);
  return Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
}

/** One sheet; `state.next` holds the row that no longer went in. */
async function* sheetXml(
  content: SheetContent,
  source: Source,
  state: { next: readonly Cell[] | undefined },
): AsyncGenerator<Buffer> {
  const { columns, rowsPerSheet = excelRows } = content;
  const names = columns.map((_, index) => letters(index));
  // Row by row into bytes: a text of many rows is put together once more before it can be written. Two buffers in turns: another for each
  // piece is collected as dear as what stands in it (hundreds of megabytes outside the heap).
  const buffers = [Buffer.allocUnsafe(pieceBytes), Buffer.allocUnsafe(pieceBytes)] as const;
  let turn = 0;
  let piece: Buffer = buffers[0];
  let used = 0;
  const lacks = (text: string): boolean => text.length * bytesAUnit > piece.length - used;
  const put = (text: string): void => {
    if (lacks(text)) {
      turn = 1 - turn;
      const needed = text.length * bytesAUnit;
      piece = needed > pieceBytes ? Buffer.allocUnsafe(needed) : buffers[turn]!;
      used = 0;
    }
    used += piece.write(text, used);
  };
  const titles = columns.map(({ title }) => title);
  put(head(columns) + rowXml(titles, 1, openedOf(names, ' s="1"')));
  const opened = openedOf(names);
  let row = 1;
  let chars = 0;
  while (state.next !== undefined && row < rowsPerSheet && chars < sheetChars) {
    row += 1;
    const text = rowXml(state.next, row, opened);
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
  const source = sourceOf(rows);
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
