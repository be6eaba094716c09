/** An order, what is said to it, and what follows. */
import type { OrderEventType, OrderPriority } from "../codes.ts";
import type { FlowLimit, HandlerRule, Judge, OrderValues } from "../flow.ts";
import type { CompiledFlow } from "../route.ts";

/** Whose it is now. `opened`: the holder has looked at it; from then on nobody takes it back. */
export type HeldPhase =
  | { readonly kind: "handling"; readonly holder: string; readonly opened: boolean }
  | { readonly kind: "transferred"; readonly holder: string; readonly from: string; readonly opened: boolean };

export type OrderPhase =
  /** returned: it had been submitted and came back. */
  | { readonly kind: "draft"; readonly returned: boolean }
  | { readonly kind: "pooled" }
  | HeldPhase
  | { readonly kind: "signing"; readonly parties: readonly string[]; readonly votes: Readonly<Record<string, boolean>> }
  | { readonly kind: "waiting"; readonly since: number }
  | { readonly kind: "suspended"; readonly before: HeldPhase }
  | { readonly kind: "done" }
  | { readonly kind: "deleted" };

/** A node that was passed, and who had it there; '' for several (countersign). */
export interface Step {
  readonly nodeId: string;
  readonly by: string;
}

export interface SubOrder {
  readonly id: string;
  readonly done: boolean;
  /** Of the present stay at the node that waits. */
  readonly awaited: boolean;
}

export interface Order {
  readonly id: string;
  /** '' until it is submitted. */
  readonly workCode: string;
  readonly creator: string;
  readonly priority: OrderPriority;
  /** Its newest event: who acts names what he saw. */
  readonly seq: number;
  readonly phase: OrderPhase;
  /** Since when its state is what it is. */
  readonly stateAt: number;
  readonly nodeId: string;
  /** The way it came, the creator first. */
  readonly trail: readonly Step[];
  readonly subOrders: readonly SubOrder[];
  readonly urges: number;
  /** Of those that its flow names for its state; '' or absent: none. */
  readonly status?: string;
  /** How often a limit ran out on it. */
  readonly upgrades: number;
}

export interface Actor {
  /** An agent's id; '' is the system. */
  readonly id: string;
  /** A monitor of the order's group, or an administrator. */
  readonly supervises: boolean;
}

/** One member a word, so that each has its own type. */
type Each<T extends string, More = unknown> = T extends string ? { readonly type: T } & More : never;
interface Remark {
  readonly text?: string;
}

export type OrderCommand =
  | Each<"save" | "submit" | "claim" | "retrieve" | "open" | "transferBack" | "resume" | "remove">
  | Each<"approve" | "returnPrevious" | "returnCreator" | "recycle" | "suspend", Remark>
  /** evenWithSubOrders: although sub-orders are still open. */
  | Each<"complete", Remark & { readonly evenWithSubOrders?: boolean }>
  | Each<"urge" | "commentUrge" | "followUp" | "commentFollowUp" | "comment", { readonly text: string }>
  | Each<"prioritize", { readonly priority: OrderPriority }>
  | Each<"assign" | "transfer", Remark & { readonly to: string }>
  | Each<"jump", Remark & { readonly nodeId: string; readonly to?: string }>;

export type OrderOccurrence =
  | Each<"timeOut" | "warn", { readonly limit: LimitScope }>
  | Each<"keepStatus", { readonly minutes: number }>
  | Each<"claimTimeOut">
  | Each<"addSubOrder" | "endSubOrder", { readonly id: string }>
  /** A service target that is not kept, or soon will not be; once in a cycle. */
  | Each<"missTarget" | "warnTarget", { readonly target: string; readonly name: string; readonly cycle: number }>
  /** By a link: a form that was filled in, and how content the customer is. maker: whose link it is. */
  | Each<"customerFill", { readonly form: string; readonly recordId: string; readonly maker: string }>
  | Each<"customerRate", { readonly score: number; readonly text?: string; readonly maker: string }>
  /** Its present node under the flow's other version. */
  | Each<"migrate", { readonly nodeId: string; readonly version: number }>
  /** Of triggers and macros: fields were written. */
  | Each<"fill">
  /** '' takes the name away. */
  | Each<"nameStatus", { readonly status: string }>;

export type OrderInput = OrderCommand | OrderOccurrence;
export type InputOf<T extends OrderInput["type"]> = Extract<OrderInput, { readonly type: T }>;

export type LimitScope = "node" | "order";

export interface OrderEvent {
  readonly seq: number;
  readonly type: OrderEventType;
  readonly at: number;
  readonly by: string;
  readonly data: Readonly<Record<string, string | number | boolean>>;
}

/** Whom something is told. */
export type Hearers = "holders" | "candidates" | "creator" | "monitors";

export type OrderEffect =
  /** It gets its number. */
  | { readonly do: "number" }
  | { readonly do: "start"; readonly scope: LimitScope; readonly limit: FlowLimit }
  | { readonly do: "startClaim"; readonly minutes: number }
  | { readonly do: "stop"; readonly scope: LimitScope | "claim" }
  /** The clocks of the limits stand while it is suspended, waits for sub-orders or is a draft that came back. */
  | { readonly do: "pause" | "continue" }
  | { readonly do: "openSubOrder"; readonly nodeId: string; readonly formId: string; readonly flowId: string }
  | { readonly do: "tellParent" }
  /** Who has those that it waits for, or may claim them: each is told of his own order. */
  | { readonly do: "tellSubOrders"; readonly event: OrderEventType }
  | {
      readonly do: "tell";
      readonly event: OrderEventType;
      readonly whom: readonly Hearers[];
      readonly people: readonly string[];
    };

export interface Person {
  readonly id: string;
  readonly online: boolean;
  /** Orders in the hands of this person. */
  readonly load: number;
  /** When this person was given one last, 0 never. */
  readonly givenAt: number;
}

/** Who is who, as it is now: read by the caller beforehand, so that the machine asks nobody. */
export interface People {
  /** Of a group, a role or seats; those that are gone are left out. */
  members(rule: Exclude<HandlerRule, { by: "creator" | "field" }>): readonly Person[];
  /** Is a seat in service. */
  exists(id: string): boolean;
  /** Who stands in while this person is away. */
  delegateOf(id: string): string | undefined;
}

export interface Around {
  readonly flow: CompiledFlow;
  readonly values: OrderValues;
  readonly people: People;
  readonly judge: Judge;
  readonly now: number;
}

export type Refusal =
  "state" | "notYours" | "notSupervisor" | "action" | "target" | "noWay" | "opened" | "subOrders" | "nothing";

export type OrderOutcome =
  | {
      readonly ok: true;
      readonly order: Order;
      readonly events: readonly OrderEvent[];
      readonly effects: readonly OrderEffect[];
    }
  | { readonly ok: false; readonly refusal: Refusal; readonly text: string };
