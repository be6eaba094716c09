/** What of a step makes follow-ups. */
import type { OrderEventType, OrderOutcome } from "@liantai/api/contract/work-orders";
import { holdersOf } from "./columns.ts";
import type { OrderRow } from "./repository.ts";

/** Steps that leave a node the way that it was come by. */
const back: readonly OrderEventType[] = ["returned", "returnedToCreator", "retrieved", "deleted", "migrated"];

/** A node is left by going on from it; an order goes on to its end as well. */
export function wentOn(row: OrderRow, { order, events }: Extract<OrderOutcome, { ok: true }>) {
  const ended = order.phase.kind === "done" && row.state !== "done";
  const forward = (ended || order.nodeId !== row.nodeId) && !events.some(({ type }) => back.includes(type));
  return {
    ended,
    left: forward && row.state !== "done" ? row.nodeId : undefined,
    // Whoever had it last; a limit or a parent that ended it is nobody.
    handler: holdersOf(row.body)[0] ?? events.at(-1)?.by ?? "",
  };
}
