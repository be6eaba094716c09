/** List, add, update, remove: whose it is, one transaction, the log, clear refusals. */
import { AppError } from "@liantai/api/contract";
import type { RequestContext } from "../../http/routes.ts";
import type { Fields } from "../audit/index.ts";
import { inTransaction, whose, whoseToWrite, type Paged, type Resource } from "./resource.ts";

const missing = () => new AppError("notFound");
const fieldsOf = (row: object): Fields => Object.fromEntries(Object.entries(row));

export async function list<
  Row extends object,
  New extends object,
  Query extends Paged,
  Body,
  Shown,
  Listed extends object,
>(resource: Resource<Row, New, Query, Body, Shown, Listed>, body: Query, context: RequestContext) {
  const { store, present } = resource;
  const compId = whose(resource, context, body.compId);
  const { rows, total } = await inTransaction(resource, compId, (trx) => store.page(trx, compId, body));
  return {
    list: rows.map((row) => present(row, context)),
    total,
    pageNo: body.pageNo,
    pageSize: body.pageSize,
  };
}

type Named = { readonly compId?: string | undefined };

export async function add<
  Row extends object,
  New extends object,
  Query,
  Body extends Named,
  Shown,
  Listed extends object,
>(resource: Resource<Row, New, Query, Body, Shown, Listed>, body: Body, context: RequestContext) {
  const { deps, object, store, toRow, key, changed } = resource;
  const compId = whoseToWrite(resource, context, body.compId);
  const id = deps.ports.random.id();
  await inTransaction(resource, compId, async (trx) => {
    const row = await toRow(trx, body, undefined, compId);
    await store.insert(trx, compId, id, row);
    await deps.audit.write(trx, context, {
      compId,
      object,
      action: "add",
      id,
      name: key.of(row),
      after: fieldsOf(row),
    });
  });
  await changed?.();
  return { id };
}

export async function update<
  Row extends object,
  New extends object,
  Query,
  Body extends Named,
  Shown,
  Listed extends object,
>(
  resource: Resource<Row, New, Query, Body, Shown, Listed>,
  body: Body & { readonly id: string },
  context: RequestContext,
) {
  const { deps, object, store, toRow, key, changed } = resource;
  const compId = whoseToWrite(resource, context, body.compId);
  await inTransaction(resource, compId, async (trx) => {
    const before = await store.find(trx, compId, body.id);
    if (!before) throw missing();
    const row = await toRow(trx, body, before, compId);
    await store.update(trx, compId, body.id, row);
    const old = fieldsOf(before);
    await deps.audit.write(trx, context, {
      compId,
      object,
      action: "update",
      id: body.id,
      name: key.of(row),
      before: Object.fromEntries(Object.keys(row).map((name) => [name, old[name]])),
      after: fieldsOf(row),
    });
  });
  await changed?.();
  return null;
}

export async function remove<Row extends object, New extends object, Query, Body, Shown, Listed extends object>(
  resource: Resource<Row, New, Query, Body, Shown, Listed>,
  { ids, compId: named }: { readonly ids: readonly string[] } & Named,
  context: RequestContext,
) {
  const { deps, object, store, key, changed } = resource;
  const compId = whoseToWrite(resource, context, named);
  const count = await inTransaction(resource, compId, async (trx) => {
    let removed = 0;
    for (const id of new Set(ids)) {
      const before = await store.find(trx, compId, id);
      if (!before) continue;
      const user = await store.usedBy?.(trx, compId, id);
      if (user !== undefined) throw new AppError("refused", `“${key.of(before)}”正在被${user}使用，不能删除`);
      await store.remove(trx, compId, id);
      await deps.audit.write(trx, context, {
        compId,
        object,
        action: "delete",
        id,
        name: key.of(before),
        before: fieldsOf(before),
      });
      removed += 1;
    }
    return removed;
  });
  if (count === 0) throw missing();
  await changed?.();
  return { count };
}
