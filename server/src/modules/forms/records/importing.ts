/** Records and orders from a workbook: looked at first, or saved by the token of the look. */
import { AppError, formatDigits, type BodyOf, type QueryOf, type ReplyOf } from "@liantai/api/contract";
import type { ImportKind } from "@liantai/api/contract/admin";
import { recordSheetApi, type DuplicateChoice } from "@liantai/api/contract/workorder";
import { stricterRender } from "@liantai/api/forms";
import { compOf } from "../../../http/company.ts";
import type { BinaryReply, RequestContext } from "../../../http/routes.ts";
import { forJobs, type Trx } from "../../../ports/database.ts";
import { keepChecked, withChecked, type ImportSpec, type ImportStart } from "../../files/index.ts";
import { cascadeTree } from "../../settings/index.ts";
import { blackListed } from "../../trunks/index.ts";
import type { FormsDeps } from "../deps.ts";
import { comparedFields, maskedOf } from "../duplicates/compared-numbers.ts";
import { findSetting } from "../duplicates/repository.ts";
import type { OrderImport } from "../order-port.ts";
import { checkPress } from "./buttons.ts";
import { codeOf } from "./codes.ts";
import { ImportDuplicates, type Settled } from "./import-duplicates.ts";
import { columnsOf, fieldsOf, isOfOrders, Rows, type Line } from "./import-rows.ts";
import { orderColumns, saveOrder } from "./importing-orders.ts";
import { orderRender } from "./order-render.ts";
import { hold, readForm } from "./published.ts";
import { prepare, type Prepared } from "./preparing.ts";
import { nextCode } from "./repository.ts";
import { storeBatch } from "./storing-batch.ts";
import { uniqueKey, uniqueKeysThere, uniqueOfKey } from "./unique-keys.ts";

type Api = typeof recordSheetApi;
interface Params {
  readonly formId: string;
  /** Of orders: by which they begin. */
  readonly flowId?: string | undefined;
  /** Of a check: what saves the workbook. */
  readonly token?: string;
  /** Of a save: what becomes of rows that are probably there already. */
  readonly duplicates?: DuplicateChoice;
}

const maxRows = 200_000;
/** Each of them is begun in its flow: so many take minutes. */
const mostOrders = 10_000;
const checkTag = "formCheck";

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

