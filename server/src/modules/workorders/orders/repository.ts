/** SQL of orders, their parties and numbers. */
import type { Insertable, Updateable } from "kysely";
import { sql } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { WorkOrderTable } from "../../../ports/schema/workorders.ts";
import { columnOf } from "../../../adapters/database/names.ts";
import { gathered } from "../../gathered.ts";
import { firstDue, isDue } from "../timers/repository.ts";
import { ordersOf, seen, type OrderRow, type Sight } from "./seen-repository.ts";

export type { OrderRow, Sight } from "./seen-repository.ts";

const seenRows = (trx: Trx, compId: string, sight: Sight, ids: readonly string[]) =>
  seen(ordersOf(trx, compId), sight)
    .innerJoin("flow as f", (on) => on.onRef("f.compId", "=", "o.compId").onRef("f.id", "=", "o.flowId"))
    .where("o.id", "in", [...ids])
    .selectAll("o")
    .select("f.name as flowName");

/** One that the caller sees. */
export const findSeen = (trx: Trx, compId: string, sight: Sight, id: string) =>
  seenRows(trx, compId, sight, [id]).executeTakeFirst();

/** Of these those that the caller sees, newest first, without those that were deleted. */
export const listSeen = async (trx: Trx, compId: string, sight: Sight, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : seenRows(trx, compId, sight, ids).where("o.state", "<>", "deleted").orderBy("o.createdAt", "desc").execute();

/** Of these those that are seen. */
export async function seenAmong(trx: Trx, compId: string, sight: Sight, ids: readonly string[]): Promise<string[]> {
  const rows = await seen(ordersOf(trx, compId), sight)
    .where("o.id", "in", [...ids])
    .select("o.id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Whoever may see them. */
export const findOrders = (trx: Trx, compId: string, ids: readonly string[]): Promise<OrderRow[]> =>
  ordersOf(trx, compId)
    .where("o.id", "in", [...ids])
    .selectAll("o")
    .execute();

/** Nobody takes a step of it until this transaction is over. */
export const lockOrder = (trx: Trx, compId: string, id: string): Promise<OrderRow | undefined> =>
  ordersOf(trx, compId).where("o.id", "=", id).selectAll("o").forUpdate().executeTakeFirst();

/** The same of several that still have a limit that has run out, without those of which somebody takes a step right now. */
export const lockDueOrders = (trx: Trx, compId: string, ids: readonly string[], now: Date): Promise<OrderRow[]> =>
  ordersOf(trx, compId)
    .where(sql<boolean>`o.id = any(${sql.val([...ids])}::text[])`)
    .where(isDue(now))
    .selectAll("o")
    .orderBy("o.id")
    .forUpdate()
    .skipLocked()
    .execute();

/** The row as it is then; nobody else sees it before this transaction is over. */
export const insertOrder = (trx: Trx, row: Insertable<WorkOrderTable>): Promise<OrderRow> =>
  trx.insertInto("work_order").values(row).returningAll().executeTakeFirstOrThrow();

export const updateOrder = (trx: Trx, compId: string, id: string, set: Updateable<WorkOrderTable>) =>
  trx.updateTable("work_order").set(set).where("compId", "=", compId).where("id", "=", id).execute();

/** Columns that a step writes, with their types. */
const written = {
  ...{ workCode: "text", state: "text", statusName: "text", nodeId: "text", nodeName: "text", holder: "text" },
  ...{ groupId: "text", poolGroup: "text", poolRole: "text", priority: "smallint", seq: "integer" },
  ...{ stateAt: "timestamptz", body: "text", overdueAt: "timestamptz", overdueBy: "text", updatedAt: "timestamptz" },
} as const satisfies Partial<Record<keyof WorkOrderTable, string>>;
type Written = Required<Pick<Updateable<WorkOrderTable>, keyof typeof written>>;

const names = Object.keys(written) as (keyof Written)[];
const setters = sql.raw(
  names.map((name) => `${columnOf(name)} = n."${name}"${name === "body" ? "::jsonb" : ""}`).join(", "),
);
const typed = sql.raw(names.map((name) => `"${name}" ${written[name]}`).join(", "));
const typedOne = names.map((name) => ({ name, as: sql.raw(`::${written[name]} as "${name}"`) }));

interface OrderWrite {
  readonly id: string;
  readonly set: Written;
  /** When it is due is counted anew. */
  readonly due: boolean;
}

/** The row as it is then. */
export async function writeOrder(trx: Trx, compId: string, write: OrderWrite): Promise<OrderRow> {
  const rows = await gathered(trx, `orders/${compId}`, write, (all) => writeOrders(trx, compId, all));
  const row = rows.get(write.id);
  if (!row) throw new Error(`order ${write.id} is not there`);
  return row;
}

/** What one order becomes is a row of values: to read it out of JSON costs PostgreSQL more than to write it. */
const oneRow = ({ id, set, due }: OrderWrite) =>
  sql`(select ${id}::text as id, ${due}::boolean as due, ${sql.join(typedOne.map(({ name, as }) => sql`${set[name]}${as}`))}) as n`;

const manyRows = (writes: readonly OrderWrite[]) =>
  sql`json_to_recordset(${JSON.stringify(writes.map(({ id, set, due }) => ({ ...set, id, due })))}::json)
    as n(id text, due boolean, ${typed})`;

async function writeOrders(trx: Trx, compId: string, writes: readonly OrderWrite[]) {
  const [one] = writes;
  const { rows } = await sql<OrderRow>`
    update work_order o set ${setters}, due_at = case when n.due then ${firstDue} else o.due_at end
    from ${one && writes.length === 1 ? oneRow(one) : manyRows(writes)}
    where o.comp_id = ${compId} and o.id = n.id returning o.*`.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface Parties {
  readonly now: readonly string[];
  readonly pool: readonly string[];
}

/** Who has it now was there from then on. In one statement: whoever stays is not taken away before he is put there. */
export async function setParties(
  trx: Trx,
  compId: string,
  orderId: string,
  at: Date,
  { now, pool }: Parties,
): Promise<void> {
  const rows = [
    ...[...new Set(now)].flatMap((agentId) => [
      { agentId, part: "now" },
      { agentId, part: "was" },
    ]),
    ...[...new Set(pool)].map((agentId) => ({ agentId, part: "pool" })),
  ];
  const agents = rows.map(({ agentId }) => agentId);
  const parts = rows.map(({ part }) => part);
  const staying = rows.map(({ agentId, part }) => `${part}/${agentId}`);
  await sql`
    with gone as (
      delete from order_party p where p.comp_id = ${compId} and p.order_id = ${orderId} and p.part in ('now', 'pool')
        and p.part || '/' || p.agent_id <> all(${sql.val(staying)}::text[])
    )
    insert into order_party (comp_id, order_id, agent_id, part, at)
    select ${compId}::text, ${orderId}::text, agent_id, part, ${at}::timestamptz
    from unnest(${sql.val(agents)}::text[], ${sql.val(parts)}::text[]) as n (agent_id, part)
    on conflict (comp_id, order_id, agent_id, part) do update set at = excluded.at`.execute(trx);
}

/** Whom the nodes of these orders name, while they are pooled. */
export const offeredTo = (trx: Trx, compId: string, ids: readonly string[]) =>
  trx
    .selectFrom("order_party")
    .select(["orderId", "agentId"])
    .where("compId", "=", compId)
    .where("orderId", "in", [...ids])
    .where("part", "=", "pool")
    .execute();

/** The next number of a day; one is never given twice, and who waits for it waits for a row of this day alone. */
export async function nextCode(trx: Trx, compId: string, day: string): Promise<number> {
  const { last } = await trx
    .insertInto("order_code")
    .values({ compId, day, last: 1 })
    .onConflict((c) => c.columns(["compId", "day"]).doUpdateSet({ last: sql<number>`order_code.last + 1` }))
    .returning("last")
    .executeTakeFirstOrThrow();
  return last;
}

/** Orders of a flow that go on and follow another version. */
export const ordersToMove = (
  trx: Trx,
  compId: string,
  flowId: string,
  version: number,
  ids: readonly string[] | undefined,
  limit: number,
) =>
  ordersOf(trx, compId)
    .where("o.flowId", "=", flowId)
    .where("o.flowVersion", "<>", version)
    .where("o.state", "not in", ["done", "deleted"])
    .$if(ids !== undefined, (query) => query.where("o.id", "in", ids ?? []))
    .selectAll("o")
    .orderBy("o.id")
    .limit(limit)
    .execute();
