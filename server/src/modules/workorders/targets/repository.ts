/** SQL of service targets, and of how orders stand to them. */
import type { ServiceTarget } from "@liantai/api/contract/work-orders";
import { sql, type Insertable, type Selectable } from "kysely";
import { pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import { asked } from "../../asked.ts";
import type { OrderTargetTable, ServiceTargetTable } from "../../../ports/schema/workorders.ts";

export type TargetRow = Selectable<ServiceTargetTable>;
export type OrderTargetRow = Selectable<OrderTargetTable>;

type Rule = Pick<TargetRow, "id" | "name" | "kind" | "rule">;
export const targetOf = ({ id, name, kind, rule }: Rule): ServiceTarget => ({ ...rule, id, name, kind });

const of = (trx: Trx, compId: string) => trx.selectFrom("service_target").selectAll().where("compId", "=", compId);

export const pageTargets = (trx: Trx, compId: string, query: PageQuery & { readonly formId?: string | undefined }) => {
  let base = trx.selectFrom("service_target").where("compId", "=", compId);
  if (query.formId) base = base.where("formId", "=", query.formId);
  return pageOf(base, query, {
    rows: (q) => q.selectAll(),
    order: { name: "name", updateTime: "updatedAt" },
    tie: "id",
  });
};

export const enabledTargets = async (trx: Trx, compId: string, formId: string): Promise<readonly ServiceTarget[]> =>
  (
    await asked(
      trx,
      sql<Rule>`
        select id, name, kind, rule from service_target where comp_id = ${compId} and form_id = ${formId} and enabled = 1
        order by id`,
    )
  ).map(targetOf);

export const findTarget = (trx: Trx, compId: string, id: string): Promise<TargetRow | undefined> =>
  of(trx, compId).where("id", "=", id).forUpdate().executeTakeFirst();

export const targetsOfForm = async (trx: Trx, compId: string, formId: string): Promise<number> =>
  (await of(trx, compId).where("formId", "=", formId).select("id").execute()).length;

export const insertTarget = (trx: Trx, row: Insertable<ServiceTargetTable>) =>
  trx.insertInto("service_target").values(row).execute();

export const updateTarget = (
  trx: Trx,
  {
    compId,
    id,
    ...set
  }: Pick<Insertable<ServiceTargetTable>, "compId" | "id" | "name" | "kind" | "rule" | "updatedAt"> & {
    readonly enabled: number;
  },
) => trx.updateTable("service_target").set(set).where("compId", "=", compId).where("id", "=", id).execute();

export const deleteTargets = (trx: Trx, compId: string, ids: readonly string[]): Promise<TargetRow[]> =>
  trx
    .deleteFrom("service_target")
    .where("compId", "=", compId)
    .where("id", "in", [...ids])
    .returningAll()
    .execute();

export const timerName = (targetId: string): string => `target:${targetId}`;

/** Nothing of these targets runs on any order from now on. */
export async function stopTargets(trx: Trx, compId: string, ids: readonly string[]): Promise<void> {
  await trx
    .deleteFrom("order_target")
    .where("compId", "=", compId)
    .where("targetId", "in", [...ids])
    .execute();
  await trx.deleteFrom("order_timer").where("compId", "=", compId).where("name", "in", ids.map(timerName)).execute();
}

/** What these orders stand to is written anew. */
export async function putOrderTargets(
  trx: Trx,
  compId: string,
  orderIds: readonly string[],
  rows: readonly Insertable<OrderTargetTable>[],
): Promise<void> {
  await trx
    .deleteFrom("order_target")
    .where("compId", "=", compId)
    .where("orderId", "in", [...orderIds])
    .execute();
  if (rows.length > 0) await trx.insertInto("order_target").values(rows).execute();
}

/** With what each is called, those that are over soonest first. */
export const standingOf = (trx: Trx, compId: string, orderIds: readonly string[]) =>
  trx
    .selectFrom("order_target as s")
    .innerJoin("service_target as t", (on) => on.onRef("t.compId", "=", "s.compId").onRef("t.id", "=", "s.targetId"))
    .selectAll("s")
    .select(["t.name", "t.kind"])
    .where("s.compId", "=", compId)
    .where("s.orderId", "in", [...orderIds])
    .orderBy("s.orderId")
    .orderBy("s.ended")
    .orderBy("s.dueAt")
    .orderBy("t.name")
    .execute();

/** Open orders of a form after this one. */
export const openOrders = (trx: Trx, compId: string, formId: string, after: string, limit: number) =>
  trx
    .selectFrom("work_order")
    .selectAll()
    .where("compId", "=", compId)
    .where("formId", "=", formId)
    .where("state", "not in", ["done", "deleted"])
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();

export const countOpen = async (trx: Trx, compId: string, formId: string): Promise<number> =>
  Number(
    (
      await trx
        .selectFrom("work_order")
        .select((e) => e.fn.countAll().as("total"))
        .where("compId", "=", compId)
        .where("formId", "=", formId)
        .where("state", "not in", ["done", "deleted"])
        .executeTakeFirstOrThrow()
    ).total,
  );
