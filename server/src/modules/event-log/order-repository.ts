/**
 * Events of work orders: written by the step that makes them, in its own transaction, and not by the log's writer, which
 * leads the calls and stands in one process. The key of the log (enterprise, stream, order, number) lets one of two steps
 * from the same number through.
 */
import { sql } from "kysely";
import type { Trx } from "../../ports/database.ts";
import { gathered } from "../gathered.ts";

const stream = "order";

export interface OrderLogEntry {
  readonly seq: number;
  readonly at: number;
  readonly type: string;
  readonly actor: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Rejects with a unique violation when the order has gone on meanwhile. */
export async function appendOrderEvents(
  trx: Trx,
  { compId, orderId }: { readonly compId: string; readonly orderId: string },
  entries: readonly OrderLogEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ at, ...entry }) => ({ ...entry, orderId, at: new Date(at) }));
  await gathered(trx, `order-events/${compId}`, rows, (all) => insert(trx, compId, all.flat()));
}

const insert = (trx: Trx, compId: string, rows: readonly unknown[]) =>
  sql`
    insert into event (comp_id, stream, stream_id, seq, at, type, actor, data)
    select ${compId}::text, ${stream}::text, n."orderId", n.seq, n.at, n.type, n.actor, n.data
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as n("orderId" text, seq integer, at timestamptz, type text, actor text, data jsonb)`.execute(trx);

/** Of several orders, each in its order. */
export const readEventsOfOrders = (trx: Trx, compId: string, orderIds: readonly string[]) =>
  trx
    .selectFrom("event")
    .select(["streamId", "seq", "at", "type", "data"])
    .where("compId", "=", compId)
    .where("stream", "=", stream)
    .where("streamId", "in", [...orderIds])
    .orderBy("streamId")
    .orderBy("seq")
    .execute();

export const readOrderEvents = (trx: Trx, compId: string, orderId: string) =>
  trx
    .selectFrom("event")
    .select(["seq", "at", "type", "actor", "data"])
    .where("compId", "=", compId)
    .where("stream", "=", stream)
    .where("streamId", "=", orderId)
    .orderBy("seq")
    .execute();

/** What was said with the last event of these types, by order. */
export async function lastWordsOf(
  trx: Trx,
  compId: string,
  orderIds: readonly string[],
  types: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (orderIds.length === 0) return new Map();
  const rows = await trx
    .selectFrom("event")
    .distinctOn("streamId")
    .select(["streamId", sql<string | null>`data ->> 'text'`.as("text")])
    .where("compId", "=", compId)
    .where("stream", "=", stream)
    .where("streamId", "in", [...orderIds])
    .where("type", "in", [...types])
    .orderBy("streamId")
    .orderBy("seq", "desc")
    .execute();
  return new Map(rows.map(({ streamId, text }) => [streamId, text ?? ""]));
}

/** Of all orders, newest first. */
export const orderEventsSince = (trx: Trx, compId: string, since: Date, limit: number) =>
  trx
    .selectFrom("event")
    .select(["streamId", "seq", "at", "type", "data"])
    .where("compId", "=", compId)
    .where("stream", "=", stream)
    .where("at", ">=", since)
    .orderBy("at", "desc")
    .orderBy("seq", "desc")
    .limit(limit)
    .execute();
