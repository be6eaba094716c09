/** A working copy of an order while one command is applied: every change goes through here, and so does every refusal. */
import { orderPhases, stateOf, type OrderEventType } from "../codes.ts";
import type { FlowNode, HandlerRule } from "../flow.ts";
import type {
  Actor,
  Around,
  HeldPhase,
  Hearers,
  Order,
  OrderEffect,
  OrderEvent,
  OrderPhase,
  People,
  Person,
  Refusal,
  Step,
} from "./types.ts";

export class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal, text: string) {
    super(text);
    this.refusal = refusal;
  }
}

export const refuse = (refusal: Refusal, text: string): never => {
  throw new Refused(refusal, text);
};

/** Who an order for this person goes to: himself, or who stands in; a circle of stand-ins ends where it began. */
export function standInOf(people: Pick<People, "delegateOf" | "exists">, id: string): string {
  const seen = new Set([id]);
  let at = id;
  for (;;) {
    const next = people.delegateOf(at);
    if (next === undefined || !people.exists(next)) return at;
    if (seen.has(next)) return id;
    seen.add(next);
    at = next;
  }
}

/** Steps that are remembered; the first, the creator's, always is. */
const remembered = 100;

export class Draft {
  order: Order;
  readonly events: OrderEvent[] = [];
  readonly effects: OrderEffect[] = [];
  readonly actor: Actor;
  readonly around: Around;

  constructor(order: Order, actor: Actor, around: Around) {
    this.order = order;
    this.actor = actor;
    this.around = around;
  }

  get node(): FlowNode | undefined {
    return this.around.flow.nodes.get(this.order.nodeId);
  }

  change(part: Partial<Order>): void {
    this.order = { ...this.order, ...part };
  }

  enter(phase: OrderPhase): void {
    const same = stateOf(phase.kind) === stateOf(this.order.phase.kind);
    // A name is that of a state.
    const named = this.order.status ? { status: "" } : {};
    this.change({ phase, ...(same ? {} : { stateAt: this.around.now, ...named }) });
  }

  log(type: OrderEventType, data: Readonly<Record<string, string | number | boolean | undefined>> = {}): void {
    const told = Object.entries(data).filter(([, value]) => value !== undefined && value !== "");
    const seq = this.order.seq + 1;
    const event = { seq, type, at: this.around.now, by: this.actor.id, data: Object.fromEntries(told) };
    this.events.push(event as OrderEvent);
    this.change({ seq });
  }

  do(effect: OrderEffect): void {
    this.effects.push(effect);
  }

  tell(event: OrderEventType, whom: readonly Hearers[], people: readonly string[] = []): void {
    this.do({ do: "tell", event, whom, people });
  }

  pass(by: string): void {
    const step: Step = { nodeId: this.order.nodeId, by };
    const [first, ...rest] = [...this.order.trail, step];
    this.change({ trail: first ? [first, ...rest.slice(-remembered)] : [] });
  }

  /** The phase when it is one of these; else the state is refused. */
  in<K extends OrderPhase["kind"]>(command: string, ...kinds: readonly K[]): Extract<OrderPhase, { kind: K }> {
    const { phase } = this.order;
    if ((kinds as readonly string[]).includes(phase.kind)) return phase as Extract<OrderPhase, { kind: K }>;
    return refuse("state", `工单${orderPhases[phase.kind]}，不能${command}`);
  }

  /** The phase of who holds it, when the actor does. */
  held(command: string): HeldPhase {
    const phase = this.in(command, "handling", "transferred");
    if (phase.holder !== this.actor.id) refuse("notYours", `工单不在您手中，不能${command}`);
    return phase;
  }

  supervised(command: string): void {
    if (!this.actor.supervises) refuse("notSupervisor", `只有班长或管理员可以${command}`);
  }

  standIn(id: string): string {
    return standInOf(this.around.people, id);
  }

  /** Those a rule names, as they are now. */
  named(rule: HandlerRule | undefined): readonly Person[] {
    const { people, values } = this.around;
    const one = (id: string): readonly Person[] =>
      people.exists(id) ? [{ id, online: true, load: 0, givenAt: 0 }] : [];
    if (!rule) return [];
    if (rule.by === "creator") return one(this.order.creator);
    if (rule.by !== "field") return people.members(rule);
    const value = values[rule.field];
    const id = typeof value === "object" && value !== null && "id" in value ? value.id : value;
    return typeof id === "string" ? one(id) : [];
  }
}
