/**
 * Who is offered which call. An input in, effects out: no clock, no I/O, the same inputs give the same effects. It keeps its
 * own indexes (idle agents and waiting callers in order, per group) and changes them in place, because copying them for a
 * thousand agents on every call is what makes routing slow (docs/decisions: queue machine).
 *
 * Order: callers queued again first in line come first, then by arrival. Which idle agent a group gives is its strategy's
 * matter (strategies.ts). A caller may wait in several groups at once and is offered once; the group it joined first gives its
 * agent first. An agent of several groups takes callers of the group with the best priority, then who comes first. A caller
 * whose offer failed keeps its place.
 *
 * Always true: a call has at most one offer, an agent at most one, and no group has a waiting caller and an idle agent.
 */
import type { Strategy } from "@liantai/api/contract/admin";
import { SortedList } from "./sorted-list.ts";
import { orders, type Idle } from "./strategies.ts";
import type { Entry, Membership, QueueEffect, QueueInput } from "./types.ts";

interface Caller {
  readonly call: string;
  /** In the order they were joined. */
  readonly groups: string[];
  readonly firstInLine: boolean;
  readonly at: number;
  /** Breaks ties: the order of arrival here. */
  readonly order: number;
  offeredTo?: string;
}

interface Group {
  strategy: Strategy;
  readonly idle: SortedList<Idle>;
  /** Without an offer. */
  readonly waiting: SortedList<Caller>;
  readonly offered: SortedList<Caller>;
  /** Offers made so far, and at which of them each agent was offered last. */
  offers: number;
  readonly turns: Map<string, number>;
}

/** An idle agent as each of its groups lists it. */
type Listed = ReadonlyMap<string, Idle>;

const byTurn = (a: Caller, b: Caller): number =>
  Number(b.firstInLine) - Number(a.firstInLine) || a.at - b.at || a.order - b.order;

export class QueueMachine {
  readonly #groups = new Map<string, Group>();
  readonly #callers = new Map<string, Caller>();
  readonly #idle = new Map<string, Listed>();
  readonly #offers = new Map<string, string>();
  #order = 0;

  apply(input: QueueInput): QueueEffect[] {
    switch (input.type) {
      case "agentReady":
        return this.#agentReady(input);
      case "agentGone":
        this.#unidle(input.agent);
        return [];
      case "callerArrived":
        return this.#arrived(input);
      case "groupAdded":
        return this.#added(input);
      case "callerGone":
        this.#forget(input.call);
        return [];
      case "offerAccepted":
        this.#forget(input.call);
        return [];
      case "offerFailed":
        return this.#failed(input);
    }
  }

  /** Callers ahead of this one where it is nearest; undefined when it does not wait. */
  ahead(call: string): number | undefined {
    const caller = this.#callers.get(call);
    if (!caller) return undefined;
    let least = Infinity;
    for (const id of caller.groups) {
      const group = this.#group(id);
      least = Math.min(least, group.waiting.rank(caller) + group.offered.rank(caller));
    }
    return least;
  }

  /** Callers of a group without an answer. */
  waiting(group: string): number {
    const g = this.#groups.get(group);
    return g ? g.waiting.size + g.offered.size : 0;
  }