/** Each an order of its own, in a transaction of its own, as where somebody makes one after the other. */
const savesOrders = (
  { ports: { database } }: FormsDeps,
  rows: Rows,
  prepared: Prepared,
  compId: string,
  { orders, saves }: { readonly orders: OrderImport; readonly saves: boolean },
): Pick<ImportSpec<Line>, "batchRows" | "save"> => ({
  ...(saves && { batchRows: 1 }),
  async save(batch, keep) {
    const [line] = batch;
    if (!line || !saves) return keep(undefined);
    const { given } = rows.of(line);
    try {
      return await forJobs(database).tenant(compId, async (trx) => {
        await saveOrder(trx, orders, line, { published: rows.published, prepared: { ...prepared, given } });
        return keep(trx);
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return keep(undefined, [error.message]);
    }
  },
});

/** What is probably there already is done with as the importer chose (F90); what is left is saved together. */
async function savesRecords(
  deps: FormsDeps,
  rows: Rows,
  prepared: Prepared,
  run: ImportStart<Params>,
  saves: boolean,
): Promise<Pick<ImportSpec<Line>, "save">> {
  const { context, compId, params } = run;
  const { published } = rows;
  const { duplicates: choice = "skip" } = params;
  if (saves && choice === "fill") await checkPress(deps.auth, context.caller, published.form.formType, "update");
  const duplicates = await ImportDuplicates.of(deps, { compId, context, published, prepared, saves, choice });
  const settle = async (batch: readonly Line[]): Promise<readonly Settled[]> =>
    (await duplicates?.settle(
      batch.map((line) => {
        const { values } = rows.of(line);
        const given = Object.entries(values).filter(([name]) => (line[name] ?? "") !== "");
        return { values, given: Object.fromEntries(given), phones: rows.indexed(values).phones };
      }),
    )) ?? batch.map(() => "new" as const);
  return {
    async save(batch, keep) {
      const settled = await settle(batch);
      const faults = settled.map((one) => (typeof one === "string" ? undefined : one));
      const fresh = saves ? batch.filter((_, at) => settled[at] === "new") : [];
      if (fresh.length === 0) return keep(undefined, faults);
      const work = await saveBatch(deps, rows, run, fresh);
      return forJobs(deps.ports.database).tenant(compId, async (trx) => {
        const wrong = (await work(trx)).values();
        return keep(
          trx,
          settled.map((one, at) => (one === "new" ? wrong.next().value : faults[at])),
        );
      });
    },
  };
}

async function specOf(deps: FormsDeps, run: ImportStart<Params>, saves: boolean): Promise<ImportSpec<Line>> {
  const { context, compId, params } = run;
  const { database } = deps.ports;
  const published = await readForm(deps, compId, params.formId);
  const { form } = published;
  await checkPress(deps.auth, context.caller, form.formType, "import");
  const { formId, flowId = "" } = params;
  const orders = isOfOrders(form) ? await deps.orders.importing(context, compId, { formId, flowId }) : undefined;
  const looked = await prepare(deps, compId, context.caller, published, {});
  const tree = await cascadeTree(
    database,
    compId,
    form.fields.some(({ type }) => type === "cascading select"),
  );
  const prepared: Prepared = { ...looked, cascade: (_, ids) => tree.place(ids) };
  const otherRender = orders ? stricterRender(prepared.otherRender, orderRender) : prepared.otherRender;
  const rows = new Rows(published, { ...prepared, otherRender }, tree);
  const rules = (await database.tenant(compId, (trx) => findSetting(trx, compId, published.row.id)))?.rules ?? [];
  const compared = comparedFields(form, rules);
  return {
    name: published.row.name,
    columns: columnsOf(form),
    maxRows: orders ? mostOrders : maxRows,
    check: (line) => rows.of(line).fault,
    key: (line) => rows.indexed(rows.of(line).values).uniques.map(uniqueKey),
    repeated: (_, key) => `${form.byName.get(uniqueOfKey(key).field)?.label ?? ""}重复`,
    existing: (keys) => forJobs(database).tenant(compId, (trx) => uniqueKeysThere(trx, published, keys)),
    numbers: (line) => {
      const { values } = rows.of(line);
      return [...maskedOf(form, compared, values), ...rows.indexed(values).phones];
    },
    blackListed: async (lines) => {
      const phones = lines.map((line) => rows.indexed(rows.of(line).values).phones);
      const barred = await blackListed(database, compId, phones.flat(), deps.ports.clock.now());
      return phones.map((numbers) => numbers.some((number) => barred.has(number)));
    },
    ...(orders
      ? savesOrders(deps, rows, prepared, compId, { orders, saves })
      : await savesRecords(deps, rows, prepared, run, saves)),
  };
}

export function registerImports(deps: FormsDeps): void {
  const register = (kind: ImportKind, screen: { readonly name: string; readonly title: string }, saves: boolean) =>
    deps.files.imports.register<Params, Line>(kind, {
      screen,
      right: recordSheetApi.importSave.permission,
      still: async (caller, compId, { formId }) =>
        checkPress(deps.auth, caller, (await readForm(deps, compId, formId)).form.formType, "import"),
      prepare: (run) => specOf(deps, run, saves),
    });
  const data = { name: "customerinformation", title: "表单数据" };
  register("form", data, true);
  register("formCheck", data, false);
  const orders = { name: "workorderinformation", title: "工单信息" };
  register("order", orders, true);
  register("orderCheck", orders, false);
}

const kindsOf = async (deps: FormsDeps, compId: string, formId: string) => {
  const { form } = await readForm(deps, compId, formId);
  return isOfOrders(form)
    ? ({ check: "orderCheck", save: "order" } as const)
    : ({ check: "formCheck", save: "form" } as const);
};
/** What a workbook was checked for. */
const aboutOf = ({ formId, flowId = "" }: Pick<Params, "formId" | "flowId">): string =>
  flowId === "" ? formId : `${formId} ${flowId}`;

/** All rows are looked at and nothing is saved; the token saves the same workbook. */
export async function checkImport(
  deps: FormsDeps,
  { formId, flowId, compId: named, socketId }: BodyOf<Api["importCheck"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["importCheck"]>> {
  const { files } = deps;
  const compId = compOf(context.caller, named);
  const { check } = await kindsOf(deps, compId, formId);
  const token = await keepChecked(files, { context, compId, tag: checkTag, about: aboutOf({ formId, flowId }) });
  const reply = await files.imports.start(check, context, compId, { formId, flowId, token }, socketId);
  return { ...reply, token };
}

export async function saveImport(
  deps: FormsDeps,
  { formId, flowId, token, duplicates = "skip", compId: named, socketId }: BodyOf<Api["importSave"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["importSave"]>> {
  const compId = compOf(context.caller, named);
  const params: Params = { formId, flowId, duplicates };
  const { save } = await kindsOf(deps, compId, formId);
  if (!token) return deps.files.imports.start(save, context, compId, params, socketId);
  return withChecked(deps.files, { context, compId, tag: checkTag, about: aboutOf(params) }, token, (given) =>
    deps.files.imports.start(save, given, compId, params, socketId),
  );
}

export async function importTemplate(
  deps: FormsDeps,
  { formId, compId: named }: QueryOf<Api["importTemplate"]>,
  context: RequestContext,
): Promise<BinaryReply> {
  const compId = compOf(context.caller, named);
  const { row, form } = await readForm(deps, compId, formId);
  const columns = fieldsOf(form).map(({ label, require, importRequire }) => ({
    ...{ title: label, name: label, required: require || importRequire },
  }));
  return deps.files.imports.template(row.name, [...(isOfOrders(form) ? orderColumns(form) : []), ...columns]);
}

export const failedRows = (
  deps: FormsDeps,
  query: QueryOf<Api["importFailed"]>,
  { caller }: RequestContext,
): Promise<BinaryReply> => deps.files.downloads.open("file", caller, query);
