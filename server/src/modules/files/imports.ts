/**
 * Imports from a workbook: row by row, each fault told, what is wrong given back as a workbook to correct and import again.
 * What is decided of a batch is kept in the transaction that saves it (ImportKeeper), so a process that takes an import over
 * reads the sheet again, goes on behind the last batch and does no row twice.
 */
import { buffer } from "node:stream/consumers";
import type { BinaryReply } from "../../http/routes.ts";
import { attachment } from "../../http/names.ts";
import {
  checkRows,
  furtherSheets,
  heading,
  ownText,
  readBatches,
  rowChecker,
  sheetFault,
  trimmed,
  writeSheet,
  xlsxType,
  type Cell,
  type ImportColumn,
  type Merge,
  type ReadOptions,
  type SheetRow,
} from "../../sheets/index.ts";
import { Batches } from "./import-batches.ts";
import { countsOf, type FailedLine, type ImportCounts } from "./import-counts.ts";
import type { ImportRow, ImportRun, ImportSpec } from "./import-spec.ts";

export type { ImportColumn };
export { ImportLost, OwnerChanged } from "./import-spec.ts";
export type { ImportFault } from "./import-counts.ts";
export type { ImportKeeper, ImportRow, ImportRun, ImportSpec } from "./import-spec.ts";

const resultDays = 7;
const reason = "失败原因";
/** Of headings, and of sheets, that were not read. */
const mostNamed = 20;

const nothingIn = (what: string, unread: readonly string[]) =>
  sheetFault(`${what}${unread.length > 0 ? `（只读取第一个工作表，没有读取：${unread.join("、")}）` : ""}`);

type RowChecker = ReturnType<typeof rowChecker>;

/** Of joined cells only the first has what all of them show: rows below it would lose it without a word. */
function refuseJoined(merges: readonly Merge[], { row, cells }: SheetRow, columns: readonly ImportColumn[]): void {
  const read = new Set(columns.map(({ title }) => title));
  const places = [...cells.keys()].filter((at) => read.has(heading(cells[at]!)));
  const joined = merges.find(
    ({ rows: [first, last], columns: [from, to] }) =>
      last > first && last > row && places.some((at) => at >= from && at <= to),
  );
  if (joined) throw sheetFault(`单元格${joined.ref}是合并的单元格，请取消合并，逐行填写后再导入`);
}

/** Every row below the head, which is answered; undefined: there is none. */
async function readRows(
  path: string,
  options: ReadOptions & { readonly merges: readonly Merge[] },
  { columns, further }: Pick<ImportSpec<never>, "columns" | "further">,
  each: (row: SheetRow, read: RowChecker) => Promise<void> | void,
): Promise<readonly string[] | undefined> {
  let head: readonly string[] | undefined;
  let read: RowChecker | undefined;
  for await (const rows of readBatches(path, options))
    for (const row of rows) {
      if (!row.wrong && row.cells.every((cell) => trimmed(cell) === "")) continue;
      if (read) await each(row, read);
      else {
        head = row.cells.map(ownText);
        const all = [...columns, ...(further?.(head) ?? [])];
        read = rowChecker(all, head);
        refuseJoined(options.merges, row, all);
      }
    }
  return head;
}

/** Headings that nothing was read under. */
function ignoredOf(head: readonly string[], { columns, further }: Pick<ImportSpec<never>, "columns" | "further">) {
  const read = new Set([...columns, ...(further?.(head) ?? [])].map(({ title }) => title));
  const titles = [...new Set(head.map(heading))];
  return titles.filter((title) => title !== "" && title !== reason && !read.has(title)).slice(0, mostNamed);
}

export async function runImport<R extends ImportRow>(run: ImportRun, spec: ImportSpec<R>): Promise<ImportCounts> {
  const { maxRows = 10_000, foresee } = spec;
  const most = { maxRows: maxRows + 1 };
  // Too many rows, or damage further down, is refused before the first rows are saved.
  const limits = { ...most, merges: run.keeper.before.length === 0 ? await checkRows(run.path, most) : [] };
  if (foresee)
    await readRows(run.path, limits, spec, ({ cells, wrong }, read) => {
      const checked = read(cells, wrong);
      if (!("faults" in checked)) foresee(checked.value as R);
    });
  const batches = new Batches(run, spec);
  const unreadSheets = await furtherSheets(run.path, { most: mostNamed });
  const head = await readRows(run.path, limits, spec, (row, read) => batches.take(row, read))
    .then(async (found) => {
      if (!found || batches.total === 0)
        throw nothingIn(found ? "文件中没有要导入的数据" : "文件中没有数据", unreadSheets);
      await batches.flush();
      return found;
    })
    // Whatever happened: what counts the parts of an import that failed must not do so beside a batch that is being saved.
    .finally(() => batches.settled());
  const failed = batches.failed.sort((a, b) => a.row - b.row);
  const ignored = ignoredOf(head, spec);
  const counts = {
    ...countsOf(batches.total, batches.succeed, failed),
    ...(ignored.length > 0 && { ignored }),
    ...(unreadSheets.length > 0 && { unreadSheets }),
    failedFileId: failed.length > 0 ? await resultFile(run, spec.name, head, failed) : null,
  };
  await spec.ended?.(counts);
  return counts;
}

async function resultFile(
  { store, context, compId }: ImportRun,
  name: string,
  head: readonly string[],
  failed: readonly FailedLine[],
): Promise<string> {
  // Of a file of failed rows that comes back: why they failed then.
  const kept = [...head.keys()].filter((index) => heading(head[index]!) !== reason);
  const rows = failed.map(({ cells, faults }): Cell[] => [
    ...kept.map((index) => cells[index] ?? ""),
    faults.map(({ message }) => message).join("；"),
  ]);
  const bytes = await buffer(
    writeSheet({ columns: [...kept.map((index) => ({ title: head[index]! })), { title: reason, width: 40 }], rows }),
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
