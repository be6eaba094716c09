/** Rows of an import as they are decided and saved, some hundred in one transaction. */
import { tooManyNumbers } from "../../http/number-questions.ts";
import { ownText, type CellFault, type rowChecker, type SheetRow } from "../../sheets/index.ts";
import type { FailedLine, ImportFault, ImportPart } from "./import-counts.ts";
import { ImportLost, Kept, type ImportRow, type ImportRun, type ImportSpec, type Keep } from "./import-spec.ts";

const notSaved = (requestId: string) => `保存失败，本行未导入，请稍后重试（请求编号${requestId}）`;

const mostBatched = 500;
/** Rows after which it is asked again whether their importer still may. */
const askedEvery = 1_000;
/** Saved rows after which the tables are another size. */
const manyRows = 20_000;

interface Line<R> {
  readonly row: number;
  readonly cells: readonly string[];
  readonly value: R;
  readonly keys: readonly string[];
}

const refusedLine = (
  { row, cells }: Pick<Line<unknown>, "row" | "cells">,
  fault: string | ImportFault | readonly CellFault[],
  repetition = false,
): FailedLine => ({
  ...{ row, cells: cells.map(ownText), repetition },
  faults: isFaults(fault) ? fault : [{ field: "", message: typeof fault === "string" ? fault : fault.message }],
  ...(typeof fault === "object" && !isFaults(fault) && kindOf(fault)),
});
const kindOf = ({ duplicate, as }: ImportFault): Partial<FailedLine> => ({
  ...(duplicate && { duplicate }),
  ...(as === "repetition" && { repetition: true }),
  ...(as === "blackList" && { blackList: true }),
});
const isFaults = (fault: string | object): fault is readonly CellFault[] => Array.isArray(fault);

/** What is decided together. */
interface Decided<R> {
  readonly lines: readonly Line<R>[];
  /** Refused since the batch before. */
  readonly refused: readonly FailedLine[];
  readonly upTo: number;
}

const partOf = <R>({ refused, upTo }: Decided<R>, succeed: number, failed: readonly FailedLine[]): ImportPart => ({
  upTo,
  succeed,
  failed: [...refused, ...failed],
});

/** What is known of a batch before it is saved. */
interface Known<R extends ImportRow> {
  /** Nobody may say whether their numbers are there. */
  readonly uncompared: ReadonlySet<Line<R>>;
  readonly barred: ReadonlySet<Line<R>>;
  readonly there: ReadonlySet<string> | undefined;
  readonly save: ImportSpec<R>["save"];
}

/** Decides rows and saves them in batches: one is saved while the next is read, checked and asked about. */
export class Batches<R extends ImportRow> {
  readonly #run: ImportRun;
  readonly #spec: ImportSpec<R>;
  readonly #seen = new Set<string>();
  readonly #done: number;
  #batch: Line<R>[] = [];
  #refused: FailedLine[] = [];
  #row = 0;
  #taken = 0;
  #saving: Promise<void> = Promise.resolve();
  #growing: Promise<unknown> = Promise.resolve();
  #grewAt = manyRows;
  readonly failed: FailedLine[] = [];
  total = 0;
  succeed = 0;

  constructor(run: ImportRun, spec: ImportSpec<R>) {
    this.#run = run;
    this.#spec = spec;
    this.#done = run.keeper.before.at(-1)?.upTo ?? 0;
    for (const part of run.keeper.before) this.#count(part);
  }

