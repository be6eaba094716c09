/** Imports from a workbook: row by row, each fault told, what is wrong given back as a workbook to correct and import again. */
import type { importReply } from "@liantai/api/contract/admin";
import { buffer } from "node:stream/consumers";
import type { InferType } from "yup";
import type { BinaryReply, RequestContext, UploadedFile } from "../../http/routes.ts";
import { attachment } from "../../http/names.ts";
import {
  ownText,
  readBatches,
  rowChecker,
  sheetFault,
  writeSheet,
  xlsxType,
  type Cell,
  type CellFault,
  type ImportColumn,
} from "../../sheets/index.ts";
import type { Logger } from "../../ports/logger.ts";
import type { FileStore } from "./store.ts";

export type ImportResult = InferType<typeof importReply>;

export type { ImportColumn };

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
  /** Two rows that share a key are repetitions; so is one with a key that `existing` returns. */
  readonly key?: (row: R) => string | readonly string[];
  readonly existing?: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
  /** A rule over the whole row; its text is the fault. */
  readonly check?: (row: R) => string | undefined | Promise<string | undefined>;
  /**
   * Saves a batch (1 to 500 rows) in a transaction of its own, the operation log with it; may return a fault for a row at its
   * place. Throwing fails the rows of the batch, not the import: batches before it are saved and those after it still may be.
   */
  readonly save: (batch: readonly R[]) => Promise<void | readonly (string | undefined)[]>;
  /** Fault of a repetition, `key` the first that was there; default '数据重复'. */
  readonly repeated?: (row: R, key: string) => string;
}

const notSaved = (requestId: string) => `保存失败，本行未导入，请稍后重试（请求编号${requestId}）`;

const batchRows = 500;
/** imports.ts of the contract. */
const reportedErrors = 200;
const resultDays = 7;

interface Line<R> {
  readonly row: number;
  readonly cells: readonly string[];
  readonly value?: R;
  readonly keys: readonly string[];
  readonly faults?: readonly CellFault[];
  readonly repetition?: boolean;
}

/** Times are those of the request, so 10,000 rows must be done within its limit. */
export async function runImport<R extends ImportRow>(
  store: FileStore,
  logger: Logger,
  spec: ImportSpec<R>,
): Promise<ImportResult> {
  const { context, columns, maxRows = 10_000, key, existing, check, save } = spec;
  const file = spec.file ?? context.files[0];
  if (!file) throw sheetFault("请选择要导入的文件");
  const repeated = spec.repeated ?? (() => "数据重复");
  const seen = new Set<string>();
  const failed: Line<R>[] = [];
  let total = 0;
  let succeed = 0;
  let head: readonly string[] | undefined;
  let read: ReturnType<typeof rowChecker> | undefined;
  let batch: Line<R>[] = [];

  const fail = (line: Pick<Line<R>, "row" | "cells">, fault: string | readonly CellFault[], repetition = false): void =>
    void failed.push({
      row: line.row,
      cells: line.cells.map(ownText),
      keys: [],
      faults: typeof fault === "string" ? [{ field: "", message: fault }] : fault,
      repetition,
    });
  const flush = async (): Promise<void> => {
    const lines = batch;
    batch = [];
    if (lines.length === 0) return;
    const before = failed.length;
    try {
      await saveLines(lines);
    } catch (error) {
      // Whoever imports must learn what became of every row, of the saved ones too: the answer is the result, not a 500.
      logger.error({ requestId: context.requestId, compId: spec.compId, rows: lines.length, error }, "import batch");
      const refused = new Set(failed.slice(before).map(({ row }) => row));
      for (const line of lines) if (!refused.has(line.row)) fail(line, notSaved(context.requestId));
    }
  };
  const saveLines = async (lines: readonly Line<R>[]): Promise<void> => {
    const there = key && existing ? await existing(lines.flatMap((line) => line.keys)) : undefined;
    const fresh = lines.filter((line) => {
      const found = line.keys.find((one) => there?.has(one));
      if (found === undefined) return true;
      fail(line, repeated(line.value!, found), true);
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

  const take = async (row: number, cells: readonly string[], check_: NonNullable<typeof read>): Promise<void> => {
    total += 1;
    const checked = check_(cells);
    if ("faults" in checked) return fail({ row, cells }, checked.faults);
    const value = checked.value as R;
    const fault = check ? await check(value) : undefined;
    if (fault !== undefined) return fail({ row, cells }, fault);
    const given = key?.(value) ?? [];
    const keys = typeof given === "string" ? [given] : given;
    const twice = keys.find((one) => seen.has(one));
    if (twice !== undefined) return fail({ row, cells }, repeated(value, twice), true);
    for (const one of keys) seen.add(one);
    batch.push({ row, cells, value, keys });
    if (batch.length >= batchRows) await flush();
  };
  for await (const rows of readBatches(file.path, { maxRows: maxRows + 1, maxColumns: 100 })) {
    for (const { row, cells } of rows) {
      if (read) await take(row, cells, read);
      else {
        head = cells.map(ownText);
        read = rowChecker(columns, head);
      }
    }
  }
  if (!head) throw sheetFault("文件中没有数据");
  if (total === 0) throw sheetFault("文件中没有要导入的数据");
  await flush();

  failed.sort((a, b) => a.row - b.row);
  const result = failed.length > 0 ? await resultFile(store, spec, head, failed) : undefined;
  return {
    total,
    succeed,
    failing: failed.length,
    repetition: failed.filter(({ repetition }) => repetition).length,
    errors: failed
      .slice(0, reportedErrors)
      .flatMap(({ row, faults = [] }) => faults.map((fault) => ({ row, ...fault })))
      .slice(0, reportedErrors),
    failedFileId: result ?? null,
  };
}

async function resultFile<R extends ImportRow>(
  store: FileStore,
  { context, compId, name }: ImportSpec<R>,
  head: readonly string[],
  failed: readonly Line<R>[],
): Promise<string> {
  const rows = failed.map(({ cells, faults = [] }): Cell[] => [
    ...head.map((_, index) => cells[index] ?? ""),
    faults.map(({ message }) => message).join("；"),
  ]);
  const bytes = await buffer(
    writeSheet({ columns: [...head.map((title) => ({ title })), { title: "失败原因", width: 40 }], rows }),
  );
  const { id } = await store.keep(context.caller, compId, bytes, {
    name: `${name}导入失败数据.xlsx`,
    contentType: xlsxType,
    tag: "import",
    keepMs: resultDays * 86_400_000,
  });
  return id;
}

/** An empty workbook to fill in: required columns are marked. */
export const importTemplate = (name: string, columns: readonly ImportColumn[]): BinaryReply => ({
  binary: writeSheet({
    columns: columns.map(({ title, required, width }) => ({
      title: required ? `*${title}` : title,
      ...(width ? { width } : {}),
    })),
    rows: [],
  }),
  contentType: xlsxType,
  headers: { "content-disposition": attachment(`${name}导入模板.xlsx`) },
});
