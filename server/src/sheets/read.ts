/** Rows of a workbook's sheet as text, one after the other, whatever its size. */
import { posix } from 'node:path';
import { openArchive, sheetFault, type Archive } from './archive.ts';
import { elements } from './elements.ts';
import { formatNumber, formatSerial, readFormats, type DateKind } from './formats.ts';
import { joinRuns, readStrings } from './strings.ts';
import { attribute, plainText, tags } from './xml.ts';

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
  readonly strings: readonly string[];
  readonly formats: readonly (DateKind | undefined)[];
  readonly from1904: boolean;
}

/** Parts that a part refers to, by id and by kind. */
async function relations(archive: Archive, part: string): Promise<readonly { readonly id: string; readonly kind: string; readonly target: string }[]> {
  const name = posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);
  if (!archive.has(name)) return [];
  return [...tags(await archive.whole(name, partChars), 'Relationship')].map((tag) => {
    const target = plainText(attribute(tag, 'Target') ?? '');
    return { id: attribute(tag, 'Id') ?? '', kind: (attribute(tag, 'Type') ?? '').split('/').at(-1) ?? '', target: target.startsWith('/') ? target.slice(1) : posix.normalize(posix.join(posix.dirname(part), target)) };
  });
}

async function openWorkbook(archive: Archive, wanted: string | number): Promise<Workbook> {
  const main = (await relations(archive, '')).find(({ kind }) => kind === 'officeDocument')?.target ?? 'xl/workbook.xml';
  const xml = await archive.whole(main, partChars);
  const parts = await relations(archive, main);
  const sheets = [...tags(xml, 'sheet')].map((tag) => ({ name: plainText(attribute(tag, 'name') ?? ''), id: /\s\w+:id\s*=\s*["']([^"']*)/.exec(tag)?.[1] ?? '' }));
  const found = typeof wanted === 'number' ? sheets[wanted] : sheets.find(({ name }) => name === wanted);
  const sheet = parts.find(({ id }) => found && id === found.id)?.target;
  if (!sheet) throw sheetFault(typeof wanted === 'string' ? `文件中没有工作表“${wanted}”` : '文件中没有工作表');
  const styles = parts.find(({ kind }) => kind === 'styles')?.target;
  const strings = parts.find(({ kind }) => kind === 'sharedStrings')?.target;
  return {
    sheet,
    strings: strings ? await readStrings(archive, strings) : [],
    formats: styles && archive.has(styles) ? readFormats(await archive.whole(styles, partChars * 4)) : [],
    from1904: [...tags(xml, 'workbookPr')].some((tag) => ['1', 'true'].includes(attribute(tag, 'date1904') ?? '')),
  };
}

/** Column of 'BC12', from 0; -1 for none. */
function columnOf(reference: string): number {
  let column = 0;
  for (let i = 0; i < reference.length; i += 1) {
    const code = reference.charCodeAt(i) & ~0x20;
    if (code < 0x41 || code > 0x5a) break;
    column = column * 26 + code - 0x40;
  }
  return column - 1;
}

/** Between <v> and </v>. */
function valueOf(inner: string, prefix: string): string {
  const open = `<${prefix}v`;
  const at = inner.indexOf(open);
  if (at < 0) return '';
  const from = inner.indexOf('>', at) + 1;
  const to = inner.indexOf('</', from);
  return to < 0 ? '' : inner.slice(from, to);
}

function cellText(tag: string, inner: string, prefix: string, book: Workbook): string {
  const type = attribute(tag, 't');
  if (type === 'inlineStr') return joinRuns(inner, prefix);
  const value = valueOf(inner, prefix);
  if (value === '') return '';
  switch (type) {
    case 's':
      return book.strings[Number(value)] ?? '';
    case 'str':
    case 'e':
      return plainText(value);
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    case 'd':
      return plainText(value).replace('T', ' ').replace(/(?:\.\d+)?Z?$/, '').replace(/ 00:00:00$/, '');
    default: {
      const style = attribute(tag, 's');
      const kind = style === undefined ? undefined : book.formats[Number(style)];
      const serial = kind ? Number(value) : Number.NaN;
      return kind && serial >= 0 && serial < 2_958_466 ? formatSerial(serial, kind, book.from1904) : formatNumber(value);
    }
  }
}

function cellsOf(inner: string, prefix: string, book: Workbook, maxColumns: number): string[] {
  const cells: string[] = [];
  const open = `<${prefix}c`;
  const close = `</${prefix}c>`;
  let filled = 0;
  let column = -1;
  let at = inner.indexOf(open);
  while (at >= 0) {
    const tagEnd = inner.indexOf('>', at);
    if (tagEnd < 0) break;
    const closed = inner.charCodeAt(tagEnd - 1) === 0x2f;
    const tag = inner.slice(at, tagEnd);
    const end = closed ? tagEnd + 1 : inner.indexOf(close, tagEnd);
    if (end < 0) break;
    const reference = attribute(tag, 'r');
    column = reference === undefined ? column + 1 : columnOf(reference);
    if (!closed && column >= 0 && column < maxColumns) {
      const text = cellText(tag, inner.slice(tagEnd + 1, end), prefix, book);
      if (text !== '') {
        while (cells.length < column) cells.push('');
        cells[column] = text;
        filled = Math.max(filled, column + 1);
      }
    }
    at = inner.indexOf(open, end);
  }
  cells.length = filled;
  return cells;
}

/**
 * Rows of an .xlsx: shared and inline strings, rich text, numbers, dates (yyyy-MM-dd, HH:mm, yyyy-MM-dd HH:mm:ss), the last
 * value of formulas. Empty rows are left out. Throws AppError 'invalid' (field 'files') for what is no workbook, encrypted,
 * too large unpacked, or has more rows than `maxRows`.
 */
export async function* readRows(source: string | Uint8Array, options: ReadOptions): AsyncGenerator<SheetRow, void, void> {
  const { maxRows, maxBytes = unpacked, maxColumns = 256, sheet = 0 } = options;
  const archive = await openArchive(source, maxBytes);
  try {
    const book = await openWorkbook(archive, sheet);
    let prefix = '';
    let row = 0;
    let count = 0;
    for await (const found of elements(archive.text(book.sheet), 'row', (given) => (prefix = given))) {
      for (const { tag, inner } of found) {
        const given = Number(attribute(tag, 'r'));
        row = Number.isInteger(given) && given > 0 ? given : row + 1;
        const cells = inner === '' ? [] : cellsOf(inner, prefix, book, maxColumns);
        if (cells.length === 0) continue;
        count += 1;
        if (count > maxRows) throw sheetFault(`文件的数据不能超过${maxRows - 1}行`);
        yield { row, cells };
      }
    }
  } finally {
    archive.close();
  }
}