  async take(of: SheetRow, read: ReturnType<typeof rowChecker>): Promise<void> {
    const { row } = of;
    this.total += 1;
    this.#row = row;
    const line = this.#decide(of, read);
    // Decided before: it counts for repetitions after it, and for nothing else.
    if (row <= this.#done) return;
    this.#taken += 1;
    if (this.#taken % askedEvery === 0) await this.#run.stands();
    if ("faults" in line) this.#refused.push(line);
    else this.#batch.push(line);
    if (this.#batch.length >= (this.#spec.batchRows ?? mostBatched)) await this.flush();
  }

  /** Begins to save what was taken, once the batch before is saved. Throws what became of that one. */
  async flush(): Promise<void> {
    const decided: Decided<R> = { lines: this.#batch, refused: this.#refused, upTo: this.#row };
    this.#batch = [];
    this.#refused = [];
    if (decided.lines.length === 0 && decided.refused.length === 0) return this.#saving;
    // Repetitions among the rows themselves are found by their keys, so nothing of the batch before need be there.
    const known = this.#ask(decided.lines);
    known.catch(() => undefined);
    await this.#saving;
    this.#saving = this.#keep(decided, known);
    // Whoever comes next hears of it.
    this.#saving.catch(() => undefined);
  }

  /** Nothing is being saved any more. Throws what became of the last batch. */
  async settled(): Promise<void> {
    try {
      await this.#saving;
    } finally {
      await this.#growing;
    }
  }

  async #ask(all: readonly Line<R>[]): Promise<Known<R>> {
    const { key, existing, ahead, save, blackListed } = this.#spec;
    const uncompared = await this.#uncompared(all);
    const lines = all.filter((line) => !uncompared.has(line));
    if (lines.length === 0) return { uncompared, barred: new Set(), there: undefined, save };
    const values = lines.map(({ value }) => value);
    const [barred, there, saves = save] = await Promise.all([
      blackListed?.(values) ?? [],
      key && existing?.(lines.flatMap((line) => line.keys)),
      ahead?.(values),
    ]);
    return { uncompared, barred: new Set(lines.filter((_, at) => barred[at])), there, save: saves };
  }

  async #uncompared(lines: readonly Line<R>[]): Promise<ReadonlySet<Line<R>>> {
    const { numbers } = this.#spec;
    const { mayCompare } = this.#run;
    const found = new Set<Line<R>>();
    if (!numbers || !mayCompare) return found;
    for (const line of lines) if (!(await mayCompare(numbers(line.value)))) found.add(line);
    return found;
  }

  async #keep(decided: Decided<R>, known: Promise<Known<R>>): Promise<void> {
    const { logger, context, compId, keeper } = this.#run;
    const { lines } = decided;
    let part: ImportPart;
    try {
      part = await this.#save(decided, await known);
    } catch (error) {
      if (error instanceof ImportLost) throw error;
      // Whoever imports must learn what became of every row, of the saved ones too: the answer is the result, not a 500.
      logger.error({ requestId: context.requestId, compId, rows: lines.length, error }, "import batch");
      part = partOf(
        decided,
        0,
        lines.map((line) => refusedLine(line, notSaved(context.requestId))),
      );
      await keeper.keep(undefined, part);
    }
    this.#count(part);
    if (this.succeed < this.#grewAt) return;
    this.#grewAt = 4 * this.succeed;
    // Beside the next batches: a plan that stays as it was costs time and nothing else.
    this.#growing = Promise.all([this.#growing, this.#spec.grew?.()]).catch((error: unknown) =>
      logger.warn({ compId, error }, "import: statistics"),
    );
  }

  async #save(decided: Decided<R>, { uncompared, barred, there, save }: Known<R>): Promise<ImportPart> {
    const { lines } = decided;
    const refused: FailedLine[] = [];
    const fresh = lines.filter((line) => {
      if (uncompared.has(line)) {
        refused.push(refusedLine(line, tooManyNumbers));
        return false;
      }
      if (barred.has(line)) {
        refused.push({ ...refusedLine(line, "号码在黑名单中"), blackList: true });
        return false;
      }
      const found = line.keys.find((one) => there?.has(one));
      if (found !== undefined) refused.push(refusedLine(line, this.#repeated(line.value, found), true));
      return found === undefined;
    });
    const keep: Keep = async (trx, faults = []) => {
      const wrong = fresh.flatMap((line, at) => (faults[at] === undefined ? [] : [refusedLine(line, faults[at])]));
      const part = partOf(decided, fresh.length - wrong.length, [...refused, ...wrong]);
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

  #decide({ row, cells, wrong }: SheetRow, read: ReturnType<typeof rowChecker>): Line<R> | FailedLine {
    const checked = read(cells, wrong);
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

  #count({ succeed, failed }: ImportPart): void {
    this.succeed += succeed;
    this.failed.push(...failed);
  }
}
