/**
 * What an order is about. The machine and the routes know a record by its form and its id alone, through this door; until
 * the records of forms stand behind it, a small table of this module does.
 */
import type { OrderValues } from "@liantai/api/contract/work-orders";
import type { Trx } from "../../ports/database.ts";

export interface RecordRef {
  readonly compId: string;
  readonly formId: string;
  readonly recordId: string;
}

export interface OrderRecords {
  create(trx: Trx, ref: RecordRef, values: OrderValues): Promise<void>;
  read(trx: Trx, ref: RecordRef): Promise<OrderValues>;
  /** These fields, with the order's event `seq`. */
  save(trx: Trx, ref: RecordRef, values: OrderValues, seq: number): Promise<void>;
  /** Fields that were written after that event, as they are now. */
  writtenSince(trx: Trx, ref: RecordRef, seq: number): Promise<OrderValues>;
}

const find = (trx: Trx, { compId, recordId }: RecordRef) =>
  trx
    .selectFrom("order_record")
    .select(["values", "written"])
    .where("compId", "=", compId)
    .where("id", "=", recordId)
    .executeTakeFirst();

export const ownRecords: OrderRecords = {
  async create(trx, { compId, formId, recordId }, values) {
    await trx
      .insertInto("order_record")
      .values({ compId, id: recordId, formId, values: JSON.stringify(values), written: "{}" })
      .execute();
  },
  read: async (trx, ref) => (await find(trx, ref))?.values ?? {},
  async save(trx, ref, values, seq) {
    const before = await find(trx, ref);
    const written = Object.fromEntries(Object.keys(values).map((field) => [field, seq]));
    await trx
      .updateTable("order_record")
      .set({
        values: JSON.stringify({ ...before?.values, ...values }),
        written: JSON.stringify({ ...before?.written, ...written }),
      })
      .where("compId", "=", ref.compId)
      .where("id", "=", ref.recordId)
      .execute();
  },
  async writtenSince(trx, ref, seq) {
    const row = await find(trx, ref);
    const fields = Object.entries(row?.written ?? {}).flatMap(([field, at]) => (at > seq ? [field] : []));
    return Object.fromEntries(fields.map((field) => [field, row?.values[field]]));
  },
};
