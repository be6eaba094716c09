/**
 * Imports from a workbook: row by row, each fault told, what is wrong given back as a workbook to correct and import again.
 * What is decided of a batch is kept in the transaction that saves it (ImportKeeper), so a process that takes an import over
 * reads the sheet again, goes on behind the last batch and does no row twice.
 */
import { buffer } from "node:stream/consumers";
import type { BinaryReply, RequestContext } from "../../http/routes.ts";
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
  type ReadOptions,
} from "../../sheets/index.ts";
import type { Trx } from "../../ports/database.ts";
import type { Logger } from "../../ports/logger.ts";
import { countsOf, type FailedLine, type ImportCounts, type ImportPart } from "./import-counts.ts";
import type { FileStore } from "./store.ts";

export type { ImportColumn };

/** By the columns' names; an empty cell is undefined. */
export type ImportRow = Readonly<Record<string, unknown>>;

type Faults = readonly (string | undefined)[];

/** The answer of a save: only `keep` makes one, so no batch is saved without being kept. */
class Kept {
  readonly part: ImportPart;
  constructor(part: ImportPart) {
    this.part = part;
  }
}
export type { Kept };
/** In the transaction that saved the batch; undefined: nothing was saved. `faults`: of rows that were not, at their places. */
export type Keep = (trx: Trx | undefined, faults?: Faults) => Promise<Kept>;

export interface ImportSpec<R extends ImportRow> {
  /** What is imported, for the name of the result file: 坐席. */
  readonly name: string;
  readonly columns: readonly ImportColumn[];
  /** Default 10,000. */
  readonly maxRows?: number;
  /** Two rows that share a key are repetitions; so is one with a key that `existing` returns. */
  readonly key?: (row: R) => string | readonly string[];
  readonly existing?: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Every row that can be read, before the first is decided. */
  readonly foresee?: (row: R) => void;
  /** A rule over the whole row; its text is the fault. */
  readonly check?: (row: R) => string | undefined;
  /**
   * Saves a batch (1 to 500 rows) in a transaction of its own, the operation log and `keep` with it. Throwing fails the rows of
   * the batch, not the import: batches before it are saved and those after it still may be.
   */
  readonly save: (batch: readonly R[], keep: Keep) => Promise<Kept>;
  /** Which of these rows have a number of a blacklist: they are not saved. */
  readonly blackListed?: (rows: readonly R[]) => Promise<readonly boolean[]>;
  /** Fault of a repetition, `key` the first that was there; default '数据重复'. */
  readonly repeated?: (row: R, key: string) => string;
  /** Shown once with the result when rows were saved: an initial password. */
  readonly secret?: string;
}

/** Another process has the import, or this one stops: nothing more is done here. */
export class ImportLost extends Error {}

export interface ImportKeeper {
  /** Parts that are decided already, in order. */
  readonly before: readonly ImportPart[];
  /** `trx`: the one that saved the rows; undefined: one of its own. Throws ImportLost. */
  keep(trx: Trx | undefined, part: ImportPart): Promise<void>;
}

export interface ImportRun {
  readonly store: FileStore;
  readonly logger: Logger;
  readonly context: RequestContext;
  readonly compId: string;
  /** The workbook. */
  readonly path: string;
  readonly keeper: ImportKeeper;
}

const notSaved = (requestId: string) => `保存失败，本行未导入，请稍后重试（请求编号${requestId}）`;

const batchRows = 500;
const resultDays = 7;

interface Line<R> {
  readonly row: number;
  readonly cells: readonly string[];
  readonly value: R;
  readonly keys: readonly string[];
}

const refusedLine = (
  { row, cells }: Pick<Line<unknown>, "row" | "cells">,
  fault: string | readonly CellFault[],
  repetition = false,
): FailedLine => ({
  row,
  cells: cells.map(ownText),
  faults: typeof fault === "string" ? [{ field: "", message: fault }] : fault,
  repetition,
});

/** Decides rows and saves them in batches. */
class Batches<R extends ImportRow> {
  readonly #run: ImportRun;
  readonly #spec: ImportSpec<R>;
  readonly #seen = new Set<string>();
  readonly #done: number;
  #batch: Line<R>[] = [];
  /** Refused since the last batch. */
  #refused: FailedLine[] = [];
  #row = 0;
  readonly failed: FailedLine[] = [];
  total = 0;
  succeed = 0;

  constructor(run: ImportRun, spec: ImportSpec<R>) {
    this.#run = run;
    this.#spec = spec;
    this.#done = run.keeper.before.at(-1)?.upTo ?? 0;
    for (const part of run.keeper.before) this.#count(part);
  }

