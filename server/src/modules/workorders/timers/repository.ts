/** SQL of limits, of reminders of states, and of the time rules they count by. */
import type { WorkingTime } from "@liantai/api/contract/admin";
import type { OrderState } from "@liantai/api/contract/work-orders";
import type { Insertable, Selectable, Updateable } from "kysely";
import { sql } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { OrderTimerTable, WorkStatusWarnTable } from "../../../ports/schema/workorders.ts";

export type TimerRow = Selectable<OrderTimerTable>;
export type WarnRow = Selectable<WorkStatusWarnTable>;

const ofOrder = (trx: Trx, compId: string, orderId: string) =>
  trx.selectFrom("order_timer").selectAll().where("compId", "=", compId).where("orderId", "=", orderId);

export const listTimers = (trx: Trx, compId: string, orderId: string): Promise<TimerRow[]> =>
  ofOrder(trx, compId, orderId).orderBy("name").execute();

export const putTimer = (trx: Trx, row: Insertable<OrderTimerTable>) =>
  trx
    .insertInto("order_timer")
    .values(row)
    .onConflict((c) =>
      c.columns(["compId", "orderId", "name"]).doUpdateSet((e) => ({
        minutes: e.ref("excluded.minutes"),
        warnMinutes: e.ref("excluded.warnMinutes"),
        timeRuleId: e.ref("excluded.timeRuleId"),
        startedAt: e.ref("excluded.startedAt"),
        spentMs: 0,
        paused: 0,
        warnAt: e.ref("excluded.warnAt"),
        dueAt: e.ref("excluded.dueAt"),
      })),
    )
    .execute();

export const setTimer = (trx: Trx, { compId, orderId, name }: TimerRow, set: Updateable<OrderTimerTable>) =>
  trx
    .updateTable("order_timer")
    .set(set)
    .where("compId", "=", compId)
    .where("orderId", "=", orderId)
    .where("name", "=", name)
    .execute();

export const dropTimers = (trx: Trx, compId: string, orderId: string, names: readonly string[]) =>
  trx
    .deleteFrom("order_timer")
    .where("compId", "=", compId)
    .where("orderId", "=", orderId)
    .where(sql<boolean>`name = any(${sql.val([...names])}::text[])`)
    .execute();
export const dropTimer = (trx: Trx, compId: string, orderId: string, name: string) =>
  dropTimers(trx, compId, orderId, [name]);

export const dropStatusTimers = (trx: Trx, compId: string, orderId: string) =>
  trx
    .deleteFrom("order_timer")
    .where("compId", "=", compId)
    .where("orderId", "=", orderId)
    .where((e) => e.or([e("name", "like", "status:%"), e("name", "like", "trigger:%")]))
    .execute();

export const dropTargetTimers = (trx: Trx, compId: string, orderIds: readonly string[]) =>
  trx
    .deleteFrom("order_timer")
    .where("compId", "=", compId)
    .where("orderId", "in", [...orderIds])
    .where("name", "like", "target:%")
    .execute();

const next = sql<Date>`least(warn_at, due_at)`;

export const dropEach = (trx: Trx, compId: string, timers: readonly Pick<TimerRow, "orderId" | "name">[]) =>
  sql`
    delete from order_timer t
    using unnest(${sql.val(timers.map(({ orderId }) => orderId))}::text[], ${sql.val(timers.map(({ name }) => name))}::text[])
      as gone (order_id, name)
    where t.comp_id = ${compId} and t.order_id = gone.order_id and t.name = gone.name`.execute(trx);

/** Orders of all enterprises with a limit that has run out, those that waited longest first. */
export const dueOrders = (trx: Trx, now: Date, limit: number) =>
  trx
    .selectFrom("order_timer")
    .select(["compId", "orderId"])
    .where("paused", "=", 0)
    .where(next, "<=", now)
    .groupBy(["compId", "orderId"])
    .orderBy((e) => e.fn.min(next))
    .limit(limit)
    .execute();

/** When the next limit of any enterprise runs out; undefined: none runs. */
export async function earliestDue(trx: Trx): Promise<Date | undefined> {
  const row = await trx
    .selectFrom("order_timer")
    .select(next.as("next"))
    .where("paused", "=", 0)
    .where(next, "is not", null)
    .orderBy(next)
    .limit(1)
    .executeTakeFirst();
  return row && new Date(row.next);
}

