/** The stays of a call in queues, from its facts: how it came, what happened while it waited, and what came of it. Pure. */
import type { BoostSource, CallFact, ContactEntry, Sequenced } from "../../event-log/index.ts";
import type { CalledBack, Occupied, Outcome, Stay } from "../../routing/index.ts";
import { handling, restAfter, type Span } from "./agents.ts";

/** The call that had the agent. */
export type PastOccupied = Occupied & { readonly callId: string };

export interface PastStay extends Omit<Stay, "joins" | "maxWaitMs" | "callback"> {
  readonly callId: string;
  readonly inbound: boolean;
  /** It was talked before. */
  readonly talked: boolean;
  readonly boosts: Readonly<Partial<Record<BoostSource, number>>>;
  /** Where it was led to then, as far as that is known. */
  readonly target?: { readonly kind: string; readonly id: string };
  /** Agents that rang, talked and wrapped up for it. */
  readonly occupied: readonly PastOccupied[];
  readonly callback?: Pick<CalledBack, "reached"> & {
    readonly again?: { readonly afterMs: number; readonly stay: PastStay };
  };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Draft = Mutable<Omit<PastStay, "past">> & {
  pairs: Map<string, Outcome[]>;
  moves: Stay["moves"][number][];
  occupied: PastOccupied[];
  ringing?: { readonly agent: string; readonly group: string; readonly at: number } | undefined;
};
type Past = Stay["past"];

/** They end a stay: it goes on elsewhere, or not at all. */
const sendOn: ReadonlySet<CallFact["type"]> = new Set([
  "overflowed",
  "queueLeft",
  "sentOn",
  "diverted",
  "callbackRequested",
  "voicemailStarted",
]);
const givenUp: ReadonlySet<string> = new Set(["abandonedInQueue", "abandonedRinging", "callerLost"]);

class Reader {
  readonly #spans: ReadonlyMap<string, readonly Span[]>;
  readonly found: PastStay[] = [];
  #open: Draft | undefined;
  #created: { at: number; inbound: boolean } | undefined;
  #target: PastStay["target"];
  #talked = false;
  #requeued = false;

  constructor(spans: ReadonlyMap<string, readonly Span[]>) {
    this.#spans = spans;
  }

  read(event: Sequenced<ContactEntry>): void {
    const { fact, at } = event;
    const open = this.#open;
    if (fact.type === "created") {
      this.#created = { at, inbound: fact.direction === "inbound" };
      this.#target = fact.target;
    } else if (fact.type === "queued") this.#queued(event, fact);
    else if (fact.type === "requeued") this.#requeued = true;
    else if (fact.type === "answered" || fact.type === "answeredAgain") this.#answered(event, fact.agentId);
    if (open && fact.type !== "queued") this.#waiting(open, event);
    if (fact.type === "overflowed") this.#target = { kind: fact.kind, id: fact.id };
    if (!this.#open) return;
    if (sendOn.has(fact.type)) this.#close(at, "flowed");
    if (fact.type === "ended") this.#close(at, givenUp.has(event.reason ?? "") ? "abandoned" : "flowed");
  }

  #queued({ compId, id, at }: Sequenced<ContactEntry>, fact: Extract<CallFact, { type: "queued" }>): void {
    const groups = fact.groups ?? [fact.skillGroupId];
    if (this.#open) return void (this.#open.groups = [...new Set([...this.#open.groups, ...groups])]);
    if (!this.#created) return;
    this.#open = {
      id: `${compId}/${id}#${this.found.length + 1}`,
      callId: id,
      group: fact.skillGroupId,
      at,
      arrivedAt: this.#created.at,
      inbound: this.#created.inbound,
      talked: this.#talked,
      boostMs: fact.boostMs ?? 0,
      boosts: fact.boosts ?? {},
      firstInLine: fact.firstInLine === true || this.#requeued,
      groups,
      moves: [],
      pairs: new Map(),
      occupied: [],
      ...(this.#target ? { target: this.#target } : {}),
    };
    this.#requeued = false;
  }

  /** What happened while it waited. */
  #waiting(open: Draft, { fact, at, reason }: Sequenced<ContactEntry>): void {
    switch (fact.type) {
      case "keptFor":
        open.sticky = { agent: fact.agentId, waitMs: fact.waitMs };
        return;
      case "movedUp":
        open.moves.push({ afterMs: at - open.at, byMs: fact.byMs });
        return;
      case "offered":
        if (fact.skillGroupId === undefined) return;
        open.ringing = { agent: fact.agentId, group: fact.skillGroupId, at };
        if (reason === "lastAgent") open.sticky ??= { agent: fact.agentId, waitMs: 0 };
        return;
      case "offerEnded":
        return this.#missed(open, fact.agentId, at, reason);
    }
  }

  #missed(open: Draft, agent: string, at: number, reason: string | undefined): void {
    const { ringing } = open;
    if (ringing?.agent !== agent) return;
    open.ringing = undefined;
    open.occupied.push({ agent, from: ringing.at, to: at, callId: open.callId });
    // It was not his doing that he did not answer.
    if (reason === "customerGone") return;
    // Somebody else took it from his telephone: no agent of the queue had it.
    if (reason === "pickedUp") return this.#close(at, "flowed");
    const restMs = restAfter(this.#spans.get(agent) ?? [], at);
    this.#came(open, agent, {
      answered: false,
      afterMs: at - ringing.at,
      declined: reason !== "noAnswer",
      ...(restMs === undefined ? {} : { restMs }),
    });
  }

