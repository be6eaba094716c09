/**
 * Who is offered which call. An input in, effects out: no clock, no I/O, the same inputs give the same effects. It keeps its
 * own indexes (idle agents and waiting callers in order, per group) and changes them in place, because copying them for a
 * thousand agents on every call is what makes routing slow (docs/decisions: queue machine).
 *
 * Order: callers queued again first in line come first, then by arrival; the agent who has been idle longest comes first; an
 * agent of several groups takes the caller who comes first among them. A caller whose offer failed keeps its place.
 *
 * Always true: a call has at most one offer, an agent at most one, and no group has a waiting caller and an idle agent.
 */
import { SortedList } from './sorted-list.ts';

export type QueueInput =
  | { readonly type: 'agentReady'; readonly agent: string; readonly groups: readonly string[]; readonly idleSince: number }
  /** Not to be offered anything (more); an offer already made stands until it is accepted or fails. */
  | { readonly type: 'agentGone'; readonly agent: string }
  /** limit: callers that may wait in the group; a caller queued again is never refused. */
  | { readonly type: 'callerArrived'; readonly call: string; readonly group: string; readonly at: number; readonly firstInLine: boolean; readonly limit: number }
  | { readonly type: 'callerGone'; readonly call: string }
  | { readonly type: 'offerAccepted'; readonly call: string }
  | { readonly type: 'offerFailed'; readonly call: string };

export type QueueEffect =
  /** ahead: callers before this one; offered: an offer follows at once. */
  | { readonly type: 'queued'; readonly call: string; readonly ahead: number; readonly offered: boolean }
  | { readonly type: 'full'; readonly call: string }
  | { readonly type: 'offer'; readonly call: string; readonly agent: string; readonly group: string; readonly idleSince: number; readonly firstInLine: boolean };

interface Caller {
  readonly call: string;
  readonly group: string;
  readonly firstInLine: boolean;
  readonly at: number;
  /** Breaks ties: the order of arrival here. */
  readonly order: number;
  offeredTo?: string;
}

interface Idle {
  readonly agent: string;
  readonly groups: readonly string[];
  readonly idleSince: number;
  readonly order: number;
}

interface Group {
  readonly idle: SortedList<Idle>;
  /** Without an offer. */
  readonly waiting: SortedList<Caller>;
  readonly offered: SortedList<Caller>;
}

const byTurn = (a: Caller, b: Caller): number => Number(b.firstInLine) - Number(a.firstInLine) || a.at - b.at || a.order - b.order;
const byIdle = (a: Idle, b: Idle): number => a.idleSince - b.idleSince || a.order - b.order;

export class QueueMachine {
  readonly #groups = new Map<string, Group>();
  readonly #callers = new Map<string, Caller>();
  readonly #idle = new Map<string, Idle>();
  readonly #offers = new Map<string, string>();
  #order = 0;

  apply(input: QueueInput): QueueEffect[] {
    switch (input.type) {
      case 'agentReady': return this.#agentReady(input);
      case 'agentGone': this.#unidle(input.agent); return [];
      case 'callerArrived': return this.#arrived(input);
      case 'callerGone': this.#forget(input.call); return [];
      case 'offerAccepted': this.#forget(input.call); return [];
      case 'offerFailed': return this.#failed(input.call);
    }
  }

  /** Callers ahead of this one; undefined when it does not wait. */
  ahead(call: string): number | undefined {
    const caller = this.#callers.get(call);
    if (!caller) return undefined;
    const group = this.#group(caller.group);
    return group.waiting.rank(caller) + group.offered.rank(caller);
  }

  /** Callers of a group without an answer. */
  waiting(group: string): number {
    const g = this.#groups.get(group);
    return g ? g.waiting.size + g.offered.size : 0;
  }

  #group(id: string): Group {
    let group = this.#groups.get(id);
    if (!group) this.#groups.set(id, (group = { idle: new SortedList(byIdle), waiting: new SortedList(byTurn), offered: new SortedList(byTurn) }));
    return group;
  }

  #agentReady({ agent, groups, idleSince }: Extract<QueueInput, { type: 'agentReady' }>): QueueEffect[] {
    if (this.#offers.has(agent)) return [];
    this.#unidle(agent);
    const idle: Idle = { agent, groups: [...new Set(groups)], idleSince, order: this.#order++ };
    let best: Caller | undefined;
    for (const id of idle.groups) {
      const head = this.#groups.get(id)?.waiting.first();
      if (head && (!best || byTurn(head, best) < 0)) best = head;
    }
    if (best) return [this.#offer(best, idle)];
    this.#idle.set(agent, idle);
    for (const id of idle.groups) this.#group(id).idle.add(idle);
    return [];
  }

  #arrived({ call, group: id, at, firstInLine, limit }: Extract<QueueInput, { type: 'callerArrived' }>): QueueEffect[] {
    if (this.#callers.has(call)) return [];
    const group = this.#group(id);
    const caller: Caller = { call, group: id, at, firstInLine, order: this.#order++ };
    const agent = group.idle.first();
    if (!agent && !firstInLine && group.waiting.size + group.offered.size >= limit) return [{ type: 'full', call }];
    this.#callers.set(call, caller);
    group.waiting.add(caller);
    const queued: QueueEffect = { type: 'queued', call, ahead: this.ahead(call) ?? 0, offered: agent !== undefined };
    return agent ? [queued, this.#offer(caller, agent)] : [queued];
  }

  #failed(call: string): QueueEffect[] {
    const caller = this.#callers.get(call);
    if (!caller?.offeredTo) return [];
    const group = this.#group(caller.group);
    this.#offers.delete(caller.offeredTo);
    delete caller.offeredTo;
    group.offered.remove(caller);
    group.waiting.add(caller);
    // Nobody else may stand before it while an agent is idle, so it is the head.
    const agent = group.idle.first();
    return agent ? [this.#offer(caller, agent)] : [];
  }

  #offer(caller: Caller, agent: Idle): QueueEffect {
    this.#unidle(agent.agent);
    const group = this.#group(caller.group);
    group.waiting.remove(caller);
    caller.offeredTo = agent.agent;
    group.offered.add(caller);
    this.#offers.set(agent.agent, caller.call);
    return { type: 'offer', call: caller.call, agent: agent.agent, group: caller.group, idleSince: agent.idleSince, firstInLine: caller.firstInLine };
  }

  #unidle(agent: string): void {
    const idle = this.#idle.get(agent);
    if (!idle) return;
    this.#idle.delete(agent);
    for (const id of idle.groups) this.#group(id).idle.remove(idle);
  }

  #forget(call: string): void {
    const caller = this.#callers.get(call);
    if (!caller) return;
    this.#callers.delete(call);
    const group = this.#group(caller.group);
    if (caller.offeredTo) {
      this.#offers.delete(caller.offeredTo);
      group.offered.remove(caller);
    } else group.waiting.remove(caller);
  }
}
