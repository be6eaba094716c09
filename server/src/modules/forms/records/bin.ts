/** The recycle bin: in it nothing is found by lists, numbers or distinct values; out of it everything is looked at anew. */
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { customerFormDataApi, RecordVerb } from "@liantai/api/contract/workorder";
import type { FormValues } from "@liantai/api/forms";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers } from "../../../http/privacy.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { namingOf } from "../definitions/other-options.ts";
import { findForm, holdForm } from "../definitions/repository.ts";
import type { FormsDeps } from "../deps.ts";
import { checkPress } from "./buttons.ts";
import { indexer } from "./indexing.ts";
import { binOf } from "./list-repository.ts";
import { findByNumbers } from "./number-repository.ts";
import { veilOf } from "../role-fields.ts";
import { inWords, openValues, presentRecord, shownValues, titleOf } from "./present.ts";
import { takenRefusal } from "./refusals.ts";
import {
  binRecords,
  deleteRecords,
  findRecords,
  formsOf,
  insertFinders,
  leaveUnique,
  slotSet,
  takeUnique,
  updateRecord,
  type RecordRow,
} from "./repository.ts";
import { dictionaryCodes, publishedForm, type Published } from "./published.ts";
import { scopeOf } from "./scope.ts";

type Api = typeof customerFormDataApi;
type Ids = { readonly ids: readonly string[]; readonly compId?: string | undefined };

interface Chosen extends Published {
  readonly compId: string;
  readonly records: readonly RecordRow[];
}

/** The chosen records by their forms, each form and record held. Those that are not there, or not the asker's, are left out. */
async function chosen(
  deps: FormsDeps,
  trx: Trx,
  compId: string,
  ids: readonly string[],
  { caller }: RequestContext,
  { verb, deleted }: { readonly verb: RecordVerb; readonly deleted: boolean },
): Promise<Chosen[]> {
  const scope = await scopeOf(deps.auth, trx, compId, caller);
  const seen = await findRecords(trx, compId, ids, { scope, deleted });
  const groups: Chosen[] = [];
  for (const formId of [...new Set(seen.map((record) => record.formId))].sort()) {
    const held = await holdForm(trx, compId, formId);
    const published = await publishedForm(deps, trx, held);
    await checkPress(deps.auth, caller, published.form.formType, verb, trx);
    const own = seen.filter((record) => record.formId === formId).map(({ id }) => id);
    const records = await findRecords(trx, compId, own, { scope, deleted, lock: true });
    groups.push({ ...published, compId, records });
  }
  return groups;
}

/** Names of the dictionaries of these records' forms, which are read outside of the transaction that holds them. */
async function namingOfRecords(deps: FormsDeps, compId: string, ids: readonly string[]) {
  const { database } = deps.ports;
  const codes = await database.tenant(compId, async (trx) => {
    const found: string[] = [];
    for (const formId of await formsOf(trx, compId, ids))
      found.push(...(await dictionaryCodes(deps, trx, compId, formId)));
    return found;
  });
  return namingOf(database, compId, [...new Set(codes)]);
}

async function each(
  deps: FormsDeps,
  { ids, compId: named }: Ids,
  context: RequestContext,
  what: { readonly verb: RecordVerb; readonly deleted: boolean; readonly action: string },
  work: (trx: Trx, group: Chosen) => Promise<void>,
): Promise<{ count: number }> {
  const compId = compOf(context.caller, named);
  const naming = await namingOfRecords(deps, compId, ids);
  const count = await deps.ports.database.tenant(compId, async (trx) => {
    let done = 0;
    for (const group of await chosen(deps, trx, compId, ids, context, what)) {
      await work(trx, group);
      const form = naming(group.form);
      for (const { id, values } of group.records)
        await deps.audit.write(trx, context, {
          compId,
          object: "formRecord",
          action: what.action,
          id,
          name: titleOf(form, values),
          ...(what.action === "restore" ? {} : { before: inWords(form, values) }),
        });
      done += group.records.length;
    }
    return done;
  });
  if (count === 0) throw new AppError("notFound");
  return { count };
}