  #group(id: string): Group {
    let group = this.#groups.get(id);
    if (!group)
      this.#groups.set(
        id,
        (group = {
          strategy: "longest-idle",
          idle: new SortedList(orders["longest-idle"]),
          waiting: new SortedList(byTurn),
          offered: new SortedList(byTurn),
          offers: 0,
          turns: new Map(),
        }),
      );
    return group;
  }

  /** The group with the strategy it has now. */
  #join({ group: id, strategy }: Entry): Group {
    const group = this.#group(id);
    if (group.strategy !== strategy) {
      group.strategy = strategy;
      group.idle.reorder(orders[strategy]);
    }
    return group;
  }

  #pick(group: Group, draw: number): Idle | undefined {
    return group.strategy === "random"
      ? group.idle.at(Math.min(group.idle.size - 1, Math.floor(draw * group.idle.size)))
      : group.idle.first();
  }

  #agentReady({ agent, groups, idleSince, calls }: Extract<QueueInput, { type: "agentReady" }>): QueueEffect[] {
    if (this.#offers.has(agent)) return [];
    this.#unidle(agent);
    const order = this.#order++;
    let best: { readonly caller: Caller; readonly member: Membership } | undefined;
    for (const member of groups) {
      const head = this.#groups.get(member.group)?.waiting.first();
      if (head && (!best || this.#before(head, member, best))) best = { caller: head, member };
    }
    if (best) return [this.#offer(best.caller, best.member.group, agent, idleSince, false)];
    const listed = new Map<string, Idle>();
    for (const { group: id, level } of groups) {
      if (listed.has(id)) continue;
      const group = this.#group(id);
      const idle: Idle = { agent, idleSince, calls, level, turn: group.turns.get(agent) ?? 0, order };
      listed.set(id, idle);
      group.idle.add(idle);
    }
    this.#idle.set(agent, listed);
    return [];
  }

  #before(head: Caller, member: Membership, best: { readonly caller: Caller; readonly member: Membership }): boolean {
    if (head.firstInLine !== best.caller.firstInLine) return head.firstInLine;
    return (member.priority - best.member.priority || byTurn(head, best.caller)) < 0;
  }

  #arrived({ call, groups, at, firstInLine, draw }: Extract<QueueInput, { type: "callerArrived" }>): QueueEffect[] {
    if (this.#callers.has(call)) return [];
    const open = groups.filter((entry) => {
      const group = this.#join(entry);
      return firstInLine || group.idle.size > 0 || group.waiting.size + group.offered.size < entry.limit;
    });
    if (open.length === 0) return [{ type: "full", call }];
    const caller: Caller = {
      call,
      groups: [...new Set(open.map((entry) => entry.group))],
      at,
      firstInLine,
      order: this.#order++,
    };
    this.#callers.set(call, caller);
    for (const id of caller.groups) this.#group(id).waiting.add(caller);
    const ahead = this.ahead(call) ?? 0;
    const offer = this.#offerIdle(caller, draw);
    const queued: QueueEffect = { type: "queued", call, groups: caller.groups, ahead, offered: offer !== undefined };
    return offer ? [queued, offer] : [queued];
  }

  #added({ call, entry, draw }: Extract<QueueInput, { type: "groupAdded" }>): QueueEffect[] {
    const caller = this.#callers.get(call);
    if (!caller || caller.groups.includes(entry.group)) return [];
    const group = this.#join(entry);
    caller.groups.push(entry.group);
    if (caller.offeredTo !== undefined) {
      group.offered.add(caller);
      return [];
    }
    group.waiting.add(caller);
    const offer = this.#offerIdle(caller, draw);
    return offer ? [offer] : [];
  }

  #failed({ call, draw }: Extract<QueueInput, { type: "offerFailed" }>): QueueEffect[] {
    const caller = this.#callers.get(call);
    if (!caller?.offeredTo) return [];
    this.#offers.delete(caller.offeredTo);
    delete caller.offeredTo;
    for (const id of caller.groups) {
      const group = this.#group(id);
      group.offered.remove(caller);
      group.waiting.add(caller);
    }
    // Nobody else may stand before it where an agent is idle, so it is the head there.
    const offer = this.#offerIdle(caller, draw);
    return offer ? [offer] : [];
  }

  /** To an idle agent of the first of its groups that has one. */
  #offerIdle(caller: Caller, draw: number): QueueEffect | undefined {
    for (const id of caller.groups) {
      const idle = this.#pick(this.#group(id), draw);
      if (idle) return this.#offer(caller, id, idle.agent, idle.idleSince, true);
    }
    return undefined;
  }

  #offer(caller: Caller, through: string, agent: string, idleSince: number, chosen: boolean): QueueEffect {
    this.#unidle(agent);
    for (const id of caller.groups) {
      const group = this.#group(id);
      group.waiting.remove(caller);
      group.offered.add(caller);
    }
    const group = this.#group(through);
    group.turns.set(agent, ++group.offers);
    caller.offeredTo = agent;
    this.#offers.set(agent, caller.call);
    return {
      type: "offer",
      call: caller.call,
      agent,
      group: through,
      idleSince,
      firstInLine: caller.firstInLine,
      ...(chosen ? { strategy: group.strategy } : {}),
    };
  }

  #unidle(agent: string): void {
    const listed = this.#idle.get(agent);
    if (!listed) return;
    this.#idle.delete(agent);
    for (const [id, idle] of listed) this.#group(id).idle.remove(idle);
  }

  #forget(call: string): void {
    const caller = this.#callers.get(call);
    if (!caller) return;
    this.#callers.delete(call);
    if (caller.offeredTo !== undefined) this.#offers.delete(caller.offeredTo);
    for (const id of caller.groups) {
      const group = this.#group(id);
      (caller.offeredTo === undefined ? group.waiting : group.offered).remove(caller);
    }
  }
}
