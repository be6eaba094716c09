/** 服务目标 as data: what is promised of an order, from when to when its time counts, and when it stands still. */
import type { OrderEventType, OrderPriority, OrderState } from "../codes.ts";
import type { EdgeCondition, OrderValues } from "../flow.ts";

export const targetKinds = { firstResponse: "首次响应", nextResponse: "后续响应", resolution: "解决" } as const;
export type TargetKind = keyof typeof targetKinds;

/** What must be of a step of the order: one of these events, after it one of these states, the fields as the condition says. */
export interface TargetMoment {
  readonly events?: readonly OrderEventType[];
  readonly states?: readonly OrderState[];
  readonly when?: EdgeCondition;
}

/** How it stands: no event, for that is over at once. */
export type TargetPause = Omit<TargetMoment, "events">;

export interface ServiceTarget {
  readonly id: string;
  readonly name: string;
  readonly kind: TargetKind;
  /** Orders of these priorities; none named: of all. */
  readonly priorities: readonly OrderPriority[];
  /** Orders whose fields say so. */
  readonly applies?: EdgeCondition;
  /** An order that it comes to apply to later counts from its beginning all the same; else from then on. */
  readonly retroactive: boolean;
  readonly start: TargetMoment;
  readonly stop: TargetMoment;
  /** Its time begins anew. */
  readonly reset: TargetMoment;
  /** While an order stands so its time does not count. */
  readonly pause: TargetPause;
  readonly minutes: number;
  /** Other lengths of single priorities. */
  readonly minutesBy: Readonly<Partial<Record<OrderPriority, number>>>;
  /** So long before; 0: no warning. */
  readonly warnMinutes: number;
  /** '': the clock. */
  readonly timeRuleId: string;
}

/** An event of the order, and how the order was once it had happened. */
export interface TargetStep {
  readonly seq: number;
  readonly at: number;
  readonly type: OrderEventType;
  readonly state: OrderState;
  readonly priority: OrderPriority;
  readonly values: OrderValues;
}

export const targetLimits = { perForm: 20, minutes: 525_600, name: 30 } as const;

/** What a target of each kind begins as. */
export const usualTargets: Readonly<Record<TargetKind, Pick<ServiceTarget, "start" | "stop" | "reset" | "pause">>> = {
  firstResponse: {
    start: { events: ["submitted"] },
    stop: {
      events: ["claimed", "opened", "approved", "returned", "returnedToCreator", "transferred", "completed"],
    },
    reset: {},
    pause: {},
  },
  nextResponse: {
    start: { events: ["urged"] },
    stop: { events: ["urgeCommented", "approved", "returned", "returnedToCreator", "completed"] },
    reset: {},
    pause: { states: ["suspended"] },
  },
  resolution: {
    start: { events: ["submitted"] },
    stop: { states: ["done"] },
    reset: {},
    pause: { states: ["draft", "suspended"] },
  },
};

/** Of these a target may begin, end and begin anew: what somebody did, and nothing that its own time did. */
export const targetEvents: readonly OrderEventType[] = [
  "submitted",
  "opened",
  "claimed",
  "saved",
  "approved",
  "returned",
  "returnedToCreator",
  "retrieved",
  "recycled",
  "assigned",
  "jumped",
  "transferred",
  "transferredBack",
  "suspended",
  "resumed",
  "urged",
  "urgeCommented",
  "completed",
  "followedUp",
  "followUpCommented",
];
