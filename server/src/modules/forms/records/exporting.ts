/** Records as a sheet: at once while they are few, as a job otherwise; masked by the rights of who asked. */
import { setImmediate } from "node:timers/promises";
import { AppError, formatTime, maskPhone, type BodyOf, type QueryOf, type ReplyOf } from "@liantai/api/contract";
import { countedRecords, recordFilters, recordSources, type recordSheetApi } from "@liantai/api/contract/workorder";
import { valueInWords, type CompiledField, type CompiledForm, type FieldValue } from "@liantai/api/forms";
import { compOf } from "../../../http/company.ts";
import { parsePart } from "../../../http/input.ts";
import { attachment, safeFileName } from "../../../http/names.ts";
import { hidesNumbers } from "../../../http/privacy.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { BinaryReply, Caller, RequestContext } from "../../../http/routes.ts";
import { writeSheet, xlsxType, type Cell } from "../../../sheets/index.ts";
import { callerOf, keysetPages } from "../../files/index.ts";
import { withDictionaries } from "../definitions/other-options.ts";
import type { FormsDeps } from "../deps.ts";
import { checkPress } from "./buttons.ts";
import { countOfRecords, pageOfTexts, type RecordFilters } from "./list-repository.ts";
import { listQuery } from "./listing.ts";
import { openValues, shownValues } from "./present.ts";
import { ringTimesOf } from "./link-repository.ts";
import { numbersOfRecords } from "./number-repository.ts";
import type { RecordRow } from "./repository.ts";
import { tagsOfRecords } from "./tag-repository.ts";
import { forJobs } from "../../../ports/database.ts";

type Api = typeof recordSheetApi;

const exportKind = "formRecords";
const pageRows = 1_000;
/** Written in one go. Then others have their turn: the questions of the next page among them, which would all wait for this one's end. */
const turnRows = 100;
/** What is exported while the request waits. */
const atOnce = countedRecords;

export interface Params {
  readonly compId: string;
  readonly filters: RecordFilters;
}

type Page = Awaited<ReturnType<typeof pageOfTexts>>;
interface ExportPage {
  readonly rows: Page;
  readonly tags: Awaited<ReturnType<typeof tagsOfRecords>>;
  readonly numbers: Awaited<ReturnType<typeof numbersOfRecords>>;
  /** Of the calls that records were written in. */
  readonly rings: Awaited<ReturnType<typeof ringTimesOf>>;
  /** What of a record's values its asker sees. */
  readonly opened: (row: Page[number]) => RecordRow["values"];
}

/** Pages of the list, each of a transaction of its own. */
function pagesOf(deps: FormsDeps, { compId, filters }: Params, caller: Caller): AsyncGenerator<ExportPage> {
  const pageAfter = (after: Page[number] | undefined): Promise<ExportPage> =>
    forJobs(deps.ports.database).tenant(compId, async (trx) => {
      const query = await listQuery(deps, trx, compId, filters, caller);
      const place = after && { at: after.createdAt.getTime(), id: after.id };
      const rows = await pageOfTexts(trx, query, { limit: pageRows, after: place });
      const ids = rows.map(({ id }) => id);
      const calls = rows.flatMap(({ callId }) => (callId ? [callId] : []));
      const [tags, numbers, rings] = await Promise.all([
        tagsOfRecords(trx, compId, ids),
        numbersOfRecords(trx, compId, ids),
        ringTimesOf(trx, compId, calls),
      ]);
      const all = query.scope.kind === "all";
      const opened = (row: Page[number]): RecordRow["values"] => {
        const values = JSON.parse(row.values) as RecordRow["values"];
        const hiddenFields = row.hiddenFields === "[]" ? [] : (JSON.parse(row.hiddenFields) as string[]);
        return openValues({ values, hiddenFields }, all, query.veil);
      };
      return { rows, tags, numbers, rings, opened };
    });
  return keysetPages(pageRows, pageAfter);
}

/** Records of the list, with their numbers beside those of their fields. */
export async function* rowsOf(deps: FormsDeps, params: Params, caller: Caller) {
  for await (const { rows, numbers, opened } of pagesOf(deps, params, caller))
    for (const row of rows)
      yield { id: row.id, values: opened(row), numbers: (numbers.get(row.id) ?? []).map(({ number }) => number) };
}

/** 历史字段: what records written before have that the newest version has not, one column for all of it. */
function historyText(form: CompiledForm, was: CompiledForm, values: RecordRow["values"]): string {
  let old = false;
  // No list of all names for each record.
  for (const name in values) if (!form.byName.has(name)) old = true;
  if (!old) return "";
  // In the order of the version that it was written with, and behind it of those before.
  return [...was.byName]
    .filter(([name]) => !form.byName.has(name) && Object.hasOwn(values, name))
    .map(([name, field]) => `${field.label}：${valueInWords(field, values[name] as FieldValue)}`)
    .join("；");
}

