/** Imports from a workbook: row by row, each fault told, what is wrong given back as a workbook to correct and import again. */
import type { importReply } from '@liantai/api/contract/admin';
import { buffer } from 'node:stream/consumers';
import { ValidationError, type InferType, type Schema } from 'yup';
import type { BinaryReply, RequestContext, UploadedFile } from '../../http/routes.ts';
import { attachment } from '../../http/names.ts';
import { readRows, sheetFault, unguardFormula, writeSheet, xlsxType, type Cell } from '../../sheets/index.ts';
import type { FileStore } from './store.ts';

export type ImportResult = InferType<typeof importReply>;

export interface ImportColumn {
  /** Heading in the workbook; a leading or trailing * is overlooked. */
  readonly title: string;
  /** Key of the row. */
  readonly name: string;
  /** The column must be there and each cell filled. */
  readonly required?: boolean;
  /** Checks one cell's text and makes it the value (a number field gives a number). Absent: the text. */
  readonly schema?: Schema;
  readonly width?: number;
}

/** By the columns' names; an empty cell is undefined. */
export type ImportRow = Readonly<Record<string, unknown>>;

export interface ImportSpec<R extends ImportRow> {
  readonly context: RequestContext;
  readonly compId: string;
  /** Default: the first file of the request. */
  readonly file?: UploadedFile;
  /** What is imported, for the name of the result file: 坐席. */
  readonly name: string;
  readonly columns: readonly ImportColumn[];
  /** Default 10,000. */
  readonly maxRows?: number;
  /** Two rows with one key are repetitions; so is one whose key `existing` returns. */
  readonly key?: (row: R) => string;
  readonly existing?: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
  /** A rule over the whole row; its text is the fault. */
  readonly check?: (row: R) => string | undefined | Promise<string | undefined>;
  /** Saves a batch (at most 500) in a transaction of its own; may return a fault for a row at its place. Throwing ends the import: earlier batches stay. */
  readonly save: (batch: readonly R[]) => Promise<void | readonly (string | undefined)[]>;
  /** Fault of a repetition; default '数据重复'. */
  readonly repeated?: (row: R) => string;
}

const batchRows = 500;
/** imports.ts of the contract. */
const toldErrors = 200;
const resultDays = 7;
const heading = (text: string): string => text.replace(/^[\s*＊]+|[\s*＊]+$/g, '');

interface Line<R> {
  readonly row: number;
  readonly cells: readonly string[];
  readonly value?: R;
  readonly key?: string;
  readonly faults?: readonly Fault[];
  readonly repetition?: boolean;
}

interface Fault {
  /** Title of the column; '' for the row as a whole. */
  readonly field: string;
  readonly message: string;
}

/** Texts cut out of a large one keep all of it in memory. */
const own = (text: string): string => (text.length > 12 ? Buffer.from(text).toString() : text);

function reader<R extends ImportRow>(columns: readonly ImportColumn[], head: readonly string[]): (row: number, cells: readonly string[]) => Line<R> {
  const titles = head.map(heading);
  const places = columns.map((column) => ({ column, at: titles.indexOf(column.title) }));
  const missing = places.filter(({ column, at }) => column.required && at < 0).map(({ column }) => column.title);
  if (missing.length > 0) throw sheetFault(`文件缺少列：${missing.join('、')}，请使用模板填写`);
  return (row, cells) => {
    const value: Record<string, unknown> = {};
    const faults: Fault[] = [];
    for (const { column, at } of places) {
      const text = at < 0 ? '' : unguardFormula((cells[at] ?? '').trim());
      if (text === '') {
        if (column.required) faults.push({ field: column.title, message: `${column.title}不能为空` });
        continue;
      }
      try {
        value[column.name] = column.schema ? column.schema.validateSync(text) : own(text);
      } catch (error) {
        if (!(error instanceof ValidationError)) throw error;
        const [message = '格式有误'] = error.errors;
        faults.push({ field: column.title, message: message.includes(column.title) ? message : `${column.title}：${message}` });
      }
    }
    return faults.length > 0 ? { row, cells, faults } : { row, cells, value: value as R };
  };
}

