/** Parts of a step: its events as they are kept, what triggers hear of it, whether it moved the order, and what is asked before it. */
import type { Order, OrderEvent, OrderOutcome } from "@liantai/api/contract/work-orders";
import type { Trx } from "../../../ports/database.ts";
import { causeOf, foreseeTriggers, queueTriggers } from "../../automation/index.ts";
import { foreseeFollowUps } from "../../followups/index.ts";
import { foreseeWarns } from "../timers/keeping.ts";
import { foreseeTargets } from "../targets/keeping.ts";
import { foreseeHearers } from "./informing.ts";
import type { OrderRow } from "./repository.ts";
import { snapshotOf, type OrderSnapshot } from "./snapshot.ts";
import type { Written } from "./telling.ts";

type Done = Extract<OrderOutcome, { ok: true }>;

/** What happened, and how the order was after it: targets are read from that (W50). */
export const entriesOf = (
  trx: Trx,
  { events, order }: Pick<Done, "events" | "order">,
  columns: Omit<Parameters<typeof snapshotOf>[0], "body">,
) => {
  const after = snapshotOf({ ...columns, body: order });
  return events.map(({ seq, at, type, by, data }: OrderEvent) => ({
    ...{ seq, at, type, actor: by },
    data: told(trx, data, after),
  }));
};

/** In whose name, where it was a trigger; and what the order is like after it, for whoever asks later what it was then. */
const told = (trx: Trx, data: OrderEvent["data"], after: OrderSnapshot): Readonly<Record<string, unknown>> => {
  const cause = causeOf(trx);
  return { ...data, ...(cause && { trigger: cause.name }), after };
};

/** Triggers of its form look at what happened once this transaction is through. */
export function happened(
  trx: Trx,
  { compId, id, formId }: Pick<OrderRow, "compId" | "id" | "formId">,
  events: readonly OrderEvent[],
  now: number,
): Promise<void> {
  const of = { compId, formId, kind: "order", subjectId: id, at: new Date(now) } as const;
  return queueTriggers(
    trx,
    of,
    events.map(({ seq, type }) => ({ key: String(seq), event: type })),
  );
}

/** Whoever has it or could claim it may be others now; a limit that runs out moves nobody. */
export const moved = ({ row }: Written, order: Order): boolean =>
  order.phase.kind === "pooled" ||
  order.nodeId !== row.nodeId ||
  JSON.stringify(order.phase) !== JSON.stringify(row.body.phase);

/** What the form's settings say of steps: asked together with all else that a step needs to know. */
export function foreseeStep(trx: Trx, { compId, formId }: Pick<OrderRow, "compId" | "formId">): void {
  foreseeTriggers(trx, compId, formId);
  foreseeTargets(trx, compId, formId);
  foreseeFollowUps(trx, compId, formId);
  foreseeHearers(trx, compId);
  foreseeWarns(trx, { compId, formId });
}