/** What is due of these orders, what was due first before the rest. */
export const dueOfOrders = (trx: Trx, compId: string, orderIds: readonly string[], now: Date): Promise<TimerRow[]> =>
  trx
    .selectFrom("order_timer")
    .selectAll()
    .where("compId", "=", compId)
    .where(sql<boolean>`order_id = any(${sql.val([...orderIds])}::text[])`)
    .where("paused", "=", 0)
    .where(next, "<=", now)
    .orderBy(next)
    .orderBy("name")
    .execute();

export async function findTimeRule(trx: Trx, compId: string, id: string): Promise<WorkingTime | undefined> {
  if (id === "") return undefined;
  return trx
    .selectFrom("time_rule")
    .select(["weekly", "holidays", "specials"])
    .where("compId", "=", compId)
    .where("id", "=", id)
    .executeTakeFirst();
}

export const timeRuleNames = (trx: Trx, compId: string): Promise<{ id: string; name: string }[]> =>
  trx.selectFrom("time_rule").select(["id", "name"]).where("compId", "=", compId).orderBy("name").execute();

export const warnsFor = (trx: Trx, compId: string, state: OrderState, formId: string): Promise<WarnRow[]> =>
  state === "done" || state === "deleted"
    ? Promise.resolve([])
    : trx
        .selectFrom("work_status_warn")
        .selectAll()
        .where("compId", "=", compId)
        .where("enabled", "=", 1)
        .where("state", "=", state)
        .where("formId", "in", ["", formId])
        .execute();

export const listWarns = (trx: Trx, compId: string, formId: string | undefined): Promise<WarnRow[]> =>
  trx
    .selectFrom("work_status_warn")
    .selectAll()
    .where("compId", "=", compId)
    .$if(Boolean(formId), (query) => query.where("formId", "in", ["", formId ?? ""]))
    .orderBy("state")
    .orderBy("minutes")
    .orderBy("id")
    .execute();

export const putWarn = (trx: Trx, row: Insertable<WorkStatusWarnTable>) =>
  trx
    .insertInto("work_status_warn")
    .values(row)
    .onConflict((c) =>
      c.columns(["compId", "id"]).doUpdateSet((e) => ({
        formId: e.ref("excluded.formId"),
        state: e.ref("excluded.state"),
        minutes: e.ref("excluded.minutes"),
        timeRuleId: e.ref("excluded.timeRuleId"),
        hearers: e.ref("excluded.hearers"),
        enabled: e.ref("excluded.enabled"),
      })),
    )
    .execute();

export const deleteWarns = (trx: Trx, compId: string, ids: readonly string[]) =>
  trx.deleteFrom("work_status_warn").where("compId", "=", compId).where("id", "in", ids).returningAll().execute();

/** Reminders of these warns are made anew by what the orders are now; so is what a trigger waits for. */
export const dropTimersOf = (trx: Trx, compId: string, ids: readonly string[], kind: "status" | "trigger" = "status") =>
  trx
    .deleteFrom("order_timer")
    .where("compId", "=", compId)
    .where(
      "name",
      "in",
      ids.map((id) => `${kind}:${id}`),
    )
    .execute();

export const ordersInState = (trx: Trx, compId: string, state: WarnRow["state"], formId: string) =>
  trx
    .selectFrom("work_order")
    .select(["id", "stateAt"])
    .where("compId", "=", compId)
    .where("state", "=", state)
    .$if(formId !== "", (query) => query.where("formId", "=", formId))
    .execute();

/** The first of the limits that run of it: what its row says of when it is due. */
export const dueNow = (trx: Trx, compId: string, id: string) =>
  trx
    .selectFrom("order_timer as t")
    .select((x) => x.fn.min("t.dueAt").as("due"))
    .where("t.compId", "=", compId)
    .where("t.orderId", "=", id)
    .where("t.paused", "=", 0)
    .where("t.name", "in", ["node", "order"]);

export const setDue = async (trx: Trx, compId: string, id: string) => {
  await trx
    .updateTable("work_order")
    .set({ dueAt: dueNow(trx, compId, id) })
    .where("compId", "=", compId)
    .where("id", "=", id)
    .execute();
};
