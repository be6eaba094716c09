/**
 * Events of work orders: written by the step that makes them, in its own transaction, and not by the log's writer, which
 * leads the calls and stands in one process. The key of the log (enterprise, stream, order, number) lets one of two steps
 * from the same number through.
 */
import type { Trx } from "../../ports/database.ts";

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
  await trx
    .insertInto("event")
    .values(
      entries.map(({ seq, at, type, actor, data }) => ({
        compId,
        stream,
        streamId: orderId,
        seq,
        at: new Date(at),
        type,
        actor,
        reason: null,
        data: JSON.stringify(data),
      })),
    )
    .execute();
}

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
