/** SQL of what a follow-up is about: the record, its order, the customer's name and number as they are now. */
import type { RecordValues } from "@liantai/api/contract/workorder";
import { customerNameIn, textIn } from "@liantai/api/forms";
import type { Trx } from "../../ports/database.ts";

export interface About {
  readonly formId: string;
  readonly orderId: string;
  readonly workCode: string;
  readonly title: string;
  readonly customerName: string;
  readonly phone: string;
}

/** The first of the order's customers: linked by a look-up, a code or a number. */
const customerOf = (trx: Trx, compId: string, orderId: string) =>
  trx
    .selectFrom("customer_link as l")
    .innerJoin("form_record as c", (on) => on.onRef("c.compId", "=", "l.compId").onRef("c.id", "=", "l.recordId"))
    .select(["c.id", "c.values"])
    .where("l.compId", "=", compId)
    .where("l.kind", "=", "order")
    .where("l.contactId", "=", orderId)
    .where("c.deletedAt", "is", null)
    .orderBy("l.at")
    .orderBy("c.id")
    .executeTakeFirst();

async function numberOf(trx: Trx, compId: string, { id, values }: { id: string; values: RecordValues }) {
  const rows = await trx
    .selectFrom("record_phone")
    .select("number")
    .where("compId", "=", compId)
    .where("recordId", "=", id)
    .orderBy("number")
    .execute();
  const numbers = rows.map(({ number }) => number);
  return numbers.find((number) => number === values["phone"]) ?? numbers[0] ?? "";
}

/** undefined: it was deleted. */
export async function aboutRecord(trx: Trx, compId: string, recordId: string): Promise<About | undefined> {
  const row = await trx
    .selectFrom("form_record as r")
    .leftJoin("work_order as o", (on) => on.onRef("o.compId", "=", "r.compId").onRef("o.id", "=", "r.orderId"))
    .select(["r.id", "r.formId", "r.orderId", "r.values", "o.workCode", "o.title"])
    .where("r.compId", "=", compId)
    .where("r.id", "=", recordId)
    .where("r.deletedAt", "is", null)
    .executeTakeFirst();
  if (!row) return undefined;
  const orderId = row.orderId ?? "";
  const customer = orderId === "" ? undefined : await customerOf(trx, compId, orderId);
  const own = await numberOf(trx, compId, row);
  const name = customerNameIn(row.values);
  return {
    formId: row.formId,
    orderId,
    workCode: row.workCode ?? textIn(row.values, "workCode"),
    title: row.title ?? textIn(row.values, "workName", "customerName", "name", "taskMark", "customerCode"),
    customerName: name || customerNameIn(customer?.values),
    phone: own || (customer ? await numberOf(trx, compId, customer) : ""),
  };
}

/** The record of an order by its number. */
export const recordOfOrder = (trx: Trx, compId: string, workCode: string) =>
  trx
    .selectFrom("work_order")
    .select("recordId")
    .where("compId", "=", compId)
    .where("workCode", "=", workCode)
    .executeTakeFirst();