  async take(row: number, cells: readonly string[], read: ReturnType<typeof rowChecker>): Promise<void> {
    this.total += 1;
    this.#row = row;
    const line = this.#decide(row, cells, read);
    // Decided before: it counts for repetitions after it, and for nothing else.
    if (row <= this.#done) return;
    if ("faults" in line) this.#refused.push(line);
    else this.#batch.push(line);
    if (this.#batch.length >= batchRows) await this.flush();
  }

  async flush(): Promise<void> {
    const lines = this.#batch;
    this.#batch = [];
    if (lines.length === 0 && this.#refused.length === 0) return;
    const { logger, context, compId, keeper } = this.#run;
    let part: ImportPart;
    try {
      part = await this.#save(lines);
    } catch (error) {
      if (error instanceof ImportLost) throw error;
      // Whoever imports must learn what became of every row, of the saved ones too: the answer is the result, not a 500.
      logger.error({ requestId: context.requestId, compId, rows: lines.length, error }, "import batch");
      part = this.#part(
        0,
        lines.map((line) => refusedLine(line, notSaved(context.requestId))),
      );
      await keeper.keep(undefined, part);
    }
    this.#refused = [];
    this.#count(part);
  }

  async #save(lines: readonly Line<R>[]): Promise<ImportPart> {
    const { key, existing, save, blackListed } = this.#spec;
    const barred = blackListed && lines.length > 0 ? await blackListed(lines.map(({ value }) => value)) : [];
    const there = key && existing && lines.length > 0 ? await existing(lines.flatMap((line) => line.keys)) : undefined;
    const repeated: FailedLine[] = [];
    const fresh = lines.filter((line, at) => {
      if (barred[at]) {
        repeated.push({ ...refusedLine(line, "号码在黑名单中"), blackList: true });
        return false;
      }
      const found = line.keys.find((one) => there?.has(one));
      if (found !== undefined) repeated.push(refusedLine(line, this.#repeated(line.value, found), true));
      return found === undefined;
    });
    const keep: Keep = async (trx, faults = []) => {
      const wrong = fresh.flatMap((line, at) => (faults[at] === undefined ? [] : [refusedLine(line, faults[at])]));
      const part = this.#part(fresh.length - wrong.length, [...repeated, ...wrong]);
      await this.#run.keeper.keep(trx, part);
      return new Kept(part);
    };
    const kept =
      fresh.length === 0
        ? await keep(undefined)
        : await save(
            fresh.map(({ value }) => value),
            keep,
          );
    return kept.part;
  }

  #decide(row: number, cells: readonly string[], read: ReturnType<typeof rowChecker>): Line<R> | FailedLine {
    const checked = read(cells);
    if ("faults" in checked) return refusedLine({ row, cells }, checked.faults);
    const value = checked.value as R;
    const fault = this.#spec.check?.(value);
    if (fault !== undefined) return refusedLine({ row, cells }, fault);
    const given = this.#spec.key?.(value) ?? [];
    const keys = typeof given === "string" ? [given] : given;
    const twice = keys.find((one) => this.#seen.has(one));
    if (twice !== undefined) return refusedLine({ row, cells }, this.#repeated(value, twice), true);
    for (const one of keys) this.#seen.add(one);
    return { row, cells, value, keys };
  }

  #repeated(value: R, key: string): string {
    return this.#spec.repeated?.(value, key) ?? "数据重复";
  }

  #part(succeed: number, failed: readonly FailedLine[]): ImportPart {
    return { upTo: this.#row, succeed, failed: [...this.#refused, ...failed] };
  }

  #count({ succeed, failed }: ImportPart): void {
    this.succeed += succeed;
    this.failed.push(...failed);
  }
}

type RowChecker = ReturnType<typeof rowChecker>;

/** Every row below the head, which is answered; undefined: there is none. */
async function readRows(
  path: string,
  options: ReadOptions,
  columns: readonly ImportColumn[],
  each: (row: number, cells: readonly string[], read: RowChecker) => Promise<void> | void,
): Promise<readonly string[] | undefined> {
  let head: readonly string[] | undefined;
  let read: RowChecker | undefined;
  for await (const rows of readBatches(path, options))
    for (const { row, cells } of rows) {
      if (read) await each(row, cells, read);
      else {
        head = cells.map(ownText);
        read = rowChecker(columns, head);
      }
    }
  return head;
}

export async function runImport<R extends ImportRow>(run: ImportRun, spec: ImportSpec<R>): Promise<ImportCounts> {
  const { columns, maxRows = 10_000, foresee } = spec;
  const limits = { maxRows: maxRows + 1, maxColumns: 100 };
  // Too many rows, or damage further down, is refused before the first rows are saved.
  if (run.keeper.before.length === 0 || foresee)
    await readRows(run.path, limits, columns, (_row, cells, read) => {
      const checked = foresee && read(cells);
      if (checked && !("faults" in checked)) foresee(checked.value as R);
    });
  const batches = new Batches(run, spec);
  const head = await readRows(run.path, limits, columns, (row, cells, read) => batches.take(row, cells, read));
  if (!head || batches.total === 0) throw sheetFault(head ? "文件中没有要导入的数据" : "文件中没有数据");
  await batches.flush();
  const failed = batches.failed.sort((a, b) => a.row - b.row);
  return {
    ...countsOf(batches.total, batches.succeed, failed),
    failedFileId: failed.length > 0 ? await resultFile(run, spec.name, head, failed) : null,
  };
}

async function resultFile(
  { store, context, compId }: ImportRun,
  name: string,
  head: readonly string[],
  failed: readonly FailedLine[],
): Promise<string> {
  const rows = failed.map(({ cells, faults }): Cell[] => [
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
