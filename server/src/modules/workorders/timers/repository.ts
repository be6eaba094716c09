/** SQL of limits, of reminders of states, and of the time rules they count by. */
import type { WorkingTime } from "@liantai/api/contract/admin";
import type { Insertable, Selectable, Updateable } from "kysely";
import { sql } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import { asked } from "../../asked.ts";
import type { OrderTimerTable, WorkStatusWarnTable } from "../../../ports/schema/workorders.ts";
import { gathered, isGathering } from "../../gathered.ts";

export type TimerRow = Selectable<OrderTimerTable>;
export type WarnRow = Selectable<WorkStatusWarnTable>;

const ofOrder = (trx: Trx, compId: string, orderId: string) =>
  trx.selectFrom("order_timer").selectAll().where("compId", "=", compId).where("orderId", "=", orderId);

export const listTimers = (trx: Trx, compId: string, orderId: string): Promise<TimerRow[]> =>
  ofOrder(trx, compId, orderId).orderBy("name").execute();

/**
 * What runs of its flow's limits; nobody else begins or ends one while the order is locked. Of many steps side by side it is not asked:
 * what ends limits of all of them costs less.
 */
export async function limitsOf(trx: Trx, compId: string, orderId: string): Promise<readonly string[]> {
  const limits = ["node", "order", "claim"];
  if (isGathering(trx)) return limits;
  const rows = await asked(
    trx,
    sql<{ name: string }>`
      select name from order_timer where comp_id = ${compId} and order_id = ${orderId} and name = any(${limits}::text[])`,
  );
  return rows.map(({ name }) => name);
}

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

type Named = Pick<TimerRow, "orderId" | "name">;
const unnested = (timers: readonly Named[]) =>
  sql`unnest(${sql.val(timers.map(({ orderId }) => orderId))}::text[], ${sql.val(timers.map(({ name }) => name))}::text[])
    as n (order_id, name)`;

export const dropEach = (trx: Trx, compId: string, timers: readonly Named[]) =>
  sql`
    delete from order_timer t using ${unnested(timers)}
    where t.comp_id = ${compId} and t.order_id = n.order_id and t.name = n.name`.execute(trx);

export const dropTimer = (trx: Trx, { compId, orderId, name }: TimerRow) =>
  gathered(trx, `timers/${compId}`, { orderId, name }, (all) => dropEach(trx, compId, all));

/** It was warned of. */
export const setWarned = (trx: Trx, { compId, orderId, name }: TimerRow) =>
  gathered(trx, `warned/${compId}`, { orderId, name }, (all) =>
    sql`
      update order_timer t set warn_at = null, warn_minutes = 0 from ${unnested(all)}
      where t.comp_id = ${compId} and t.order_id = n.order_id and t.name = n.name`.execute(trx),
  );

/** A limit that has run out: whose it is, and when it did as PostgreSQL writes it (a Date has no microseconds). */
export interface DueTimer {
  readonly compId: string;
  readonly orderId: string;
  readonly next: string;
}

/** Of all enterprises, those that waited longest first, after this one. */
export const dueTimers = (trx: Trx, now: Date, after: DueTimer | undefined, limit: number): Promise<DueTimer[]> =>
  trx
    .selectFrom("order_timer")
    .select(["compId", "orderId", sql<string>`${next}::text`.as("next")])
    .where("paused", "=", 0)
    .where(next, "<=", now)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`${next} >= ${after?.next}::timestamptz
          and (${next}, comp_id, order_id) > (${after?.next}::timestamptz, ${after?.compId}, ${after?.orderId})`,
      ),
    )
    .orderBy(next)
    .orderBy("compId")
    .orderBy("orderId")
    .limit(limit)
    .execute();

/** Of the order `o` a limit has run out. */
export const isDue = (now: Date) =>
  sql<boolean>`exists (select from order_timer t where t.comp_id = o.comp_id and t.order_id = o.id and t.paused = 0
    and least(t.warn_at, t.due_at) <= ${now})`;

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

/** What a reminder of a state waits for. */
export type WarnInForce = Pick<WarnRow, "id" | "state" | "minutes" | "timeRuleId">;

/** Of orders of this form, in whatever state. */
export const warnsFor = (trx: Trx, compId: string, formId: string): Promise<readonly WarnInForce[]> =>
  asked(
    trx,
    sql<WarnInForce>`
      select id, state, minutes, time_rule_id as "timeRuleId" from work_status_warn
      where comp_id = ${compId} and enabled = 1 and form_id in ('', ${formId})`,
  );

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

/** The first of the limits that run of the order `o`: what its row says of when it is due. */
export const firstDue = sql<Date | null>`(
  select min(t.due_at) from order_timer t
  where t.comp_id = o.comp_id and t.order_id = o.id and t.paused = 0 and t.name in ('node', 'order'))`;

export const setDue = (trx: Trx, compId: string, id: string) =>
  gathered(trx, `due/${compId}`, id, (ids) =>
    sql`
      update work_order o set due_at = ${firstDue}
      where o.comp_id = ${compId} and o.id = any(${sql.val([...ids])}::text[])`.execute(trx),
  );
