/** contacterConf: the own fields that an enterprise gives its contacts, as rows of their form. */
import { AppError, type BodyOf, type FieldError } from "@liantai/api/contract";
import {
  contactFormId,
  contactRows,
  maxContactFields,
  withContactRow,
  withoutContactRow,
  type ContactFieldRow,
  type contacterConfApi,
} from "@liantai/api/contract/workorder";
import type { FormField } from "@liantai/api/forms";
import { compOf } from "../../../http/company.ts";
import type { CrudService } from "../../../http/crud.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { crudService, type Store } from "../../crud/index.ts";
import type { FormsDeps } from "../deps.ts";
import { wakeIndexing } from "../indexing-job.ts";
import { contactForm, lockedContactForm, publishFields } from "./form.ts";
import { countWith } from "./repository.ts";

type Api = typeof contacterConfApi;
type Body = BodyOf<Api["add"]>;
type Query = BodyOf<Api["list"]>;
type Given = Omit<ContactFieldRow, "id">;

/** What the form says at fields.KEY.attribute stands at the attribute here. */
function atAttribute(error: unknown): unknown {
  if (!(error instanceof AppError) || error.error !== "invalid") return error;
  const { fields } = error.data as { readonly fields: readonly FieldError[] };
  return new AppError("invalid", error.message, {
    fields: fields.map((field) => ({ ...field, path: field.path.split(".").at(-1)! })),
  });
}

const text = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function paged(rows: readonly ContactFieldRow[], query: Query) {
  const { label, enabled, sortBy, sortOrder, pageNo, pageSize } = query;
  const found = rows.filter(
    (row) => (!label || row.label.includes(label)) && (!enabled || row.enabled === Number(enabled)),
  );
  const by = sortBy === "label" ? text : undefined;
  const sorted = [...found].sort((a, b) => (by ? by(a.label, b.label) : a.sort - b.sort));
  if (sortBy && sortOrder === "desc") sorted.reverse();
  return { rows: sorted.slice((pageNo - 1) * pageSize, pageNo * pageSize), total: found.length };
}

/** Rows are looked for in the form that is held from then on. */
function storeOf(deps: FormsDeps, { caller }: RequestContext): Store<ContactFieldRow, Given, Query> {
  const change = async (trx: Trx, compId: string, to: (fields: readonly FormField[]) => readonly FormField[]) => {
    const published = await lockedContactForm(deps, trx, compId);
    await publishFields(deps, trx, published, to(published.form.definition.fields), caller.nickName).catch(
      (error: unknown) => {
        throw atAttribute(error);
      },
    );
  };
  const find = async (trx: Trx, compId: string, id: string) =>
    contactRows((await lockedContactForm(deps, trx, compId)).form.definition).find((row) => row.id === id);
  return {
    page: async (trx, compId, query) =>
      paged(contactRows((await contactForm(deps, trx, compId)).form.definition), query),
    find,
    insert: (trx, compId, id, row) => change(trx, compId, (fields) => withContactRow(fields, { ...row, id })),
    update: (trx, compId, id, row) =>
      change(trx, compId, (fields) => withContactRow(fields, { ...(row as Given), id })),
    remove: (trx, compId, id) => change(trx, compId, (fields) => withoutContactRow(fields, id)),
    async usedBy(trx, compId, id) {
      const field = await find(trx, compId, id);
      const count = field ? await countWith(trx, compId, field.name) : 0;
      return count > 0 ? `${count}位联系人` : undefined;
    },
  };
}

async function toRow(deps: FormsDeps, trx: Trx, body: Body, before: ContactFieldRow | undefined, compId: string) {
  const rows = contactRows((await lockedContactForm(deps, trx, compId)).form.definition);
  const others = rows.filter((row) => row.id !== before?.id);
  if (!before && others.length >= maxContactFields) throw new AppError("refused", `最多添加${maxContactFields}个字段`);
  if (others.some((row) => row.name === body.name)) throw fieldRefusal("name", "字段标识", "字段标识已存在");
  if (others.some((row) => row.label === body.label)) throw fieldRefusal("label", "字段名称", "字段名称已存在");
  const [path, label] = before && before.name !== body.name ? ["name", "字段标识"] : ["type", "类型"];
  const another = before && (before.name !== body.name || before.type !== body.type);
  if (another && (await countWith(trx, compId, before.name)) > 0)
    throw fieldRefusal(path, label, `该字段已有数据，不能修改${label}`);
  const isText = body.type === "input" || body.type === "textarea";
  return {
    ...{ type: body.type, label: body.label, name: body.name, require: body.require },
    ...{ ruleError: body.ruleError ?? "", placeholder: body.placeholder ?? "", items: body.items },
    ...{ maxLength: isText ? (body.maxLength ?? null) : null, listDisplay: body.listDisplay, query: body.query },
    ...{ export: body.export, importRequire: body.importRequire, distinct: body.distinct },
    ...{ sort: body.sort, enabled: body.enabled },
  };
}

export function createFieldService(deps: FormsDeps): CrudService<Api> {
  const of = (context: RequestContext) =>
    crudService({
      deps,
      object: "contacterConf",
      scope: "enterprise",
      store: storeOf(deps, context),
      toRow: (trx: Trx, body: Body, before: ContactFieldRow | undefined, compId: string) =>
        toRow(deps, trx, body, before, compId),
      present: (row: ContactFieldRow) => ({ ...row, items: [...row.items] }),
      key: { path: "name", label: "字段标识", of: (row) => row.label },
    });
  /** What becomes queryable is filled in behind the change. */
  const changed = async <T>(named: string | undefined, { caller }: RequestContext, work: Promise<T>): Promise<T> => {
    const done = await work;
    await wakeIndexing(deps, { compId: compOf(caller, named), id: contactFormId });
    return done;
  };
  return {
    list: (body, context) => of(context).list(body, context),
    add: (body, context) => changed(body.compId, context, of(context).add(body, context)),
    update: (body, context) => changed(body.compId, context, of(context).update(body, context)),
    delete: (body, context) => changed(body.compId, context, of(context).delete(body, context)),
  };
}
