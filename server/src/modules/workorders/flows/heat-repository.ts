/** SQL of how long orders stay at the nodes of a flow, read from what their events say of them. */
import { sql } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import { ordersOf, seen, type Sight } from "../orders/seen-repository.ts";

/** Of one stay: from, until (null: still) and the state, each as long as the order was the same. */
export type Stretch = readonly [from: number, until: number | null, state: string];

export interface StayRow {
  readonly orderId: string;
  readonly workCode: string;
  readonly title: string;
  readonly holder: string;
  /** null: of an event that does not say it. */
  readonly nodeId: string | null;
  readonly node: string;
  readonly enteredAt: Date;
  /** null: it is still there. */
  readonly leftAt: Date | null;
  readonly stretches: readonly Stretch[];
}

const ms = (column: string) => sql`round(extract(epoch from ${sql.ref(column)}) * 1000)`;

/**
 * Stays that ended in the time, and those that have not ended, of the orders that are seen. An order's events in a row at one node
 * are one stay; back at it later is another.
 */
export async function readStays(
  trx: Trx,
  compId: string,
  sight: Sight,
  { flowId, from, to }: { readonly flowId: string; readonly from: Date; readonly to: Date },
  limit: number,
): Promise<readonly StayRow[]> {
  const orders = seen(ordersOf(trx, compId), sight)
    .where("o.flowId", "=", flowId)
    .where("o.state", "<>", "deleted")
    .where((e) => e.or([e("o.updatedAt", ">=", from), e("o.state", "<>", "done")]))
    .select(["o.id", "o.workCode", "o.title", "o.holder"]);
  const rows = await trx
    .with("mine", () => orders)
    .with("step", (db) =>
      db
        .selectFrom("event as e")
        .innerJoin("mine as m", "m.id", "e.streamId")
        .where("e.compId", "=", compId)
        .where("e.stream", "=", "order")
        .select(["e.streamId as orderId", "e.seq", "e.at"])
        .select([
          sql<string | null>`e.data->'after'->>'nodeId'`.as("nodeId"),
          sql<string | null>`e.data->'after'->>'node'`.as("node"),
          sql<string | null>`e.data->'after'->>'state'`.as("state"),
          sql<Date | null>`lead(e.at) over (partition by e.stream_id order by e.seq)`.as("until"),
          sql<boolean>`lag(e.data->'after'->>'node') over (partition by e.stream_id order by e.seq)
            is distinct from e.data->'after'->>'node'
            or lag(e.data->'after'->>'nodeId') over (partition by e.stream_id order by e.seq)
            <> e.data->'after'->>'nodeId'`.as("arrives"),
        ]),
    )
    .with("numbered", (db) =>
      db
        .selectFrom("step as s")
        .selectAll("s")
        .select(
          sql<number>`sum(case when s.arrives then 1 else 0 end) over (partition by s.order_id order by s.seq)`.as(
            "visit",
          ),
        ),
    )
    .with("stay", (db) =>
      db
        .selectFrom("numbered as n")
        .where("n.node", "is not", null)
        .where("n.state", "not in", ["draft", "done", "deleted"])
        .groupBy(["n.orderId", "n.visit", "n.node"])
        .select(["n.orderId", "n.node"])
        .select([
          sql<string | null>`max(n.node_id)`.as("nodeId"),
          sql<Date>`min(n.at)`.as("enteredAt"),
          sql<Date | null>`case when bool_or(n.until is null) then null else max(n.until) end`.as("leftAt"),
          sql<Stretch[]>`jsonb_agg(jsonb_build_array(${ms("n.at")}, ${ms("n.until")}, n.state) order by n.seq)`.as(
            "stretches",
          ),
        ]),
    )
    .selectFrom("stay as t")
    .innerJoin("mine as m", "m.id", "t.orderId")
    .where((e) => e.or([e("t.leftAt", "is", null), e.and([e("t.leftAt", ">=", from), e("t.leftAt", "<", to)])]))
    .select(["t.orderId", "t.nodeId", "t.node", "t.enteredAt", "t.leftAt", "t.stretches"])
    .select(["m.workCode", "m.title", "m.holder"])
    .orderBy("t.leftAt", (o) => o.desc().nullsFirst())
    .limit(limit + 1)
    .execute();
  return rows.map((row) => ({ ...row, node: row.node ?? "" }));
}