  #came(open: Draft, agent: string, outcome: Outcome): void {
    open.pairs.set(agent, [...(open.pairs.get(agent) ?? []), outcome]);
  }

  #answered({ id, at }: Sequenced<ContactEntry>, agent: string | undefined): void {
    this.#talked = true;
    const open = this.#open;
    const ringing = open?.ringing;
    if (!open) return;
    // By somebody whom no queue chose.
    if (!ringing || ringing.agent !== agent) return this.#close(at, "flowed");
    const { talkMs, wrapUpMs } = handling(this.#spans.get(agent) ?? [], id, at);
    this.#came(open, agent, { answered: true, afterMs: at - ringing.at, talkMs, wrapUpMs });
    open.occupied.push({ agent, from: ringing.at, to: at + talkMs + wrapUpMs, callId: id });
    open.ringing = undefined;
    this.#close(at, "answered", { agent, group: ringing.group });
  }

  #close(at: number, outcome: Past["outcome"], by?: { readonly agent: string; readonly group: string }): void {
    const open = this.#open;
    if (!open) return;
    this.#open = undefined;
    const { ringing, ...stay } = open;
    if (ringing) stay.occupied.push({ agent: ringing.agent, from: ringing.at, to: at, callId: stay.callId });
    const group = by?.group ?? stay.group;
    this.found.push({
      ...stay,
      ...(ringing ? { inVain: { agent: ringing.agent, ms: at - ringing.at } } : {}),
      past: { outcome, waitMs: at - stay.at, group, ...(by ? { agent: by.agent } : {}) },
    });
  }

  /** It still waits. */
  end(at: number): PastStay[] {
    this.#close(at, "open");
    return this.found;
  }
}

/** events: call by call, in order. until: what is open then was open. */
export function staysOf(
  events: readonly Sequenced<ContactEntry>[],
  spans: ReadonlyMap<string, readonly Span[]>,
  until: number,
): PastStay[] {
  const readers = new Map<string, Reader>();
  for (const event of events) {
    const reader = readers.get(event.id) ?? new Reader(spans);
    readers.set(event.id, reader);
    reader.read(event);
  }
  return [...readers.values()].flatMap((reader) => reader.end(until)).sort((a, b) => a.at - b.at);
}