/** Times are those of the request, so 10,000 rows must be done within its limit. */
export async function runImport<R extends ImportRow>(store: FileStore, spec: ImportSpec<R>): Promise<ImportResult> {
  const { context, compId, columns, maxRows = 10_000, key, existing, check, save } = spec;
  const file = spec.file ?? context.files[0];
  if (!file) throw sheetFault('请选择要导入的文件');
  const repeated = spec.repeated ?? (() => '数据重复');
  const seen = new Set<string>();
  const failed: Line<R>[] = [];
  let total = 0;
  let succeed = 0;
  let head: readonly string[] | undefined;
  let read: ReturnType<typeof reader<R>> | undefined;
  let batch: Line<R>[] = [];

  const fail = (line: Line<R>, fault: string | readonly Fault[], repetition = false): void => void failed.push({ row: line.row, cells: line.cells.map(own), faults: typeof fault === 'string' ? [{ field: '', message: fault }] : fault, repetition });
  const flush = async (): Promise<void> => {
    const lines = batch;
    batch = [];
    const there = key && existing ? await existing(lines.map((line) => line.key!)) : undefined;
    const fresh = lines.filter((line) => {
      if (!there?.has(line.key!)) return true;
      fail(line, repeated(line.value!), true);
      return false;
    });
    if (fresh.length === 0) return;
    const faults = (await save(fresh.map((line) => line.value!))) ?? [];
    fresh.forEach((line, index) => {
      const fault = faults[index];
      if (fault === undefined) succeed += 1;
      else fail(line, fault);
    });
  };

  for await (const { row, cells } of readRows(file.path, { maxRows: maxRows + 1, maxColumns: 100 })) {
    if (!read) {
      head = cells.map(own);
      read = reader<R>(columns, cells);
      continue;
    }
    total += 1;
    const line = read(row, cells);
    if (line.faults !== undefined) {
      fail(line, line.faults);
      continue;
    }
    const value = line.value!;
    const fault = await check?.(value);
    if (fault !== undefined) {
      fail(line, fault);
      continue;
    }
    const id = key?.(value);
    if (id !== undefined && seen.has(id)) {
      fail(line, repeated(value), true);
      continue;
    }
    if (id !== undefined) seen.add(id);
    batch.push({ ...line, ...(id === undefined ? {} : { key: id }) });
    if (batch.length >= batchRows) await flush();
  }
  if (!head) throw sheetFault('文件中没有数据');
  if (total === 0) throw sheetFault('文件中没有要导入的数据');
  await flush();

  failed.sort((a, b) => a.row - b.row);
  const result = failed.length > 0 ? await resultFile(store, spec, head, failed) : undefined;
  return { total, succeed, failing: failed.length, repetition: failed.filter(({ repetition }) => repetition).length, errors: failed.slice(0, toldErrors).flatMap(({ row, faults = [] }) => faults.map((fault) => ({ row, ...fault }))).slice(0, toldErrors), failedFileId: result ?? null };
}

async function resultFile<R extends ImportRow>(store: FileStore, { context, compId, name }: ImportSpec<R>, head: readonly string[], failed: readonly Line<R>[]): Promise<string> {
  const rows = failed.map(({ cells, faults = [] }): Cell[] => [...head.map((_, index) => cells[index] ?? ''), faults.map(({ message }) => message).join('；')]);
  const bytes = await buffer(writeSheet({ columns: [...head.map((title) => ({ title })), { title: '失败原因', width: 40 }], rows }));
  const { id } = await store.keep(context.caller, compId, bytes, { name: `${name}导入失败数据.xlsx`, contentType: xlsxType, tag: 'import', keepMs: resultDays * 86_400_000 });
  return id;
}

/** An empty workbook to fill in: required columns are marked. */
export const importTemplate = (name: string, columns: readonly ImportColumn[]): BinaryReply => ({
  binary: writeSheet({ columns: columns.map(({ title, required, width }) => ({ title: required ? `*${title}` : title, ...(width ? { width } : {}) })), rows: [] }),
  contentType: xlsxType,
  headers: { 'content-disposition': attachment(`${name}导入模板.xlsx`) },
});
