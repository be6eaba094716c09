/** An order's log as steps that targets are read from. Pure. */
import { orderEvents, orderStates, type OrderEventType, type OrderPriority, type OrderState } from "../codes.ts";
import type { OrderValues } from "../flow.ts";
import type { TargetStep } from "./target.ts";

export interface LoggedEvent {
  readonly seq: number;
  readonly at: number;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What the fields were from that event of the order on. */
export interface ValuesSince {
  readonly seq: number;
  readonly values: OrderValues;
}

const isKnown = (type: string): type is OrderEventType => Object.hasOwn(orderEvents, type);
const isState = (state: unknown): state is OrderState => typeof state === "string" && Object.hasOwn(orderStates, state);

const left: Partial<Record<OrderEventType, OrderState>> = {
  created: "draft",
  submitted: "handling",
  approved: "handling",
  returned: "handling",
  returnedToCreator: "draft",
  retrieved: "handling",
  claimed: "handling",
  recycled: "pooled",
  completed: "done",
  assigned: "handling",
  jumped: "handling",
  transferred: "transferred",
  transferredBack: "handling",
  nobodyOnline: "pooled",
  suspended: "suspended",
  resumed: "handling",
  deleted: "deleted",
};

/** Events of before W50 do not say how the order was after them: what such an event leads to. */
const stateAfter = (type: OrderEventType, before: OrderState): OrderState => left[type] ?? before;

export function stepsOf(
  events: readonly LoggedEvent[],
  /** Oldest first. */
  history: readonly ValuesSince[],
  priority: OrderPriority,
): readonly TargetStep[] {
  let state: OrderState = "draft";
  let known = -1;
  return events.flatMap(({ seq, at, type, data }) => {
    if (!isKnown(type)) return [];
    state = isState(data["state"]) ? data["state"] : stateAfter(type, state);
    while (known + 1 < history.length && (history[known + 1] as ValuesSince).seq <= seq) known += 1;
    return [{ seq, at, type, state, priority, values: history[Math.max(known, 0)]?.values ?? {} }];
  });
}
