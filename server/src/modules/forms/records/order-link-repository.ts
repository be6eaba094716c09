/**
 * Whose order it is: customers that it looks up, whose code it names or whose number stands in it. Their timelines show it, and other
 * records that look them up.
 */
import type { CompiledForm, FormValues, LookupTarget } from "@liantai/api/forms";
import type { RecordSource } from "@liantai/api/contract/workorder";
import { isRecord, searchText } from "@liantai/api/forms";
import { sql } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import { linkRecords } from "./link-repository.ts";
import { survivorOf } from "./repository.ts";
import { recordsOfNumber } from "./popup-repository.ts";

const mostCustomers = 20;

const lookedUp = (form: CompiledForm, values: FormValues, targets: readonly LookupTarget[]): string[] =>
  form.fields.flatMap(({ name, type, field }) => {
    const to = type === "lookup" ? field.ext?.lookup?.to : undefined;
    const value = to !== undefined && targets.includes(to) ? values[name] : undefined;
    return isRecord(value) && typeof value.id === "string" ? [value.id] : [];
  });

/** Customers with this code, by the column that each customer form keeps it in. */
async function withCode(trx: Trx, compId: string, code: string): Promise<string[]> {
  const forms = await trx
    .selectFrom("form_definition")
    .select(["id", "slots"])
    .where("compId", "=", compId)
    .where("formType", "=", "customer")
    .execute();
  const found: string[] = [];
  for (const { id, slots } of forms) {
    const slot = slots["customerCode"];
    if (!slot?.startsWith("t")) continue;
    const rows = await trx
      .selectFrom("form_record")
      .select("id")
      .where("compId", "=", compId)
      .where("formId", "=", id)
      .where("deletedAt", "is", null)
      .where(sql<boolean>`${sql.ref(slot)} = ${searchText(code).slice(0, 100)}`)
      .limit(mostCustomers)
      .execute();
    found.push(...rows.map((row) => row.id));
  }
  const merged = await trx
    .selectFrom("record_merge")
    .select("loserId")
    .where("compId", "=", compId)
    .where("loserCode", "=", searchText(code))
    .where("undoneAt", "is", null)
    .limit(mostCustomers)
    .execute();
  for (const { loserId } of merged) found.push(await survivorOf(trx, compId, loserId));
  return found;
}

async function known(trx: Trx, compId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom("form_record")
    .select(["id", "mergedInto"])
    .where("compId", "=", compId)
    .where("id", "in", [...ids])
    .execute();
  return Promise.all(rows.map(({ id, mergedInto }) => (mergedInto ? survivorOf(trx, compId, id) : id)));
}

/** As its values are now: customers that it is no more about lose it; of one that `isNew` there are none. */
export async function linkOrder(
  trx: Trx,
  compId: string,
  orderId: string,
  at: Date,
  {
    form,
    values,
    phones,
    isNew = false,
  }: {
    readonly form: CompiledForm;
    readonly values: FormValues;
    readonly phones: readonly string[];
    readonly isNew?: boolean;
  },
): Promise<void> {
  const code = values["customerCodeFillin"];
  const ids = new Set(await known(trx, compId, lookedUp(form, values, ["customer"])));
  if (typeof code === "string" && code !== "") for (const id of await withCode(trx, compId, code)) ids.add(id);
  for (const phone of phones)
    if (phone.length >= 3) for (const { id } of await recordsOfNumber(trx, compId, phone, "customer")) ids.add(id);
  await relink(trx, compId, [...ids].slice(0, mostCustomers), { kind: "order", contactId: orderId, at }, isNew);
}

async function relink(
  trx: Trx,
  compId: string,
  recordIds: readonly string[],
  contact: { readonly kind: string; readonly contactId: string; readonly at: Date },
  isNew: boolean,
): Promise<void> {
  const links = trx
    .deleteFrom("customer_link")
    .where("compId", "=", compId)
    .where("kind", "=", contact.kind)
    .where("contactId", "=", contact.contactId);
  if (!isNew) await (recordIds.length > 0 ? links.where("recordId", "not in", [...recordIds]) : links).execute();
  await linkRecords(trx, compId, recordIds, contact);
}

async function valuesOfOrders(trx: Trx, compId: string, orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return [];
  const rows = await trx
    .selectFrom("form_record")
    .select("id")
    .where("compId", "=", compId)
    .where("orderId", "in", [...orderIds])
    .execute();
  return rows.map(({ id }) => id);
}

const people: readonly LookupTarget[] = ["customer", "contact"];

interface Looking {
  readonly form: CompiledForm;
  readonly values: FormValues;
  /** The values of an order: it stands with its customers as such. */
  readonly isOrder: boolean;
  readonly isNew?: boolean;
}

/** A record (of a dialling task, an order, another form) stands with the customers, contacts and orders that it looks up. */
export async function linkLookups(
  trx: Trx,
  compId: string,
  id: string,
  at: Date,
  { form, values, isOrder, isNew = false }: Looking,
): Promise<void> {
  if (!form.fields.some(({ type }) => type === "lookup")) return;
  const ids = new Set([
    ...(isOrder ? [] : await known(trx, compId, lookedUp(form, values, people))),
    ...(await valuesOfOrders(trx, compId, lookedUp(form, values, ["order"]))),
  ]);
  ids.delete(id);
  await relink(trx, compId, [...ids], { kind: "record", contactId: id, at }, isNew);
}

/** Records of orders that came from there, and that have any of these tags. */
export function recordsAmong(
  trx: Trx,
  compId: string,
  { source, tags = [] }: { readonly source?: RecordSource | undefined; readonly tags?: readonly string[] | undefined },
) {
  let records = trx.selectFrom("form_record as r").where("r.compId", "=", compId).where("r.orderId", "is not", null);
  if (source) records = records.where("r.source", "=", source);
  if (tags.length > 0)
    records = records.where("r.id", "in", (e) =>
      e
        .selectFrom("record_tag")
        .select("recordId")
        .where("compId", "=", compId)
        .where("tagId", "in", [...tags]),
    );
  return records.select("r.id");
}

/** Where records came from, by id. */
export async function sourcesOf(
  trx: Trx,
  compId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RecordSource>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom("form_record")
    .select(["id", "source"])
    .where("compId", "=", compId)
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ id, source }) => [id, source]));
}

/** Customers that an order is about. */
export async function customersOfOrder(trx: Trx, compId: string, orderId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom("customer_link")
    .select("recordId")
    .where("compId", "=", compId)
    .where("kind", "=", "order")
    .where("contactId", "=", orderId)
    .limit(mostCustomers)
    .execute();
  return rows.map(({ recordId }) => recordId);
}

/** Other orders of the customers of one. */
export async function ordersOfSameCustomers(
  trx: Trx,
  compId: string,
  orderId: string,
  limit: number,
): Promise<string[]> {
  const rows = await trx
    .selectFrom("customer_link as l")
    .innerJoin("customer_link as o", (on) =>
      on.onRef("o.compId", "=", "l.compId").onRef("o.recordId", "=", "l.recordId"),
    )
    .where("l.compId", "=", compId)
    .where("l.kind", "=", "order")
    .where("l.contactId", "=", orderId)
    .where("o.kind", "=", "order")
    .where("o.contactId", "<>", orderId)
    .select("o.contactId")
    .distinct()
    .limit(limit)
    .execute();
  return rows.map(({ contactId }) => contactId);
}
