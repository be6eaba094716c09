/** Records from a workbook: looked at first, or saved; each row by the compiled form, not by a schema a cell. */
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { AppError, formatDigits, hourMs, type BodyOf, type QueryOf, type ReplyOf } from "@liantai/api/contract";
import type { recordSheetApi } from "@liantai/api/contract/workorder";
import {
  codeFieldOf,
  checkRecord,
  isEmptyValue,
  type CompiledField,
  type CompiledForm,
  type FormValues,
} from "@liantai/api/forms";
import { compOf } from "../../../http/company.ts";
import type { BinaryReply, RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { xlsxType } from "../../../sheets/index.ts";
import type { ImportColumn, ImportSpec, ImportStart } from "../../files/index.ts";
import { cascadeTree, type CascadeTree } from "../../settings/index.ts";
import { blackListed } from "../../trunks/index.ts";
import type { FormsDeps } from "../deps.ts";
import { checkPress } from "./buttons.ts";
import { cellValue, importable } from "./cells.ts";
import { codeOf } from "./codes.ts";
import { indexer, type Indexed } from "./indexing.ts";
import { hold, readForm, type Published } from "./published.ts";
import { prepare, type Prepared } from "./preparing.ts";
import { nextCode } from "./repository.ts";
import { storeBatch } from "./storing-batch.ts";
import { uniqueKey, uniqueKeysThere, uniqueOfKey } from "./unique-keys.ts";

type Api = typeof recordSheetApi;
type Line = Readonly<Record<string, string>>;
interface Params {
  readonly formId: string;
  /** Of a check: what saves the workbook. */
  readonly token?: string;
}

const maxRows = 200_000;
/** How long a workbook that was checked waits for its save. */
const tokenMs = hourMs;

const columnsOf = (form: CompiledForm): ImportColumn[] =>
  importable(form).map(({ label, name, type }) => ({
    title: label,
    name,
    ...(type === "input" ? { width: 16 } : {}),
  }));

/** One import's rows: what they are by the form, said once. */
class Rows {
  readonly #made = new WeakMap<Line, { readonly values: FormValues; readonly fault: string | undefined }>();
  readonly published: Published;
  readonly #prepared: Prepared;
  readonly #tree: CascadeTree;
  readonly #index: ReturnType<typeof indexer>;
  readonly #found = new WeakMap<FormValues, Indexed>();
  readonly code: CompiledField | undefined;

  constructor(published: Published, prepared: Prepared, tree: CascadeTree) {
    this.published = published;
    this.#prepared = prepared;
    this.#tree = tree;
    this.#index = indexer(published.form, published.row.slots);
    this.code = codeFieldOf(published.form);
  }

  of(line: Line) {
    const known = this.#made.get(line);
    if (known) return known;
    const made = this.#make(line);
    this.#made.set(line, made);
    return made;
  }

  /** A code that the server will give holds its place. */
  #make(line: Line): { readonly values: FormValues; readonly fault: string | undefined } {
    const { form } = this.published;
    const given: Record<string, unknown> = {};
    for (const field of importable(form)) {
      const text = line[field.name];
      if (text !== undefined)
        given[field.name] = cellValue(field, text, this.#prepared.options?.(field.name), this.#tree);
    }
    const numbered = this.code && isEmptyValue(given[this.code.name]) ? this.code.name : undefined;
    if (numbered !== undefined) given[numbered] = "0";
    const { values, faults } = checkRecord(form, given as FormValues, { ...this.#prepared, importing: true });
    const kept = Object.fromEntries(Object.entries(values).filter(([name]) => name !== numbered));
    const said = faults.map(({ label, message }) =>
      label === "" || message.includes(label) ? message : `${label}：${message}`,
    );
    return { values: kept, fault: said.length > 0 ? [...new Set(said)].join("；") : undefined };
  }

  /** Asked for by the keys of a row, by its numbers and when it is saved. */
  indexed(values: FormValues): Indexed {
    const known = this.#found.get(values);
    if (known) return known;
    const found = this.#index(values);
    this.#found.set(values, found);
    return found;
  }
}

async function saveBatch(
  deps: FormsDeps,
  rows: Rows,
  { context, compId }: ImportStart<Params>,
  batch: readonly Line[],
) {
  const { ports, audit } = deps;
  const { published, code } = rows;
  const { form } = published;
  const at = new Date(ports.clock.now());
  const day = formatDigits(at).slice(0, 8);
  const lacking = code ? batch.filter((line) => rows.of(line).values[code.name] === undefined).length : 0;
  const last =
    lacking > 0
      ? await ports.database.tenant(compId, (trx) => nextCode(trx, compId, published.row.id, day, lacking))
      : 0;
  let number = last - lacking;
  const records = batch.map((line) => {
    const { values } = rows.of(line);
    if (!code || values[code.name] !== undefined) return { id: ports.random.id(), values };
    number += 1;
    return { id: ports.random.id(), values: { ...values, [code.name]: codeOf(form.formType, day, number) } };
  });
  return async (trx: Trx): Promise<(string | undefined)[]> => {
    await hold(trx, published);
    const faults = await storeBatch(
      trx,
      {
        ...{ compId, form, at, caller: context.caller, index: (values) => rows.indexed(values) },
        taken: (label) => `${label}已存在`,
      },
      records,
    );
    const count = faults.filter((fault) => fault === undefined).length;
    if (count > 0)
      await audit.write(trx, context, {
        ...{ compId, object: "formRecord", action: "import", id: form.formId },
        ...{ name: `导入${count}条${published.row.name}`, after: { count } },
      });
    return faults;
  };
}

async function specOf(deps: FormsDeps, run: ImportStart<Params>, saves: boolean): Promise<ImportSpec<Line>> {
  const { context, compId, params } = run;
  const { database } = deps.ports;
  const published = await readForm(deps, compId, params.formId);
  const { form } = published;
  await checkPress(deps.auth, context.caller, form.formType, "import");
  const prepared = await prepare(deps, compId, context.caller, published, {});
  const tree = await cascadeTree(
    database,
    compId,
    form.fields.some(({ type }) => type === "cascading select"),
  );
  const rows = new Rows(published, { ...prepared, cascade: (_, ids) => tree.place(ids) }, tree);
  return {
    name: published.row.name,
    columns: columnsOf(form),
    maxRows,
    check: (line) => rows.of(line).fault,
    key: (line) => rows.indexed(rows.of(line).values).uniques.map(uniqueKey),
    repeated: (_, key) => `${form.byName.get(uniqueOfKey(key).field)?.label ?? ""}重复`,
    existing: (keys) => database.tenant(compId, (trx) => uniqueKeysThere(trx, published, keys)),
    blackListed: async (lines) => {
      const phones = lines.map((line) => rows.indexed(rows.of(line).values).phones);
      const barred = await blackListed(database, compId, phones.flat());
      return phones.map((numbers) => numbers.some((number) => barred.has(number)));
    },
    save: saves
      ? async (batch, keep) => {
          const work = await saveBatch(deps, rows, run, batch);
          return database.tenant(compId, async (trx) => keep(trx, await work(trx)));
        }
      : (_batch, keep) => keep(undefined),
  };
}

export function registerImports(deps: FormsDeps): void {
  const screen = { name: "customerinformation", title: "表单数据" };
  deps.files.imports.register<Params, Line>("form", { screen, prepare: (run) => specOf(deps, run, true) });
  deps.files.imports.register<Params, Line>("formCheck", { screen, prepare: (run) => specOf(deps, run, false) });
}

/** All rows are looked at and nothing is saved; the token saves the same workbook. */
export async function checkImport(
  deps: FormsDeps,
  { formId, compId: named, socketId }: BodyOf<Api["importCheck"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["importCheck"]>> {
  const { files } = deps;
  const compId = compOf(context.caller, named);
  const [file] = context.files;
  const kept =
    file &&
    (await files.store.keep(context.caller, compId, await buffer(file.stream()), {
      ...{ name: file.name, contentType: xlsxType, tag: "formCheck", description: formId, keepMs: tokenMs },
    }));
  const token = kept?.id ?? "";
  const reply = await files.imports.start("formCheck", context, compId, { formId, token }, socketId);
  return { ...reply, token };
}

export async function saveImport(
  deps: FormsDeps,
  { formId, token, compId: named, socketId }: BodyOf<Api["importSave"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["importSave"]>> {
  const compId = compOf(context.caller, named);
  if (!token) return deps.files.imports.start("form", context, compId, { formId }, socketId);
  const { store, downloadOf, imports } = deps.files;
  const row = await store.find(compId, token);
  const good = row?.tag === "formCheck" && row.ownerId === context.caller.userId && row.description === formId;
  if (!row || !good) throw new AppError("refused", "校验结果已过期，请重新上传文件");
  const folder = await mkdtemp(join(tmpdir(), "liantai-token-"));
  try {
    const path = join(folder, "sheet.xlsx");
    const { open, bytes, name } = downloadOf(row);
    await pipeline(await open(), createWriteStream(path));
    const file = { field: "files", name, type: xlsxType, bytes, sha256: row.sha256, head: Buffer.alloc(0), path };
    const stream = () => {
      throw new Error("it is moved, not read");
    };
    const given = { ...context, files: [{ ...file, stream }] };
    const reply = await imports.start("form", given, compId, { formId }, socketId);
    await store.remove(compId, token);
    return reply;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function importTemplate(
  deps: FormsDeps,
  { formId, compId: named }: QueryOf<Api["importTemplate"]>,
  context: RequestContext,
): Promise<BinaryReply> {
  const compId = compOf(context.caller, named);
  const { row, form } = await readForm(deps, compId, formId);
  const columns = importable(form).map(({ label, require, importRequire }) => ({
    ...{ title: label, name: label, required: require || importRequire },
  }));
  return deps.files.imports.template(row.name, columns);
}

export const failedRows = (
  deps: FormsDeps,
  query: QueryOf<Api["importFailed"]>,
  { caller }: RequestContext,
): Promise<BinaryReply> => deps.files.downloads.open("file", caller, query);