/** Of the chosen those that are an order's, by the order. */
async function ofOrders(
  { auth, ports }: FormsDeps,
  { ids, compId: named }: Ids,
  { caller }: RequestContext,
): Promise<ReadonlyMap<string, string>> {
  const compId = compOf(caller, named);
  const records = await ports.database.tenant(compId, async (trx) =>
    findRecords(trx, compId, ids, { scope: await scopeOf(auth, trx, compId, caller) }),
  );
  return new Map(records.flatMap(({ id, orderId }) => (orderId ? [[orderId, id]] : [])));
}

/** Orders go with their step, each in a transaction of its own; the other records together. */
export async function remove(deps: FormsDeps, body: Ids, context: RequestContext): Promise<{ count: number }> {
  const orders = await ofOrders(deps, body, context);
  if (orders.size > 0) {
    await checkPress(deps.auth, context.caller, "workOrder", "delete");
    for (const orderId of orders.keys())
      await deps.orders.remove(context, compOf(context.caller, body.compId), orderId);
  }
  const ids = body.ids.filter((id) => ![...orders.values()].includes(id));
  if (ids.length === 0) return { count: orders.size };
  const { count } = await removePlain(deps, { ...body, ids }, context);
  return { count: count + orders.size };
}

/** Records of one form, held: nothing finds them there. */
export async function intoBin(
  { ports }: Pick<FormsDeps, "ports">,
  trx: Trx,
  { row, form, records, compId }: Chosen,
): Promise<void> {
  const index = indexer(form, row.slots);
  await leaveUnique(
    trx,
    compId,
    row.id,
    records.flatMap(({ values }) => index(values as FormValues).uniques),
  );
  const ids = records.map(({ id }) => id);
  if (ids.length > 0) await binRecords(trx, compId, ids, new Date(ports.clock.now()));
}

const removePlain = (deps: FormsDeps, body: Ids, context: RequestContext): Promise<{ count: number }> =>
  each(deps, body, context, { verb: "delete", deleted: false, action: "delete" }, (trx, group) =>
    intoBin(deps, trx, group),
  );

export const restore = (deps: FormsDeps, body: Ids, context: RequestContext): Promise<{ count: number }> =>
  each(deps, body, context, { verb: "delete", deleted: true, action: "restore" }, async (trx, group) => {
    const { row, form, records, compId } = group;
    const index = indexer(form, row.slots);
    if (records.some(({ orderId }) => orderId)) throw new AppError("refused", "工单已删除，不能从回收站还原");
    for (const { id, formId, values, createdAt } of records) {
      const indexed = index(values as FormValues);
      const taken = await takeUnique(trx, compId, formId, indexed.uniques);
      if (taken.length > 0)
        throw takenRefusal(
          form,
          taken.map(({ field }) => field),
        );
      await updateRecord(trx, compId, id, { deletedAt: null, ...slotSet(indexed.slots) });
      await insertFinders(trx, compId, [{ id, formId, createdAt, indexed }]);
      await findByNumbers(trx, compId, [id]);
    }
  });

export const purge = (deps: FormsDeps, body: Ids, context: RequestContext): Promise<{ count: number }> =>
  each(deps, body, context, { verb: "delete", deleted: true, action: "purge" }, (trx, { compId, records }) =>
    deleteRecords(
      trx,
      compId,
      records.map(({ id }) => id),
    ),
  );

export async function recycled(
  deps: FormsDeps,
  { formId, pageNo, pageSize, compId: named }: BodyOf<Api["recycleList"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["recycleList"]>> {
  const compId = compOf(caller, named);
  const hide = hidesNumbers(caller);
  if (pageSize > 200) throw fieldRefusal("pageSize", "每页条数", "每页最多200条");
  return deps.ports.database.tenant(compId, async (trx) => {
    const { row, form } = await publishedForm(deps, trx, await findForm(trx, compId, formId));
    const veil = veilOf(row, caller);
    const scope = await scopeOf(deps.auth, trx, compId, caller);
    const { rows, total } = await binOf(trx, compId, formId, scope, { pageNo, pageSize });
    const list = rows.map((one) => presentRecord(one, shownValues(openValues(one, true, veil), hide, form)));
    return { list, total, pageNo, pageSize };
  });
}
