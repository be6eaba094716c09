/** Rows as a workbook, streamed: memory stays flat, a sheet that is full goes on in the next. */
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { escapeText } from './escape.ts';
import { guardFormula } from './guard.ts';
import { contentTypes, head, letters, relationships, rootRelations, styles, tail, workbook } from './parts.ts';

export type Cell = string | number | null | undefined;

export interface SheetColumn {
  readonly title: string;
  /** In characters of the default font; default by the title. */
  readonly width?: number;
}

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
const pieceChars = 128 * 1024;
/** Half the time of the default level, a tenth more bytes. */
const compressionLevel = 3;

function textCell(at: string, value: string, style: string): string {
  const cut = value.length > longest ? value.slice(0, longest) : value;
  const text = escapeText(guardFormula(cut));
  const first = text.charCodeAt(0);
  const last = text.charCodeAt(text.length - 1);
  const space = first <= 0x20 || last <= 0x20 || text.includes('\n') ? ' xml:space="preserve"' : '';
  return `<c r="${at}"${style} t="inlineStr"><is><t${space}>${text}</t></is></c>`;
}

function rowXml(cells: readonly Cell[], row: number, columns: readonly string[], style = ''): string {
  let xml = `<row r="${row}">`;
  const count = Math.min(cells.length, columns.length);
  for (let i = 0; i < count; i += 1) {
    const value = cells[i];
    if (value === null || value === undefined || value === '') continue;
    const at = `${columns[i]}${row}`;
    if (typeof value === 'number') {
      if (Number.isFinite(value)) xml += `<c r="${at}"${style}><v>${value}</v></c>`;
    } else xml += textCell(at, value, style);
  }
  return `${xml}</row>`;
}

type Source = Iterator<readonly Cell[]> | AsyncIterator<readonly Cell[]>;

/** One sheet; `state.next` holds the row that no longer went in. */
async function* sheetXml(content: SheetContent, source: Source, state: { next: readonly Cell[] | undefined }): AsyncGenerator<Buffer> {
  const { columns, rowsPerSheet = excelRows } = content;
  const names = columns.map((_, index) => letters(index));
  let text = head(columns) + rowXml(columns.map(({ title }) => title), 1, names, ' s="1"');
  let row = 1;
  while (state.next !== undefined && row < rowsPerSheet) {
    row += 1;
    text += rowXml(state.next, row, names);
    if (text.length >= pieceChars) {
      yield Buffer.from(text);
      text = '';
    }
    const step = source.next();
    const result = step instanceof Promise ? await step : step;
    state.next = result.done ? undefined : result.value;
  }
  yield Buffer.from(text + tail(names.at(-1) ?? 'A', row));
}

/**
 * An .xlsx as a stream. Strings are inline strings, numbers are numbers; formulas are neutralised (guard.ts), control
 * characters dropped, texts cut at Excel's 32,767 characters. A failure of `rows` destroys the stream with it; destroying the
 * stream ends `rows`.
 */
export function writeSheet(content: SheetContent): Readable {
  const { rows, name = 'Sheet' } = content;
  const source: Source = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  const names: string[] = [];
  const state: { next: readonly Cell[] | undefined } = { next: undefined };

  const finish = (): void => {
    const option = { compressionLevel } as const;
    zip.addBuffer(Buffer.from(workbook(names)), 'xl/workbook.xml', option);
    zip.addBuffer(Buffer.from(relationships(names.length)), 'xl/_rels/workbook.xml.rels', option);
    zip.addBuffer(Buffer.from(styles), 'xl/styles.xml', option);
    zip.addBuffer(Buffer.from(rootRelations), '_rels/.rels', option);
    zip.addBuffer(Buffer.from(contentTypes(names.length)), '[Content_Types].xml', option);
    zip.end();
  };
  const addSheet = (): void => {
    names.push(names.length === 0 ? name : `${name}${names.length + 1}`);
    const sheet = Readable.from(sheetXml(content, source, state), { objectMode: false, highWaterMark: pieceChars });
    sheet.on('error', (error) => output.destroy(error));
    sheet.on('end', () => (state.next === undefined ? finish() : addSheet()));
    output.once('close', () => sheet.destroy());
    zip.addReadStream(sheet, `xl/worksheets/sheet${names.length}.xml`, { compressionLevel });
  };
  output.once('close', () => void source.return?.());
  void (async () => {
    const result = await source.next();
    state.next = result.done ? undefined : result.value;
    addSheet();
  })().catch((error: Error) => output.destroy(error));
  return output;
}