async function* cellsOf(
  deps: FormsDeps,
  params: Params,
  caller: Caller,
  fields: readonly CompiledField[],
  form: CompiledForm,
): AsyncGenerator<Iterable<readonly Cell[]>, void, void> {
  const hide = hidesNumbers(caller);
  const versions = new Map<number, CompiledForm>();
  const cells = (row: Page[number], { opened, tags, numbers, rings }: ExportPage): Cell[] => {
    const was = versions.get(row.formVersion)!;
    const values = shownValues(opened(row), hide, form, was);
    const rang = row.callId ? rings.get(row.callId) : undefined;
    const line: Cell[] = [];
    for (const field of fields) {
      const value = values[field.name] as FieldValue | undefined;
      // What nearly all are: an empty one, and a text that says itself.
      if (value === undefined || (typeof value === "string" && !field.isChoice)) line.push(value);
      else
        line.push(
          valueInWords(field, value, row.formVersion === form.version ? undefined : was.byName.get(field.name)),
        );
    }
    line.push(
      historyText(form, was, values),
      tags
        .get(row.id)
        ?.map(({ name }) => name)
        .join("、"),
      numbers
        .get(row.id)
        ?.map(({ number }) => (hide ? maskPhone(number) : number))
        .join("、"),
      rang && formatTime(rang),
      recordSources[row.source],
      row.ownerName,
      formatTime(row.createdAt),
      formatTime(row.updatedAt),
    );
    return line;
  };
  // Made as they are written: those of a whole page would grow old.
  function* lines(page: ExportPage, from: number): Generator<readonly Cell[]> {
    const end = Math.min(page.rows.length, from + turnRows);
    for (let i = from; i < end; i += 1) yield cells(page.rows[i]!, page);
  }
  for await (const page of pagesOf(deps, params, caller)) {
    for (const { formVersion } of page.rows)
      if (!versions.has(formVersion))
        versions.set(
          formVersion,
          await deps.ports.database.tenant(params.compId, (trx) =>
            deps.compiled.withEarlier(trx, params.compId, form.formId, formVersion),
          ),
        );
    for (let from = 0; from < page.rows.length; from += turnRows) {
      yield lines(page, from);
      await setImmediate();
    }
  }
}

async function sheetOf(deps: FormsDeps, params: Params, caller: Caller) {
  const {
    row,
    form: own,
    veil,
  } = await forJobs(deps.ports.database).tenant(params.compId, (trx) =>
    listQuery(deps, trx, params.compId, params.filters, caller),
  );
  const form = await withDictionaries(deps.ports.database, params.compId, own);
  const fields = form.columns.export.filter(({ name }) => !veil.has(name));
  return {
    name: row.name,
    columns: [
      ...fields.map(({ label }) => label),
      ...["历史字段", "标签", "其他号码", "振铃时间", "来源", "负责人", "创建时间", "更新时间"],
    ].map((title) => ({ title })),
    rows: { pages: cellsOf(deps, params, caller, fields, form) },
  };
}

export async function checked(deps: FormsDeps, compId: string, filters: RecordFilters, caller: Caller) {
  return deps.ports.database.tenant(compId, async (trx) => {
    const query = await listQuery(deps, trx, compId, filters, caller);
    await checkPress(deps.auth, caller, query.form.formType, "export", trx);
    return { query, count: await countOfRecords(trx, query, false) };
  });
}

export function registerExports(deps: FormsDeps): void {
  deps.files.exports.register<Params>(exportKind, {
    title: "表单数据",
    pages: [],
    numbers: true,
    produce: ({ owner, params }) => sheetOf(deps, params, callerOf(owner)),
  });
}

/** POST: a job; the socket that asked is told by fileDown. */
export async function startExport(
  deps: FormsDeps,
  { compId: named, socketId, ...filters }: BodyOf<Api["export"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["export"]>> {
  const compId = compOf(context.caller, named);
  const { query } = await checked(deps, compId, filters, context.caller);
  const params: Params = { compId, filters };
  return deps.files.exports.start(context, { kind: exportKind, name: query.row.name, params, socketId });
}

/** The list's questions as JSON text. Throws AppError 'invalid'. */
async function questionsIn(text: string): Promise<RecordFilters["filters"]> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw fieldRefusal("filters", "查询条件", "查询条件格式有误");
  }
  return (await parsePart(recordFilters.filters, value, "filters")) as RecordFilters["filters"];
}

/** GET: the sheet itself. */
export async function exportNow(
  deps: FormsDeps,
  { compId: named, filters: asked, ...rest }: QueryOf<Api["exportNow"]>,
  context: RequestContext,
): Promise<BinaryReply> {
  const { caller } = context;
  const filters: RecordFilters = { ...rest, ...(asked && { filters: await questionsIn(asked) }) };
  const compId = compOf(caller, named);
  const { count } = await checked(deps, compId, filters, caller);
  if (count > atOnce) throw new AppError("refused", `数据超过${atOnce}条，请改用后台导出`);
  const { name, columns, rows } = await sheetOf(deps, { compId, filters }, caller);
  await deps.ports.database.tenant(compId, (trx) =>
    deps.audit.write(trx, context, {
      compId,
      object: "formRecord",
      action: "export",
      id: filters.formId,
      name,
      after: { count },
    }),
  );
  return {
    binary: writeSheet({ columns, rows }),
    contentType: xlsxType,
    headers: { "content-disposition": attachment(`${safeFileName(name)}.xlsx`) },
  };
}
