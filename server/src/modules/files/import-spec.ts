/** What a module says of its import, and what runs it. */
import type { MayCompare } from "../../http/number-questions.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { Logger } from "../../ports/logger.ts";
import type { ImportColumn } from "../../sheets/index.ts";
import type { ImportCounts, ImportFault, ImportPart } from "./import-counts.ts";
import type { FileStore } from "./store.ts";

/** By the columns' names; an empty cell is undefined. */
export type ImportRow = Readonly<Record<string, unknown>>;

type Faults = readonly (string | ImportFault | undefined)[];

/** The answer of a save: only `keep` makes one, so no batch is saved without being kept. */
export class Kept {
  readonly part: ImportPart;
  constructor(part: ImportPart) {
    this.part = part;
  }
}
/** In the transaction that saved the batch; undefined: nothing was saved. `faults`: of rows that were not, at their places. */
export type Keep = (trx: Trx | undefined, faults?: Faults) => Promise<Kept>;

type Save<R> = (batch: readonly R[], keep: Keep) => Promise<Kept>;

export interface ImportSpec<R extends ImportRow> {
  /** What is imported, for the name of the result file: 坐席. */
  readonly name: string;
  readonly columns: readonly ImportColumn[];
  /** Those that the sheet has beside them, by its headings. Throws AppError 'invalid' (sheetFault). */
  readonly further?: (head: readonly string[]) => readonly ImportColumn[];
  /** Default 10,000, 500 of them in a transaction. */
  readonly maxRows?: number;
  readonly batchRows?: number;
  /** Two rows that share a key are repetitions; so is one with a key that `existing` returns. */
  readonly key?: (row: R) => string | readonly string[];
  readonly existing?: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Every row that can be read, before the first is decided. */
  readonly foresee?: (row: R) => void;
  /** A rule over the whole row; its text is the fault. */
  readonly check?: (row: R) => string | undefined;
  /**
   * Saves a batch (1 to `batchRows` rows) in a transaction of its own, the operation log and `keep` with it. Throwing fails the rows of
   * the batch, not the import: batches before it are saved and those after it still may be.
   */
  readonly save: Save<R>;
  /**
   * Asks what can be known of a batch while the one before is being saved, whose rows are not there yet: what it gives saves the batch, or
   * what is left of it, in place of `save`. Throwing fails the rows of the batch.
   */
  readonly ahead?: (batch: readonly R[]) => Promise<Save<R>>;
  /**
   * Telephone numbers of a row of which the answer tells whether they are there, or barred. Of who sees no numbers they are counted, and
   * a row beyond the count is refused before anything is asked about it (protocol R10).
   */
  readonly numbers?: (row: R) => readonly string[];
  /** Which of these rows have a number of a blacklist: they are not saved. */
  readonly blackListed?: (rows: readonly R[]) => Promise<readonly boolean[]>;
  /** Fault of a repetition, `key` the first that was there; default '数据重复'. */
  readonly repeated?: (row: R, key: string) => string;
  /** After twenty thousand saved rows, and each time they are four times as many: Database.analyse of the tables they went into. */
  readonly grew?: () => Promise<void>;
  /** Every row is decided, and what was refused is a file. Asked again where the process dies before it is told. */
  readonly ended?: (counts: ImportCounts) => Promise<void>;
  /** Shown once with the result when rows were saved: an initial password. */
  readonly secret?: string;
}

/** Another process has the import, or this one stops: nothing more is done here. */
export class ImportLost extends Error {}

/** Who imports has another role by now, or sees other numbers: what is left is decided anew. */
export class OwnerChanged extends Error {}

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
  /** Of who sees no numbers; undefined: of everybody else. */
  readonly mayCompare: MayCompare | undefined;
  /** Between some rows and the next. Throws AppError where who imports may no more, OwnerChanged where it is to go on as he is now. */
  readonly stands: () => Promise<void>;
}
