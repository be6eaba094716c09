/** SQL of priorities by customers' forms. */
import type { Insertable, Selectable } from "kysely";
import { pageOf, type PageQuery } from "../../adapters/database/page.ts";
import type { Trx } from "../../ports/database.ts";
import type { CustomerPriorityTable } from "../../ports/schema/groups.ts";
import type { Store } from "../crud/index.ts";

export type CustomerPriorityRow = Selectable<CustomerPriorityTable>;
type NewRow = Omit<Insertable<CustomerPriorityTable>, "compId" | "id">;
type Query = PageQuery & { readonly formId?: string | undefined };

export const customerPriorityStore: Store<CustomerPriorityRow, NewRow, Query> = {
  page(trx, compId, query) {
    let base = trx.selectFrom("customer_priority").where("compId", "=", compId);
    if (query.formId) base = base.where("formId", "=", query.formId);
    return pageOf(base, query, {
      rows: (q) => q.selectAll(),
      order: { priorityMin: "priorityMin", createdAt: "createdAt" },
      tie: "id",
    });
  },
  find: (trx, compId, id) =>
    trx
      .selectFrom("customer_priority")
      .selectAll()
      .where("compId", "=", compId)
      .where("id", "=", id)
      .executeTakeFirst(),
  insert: (trx, compId, id, row) =>
    trx
      .insertInto("customer_priority")
      .values({ compId, id, ...row })
      .execute(),
  update: (trx, compId, id, row) =>
    trx.updateTable("customer_priority").set(row).where("compId", "=", compId).where("id", "=", id).execute(),
  remove: (trx, compId, id) =>
    trx.deleteFrom("customer_priority").where("compId", "=", compId).where("id", "=", id).execute(),
};

/** The newest published version of each form of customers, by name. */
export const customerForms = (trx: Trx, compId: string) =>
  trx
    .selectFrom("form_definition as f")
    .innerJoin("form_version as v", (on) =>
      on.onRef("v.compId", "=", "f.compId").onRef("v.formId", "=", "f.id").onRef("v.version", "=", "f.version"),
    )
    .where("f.compId", "=", compId)
    .where("f.formType", "=", "customer")
    .orderBy("f.name")
    .select(["f.id", "f.name", "v.definition"])
    .execute();
