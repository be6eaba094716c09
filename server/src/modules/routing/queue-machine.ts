/**
 * Who is offered which call. An input in, effects out: no clock, no I/O, the same inputs give the same effects. It changes its
 * own indexes in place (decision 012).
 *
 * Order: callers queued again first in line come first, then by score: the wait, and the priority that counts as time waited.
 * Everybody's wait grows alike, so the order between two never changes by itself and can be kept. Which idle agent a group gives
 * is its strategy's matter (strategies.ts). A caller may wait in several groups at once and is offered once; the group it joined
 * first gives its agent first. An agent of several groups takes callers of the group with the best priority, then who comes first.
 * A caller whose offer failed keeps its place. A caller kept for an agent is offered to nobody else until that is over, and comes
 * before all but those first in line when that agent is free.
 *
 * Always true: a call has at most one offer, an agent at most one, and no group has a waiting caller and an idle agent whom it
 * may be offered to.
 */
import type { Strategy } from "@liantai/api/contract/admin";
import { Callers, type Caller } from "./callers.ts";
import { LevelLists } from "./level-lists.ts";
import { orders, type Idle } from "./strategies.ts";
import type { Entry, Membership, QueueEffect, QueueInput } from "./types.ts";

const anyLevel = Infinity;

interface Group {
  strategy: Strategy;
  boostMs: number;
  /** By the agent's level. */
  readonly idle: LevelLists<Idle>;
  /** Offers made so far, and at which of them each agent was offered last. */
  offers: number;
  readonly turns: Map<string, number>;
}

interface Candidate {
  readonly caller: Caller;
  readonly member: Membership;
  readonly turn: number;
}

type Input<T extends QueueInput["type"]> = Extract<QueueInput, { type: T }>;

export class QueueMachine {
  readonly #groups = new Map<string, Group>();
  readonly #callers = new Callers();
  /** Idle agents as each of their groups lists them. */
  readonly #idle = new Map<string, ReadonlyMap<string, Idle>>();
  /** Agents that are offered a call. */
  readonly #offered = new Set<string>();
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
      case "widened":
        return this.#widened(input);
      case "stickyOver":
        return this.#stickyOver(input);
      case "raised":
        return this.#raised(input);
      case "callerGone":
      case "offerAccepted":
        return this.#forget(input.call);
      case "offerFailed":
        return this.#failed(input);
    }
  }

  /** Callers ahead of this one where it is nearest; undefined when it does not wait. */
  ahead(call: string): number | undefined {
    const caller = this.#callers.get(call);
    return caller && this.#callers.ahead(caller);
  }

  /** Callers of a group without an answer. */
  waiting(group: string): number {
    return this.#callers.count(group);
  }

  /** Calls that are kept for an agent. */
  heldFor(agent: string): string[] {
    return this.#callers.heldFor(agent).map(({ call }) => call);
  }

  /**
   * Priority that a caller lacks to pass the one before it, in ms; 0: nobody can be passed, for those first in line cannot;
   * undefined: it does not wait, or is being offered.
   */
  lacks(call: string): number | undefined {
    const caller = this.#callers.get(call);
    return caller && caller.offeredTo === undefined ? this.#callers.lacks(caller) : undefined;
  }

  #group(id: string): Group {
    let group = this.#groups.get(id);
    if (!group)
      this.#groups.set(
        id,
        (group = {
          strategy: "longest-idle",
          boostMs: 0,
          idle: new LevelLists(orders["longest-idle"]),
          offers: 0,
          turns: new Map(),
        }),
      );
    return group;
  }

  /** The group with the strategy and the priority it has now. */
  #join({ group: id, strategy, boostMs = 0 }: Entry): Group {
    const group = this.#group(id);
    group.boostMs = boostMs;
    if (group.strategy !== strategy) {
      group.strategy = strategy;
      group.idle.reorder(orders[strategy]);
    }
    return group;
  }

  #pick(group: Group, most: number, draw: number): Idle | undefined {
    const fits = (level: number) => level <= most;
    if (group.strategy !== "random") return group.idle.first(fits);
    const size = group.idle.size(fits);
    return group.idle.at(Math.min(size - 1, Math.floor(draw * size)), fits);
  }

  #agentReady({ agent, groups, idleSince, calls }: Input<"agentReady">): QueueEffect[] {
    if (this.#offered.has(agent)) return [];
    this.#unidle(agent);
    const order = this.#order++;
    const best = this.#nextFor(groups);
    const kept = this.#keptFor(agent, groups);
    const met = kept && !best?.caller.firstInLine ? kept : best;
    if (met)
      return [this.#offer(met.caller, met.member.group, { agent, idleSince }, met === kept ? "sticky" : undefined)];
    const listed = new Map<string, Idle>();
    for (const { group: id, level } of groups) {
      if (listed.has(id)) continue;
      const group = this.#group(id);
      const idle: Idle = { agent, idleSince, calls, level, turn: group.turns.get(agent) ?? 0, order };
      listed.set(id, idle);
      group.idle.add(level, idle);
    }
    this.#idle.set(agent, listed);
    return [];
  }

  /** Who comes next for an agent of these groups. */
  #nextFor(groups: readonly Membership[]): Candidate | undefined {
    let best: Candidate | undefined;
    for (const member of groups) {
      const caller = this.#callers.first(member.group, member.level);
      if (!caller) continue;
      const candidate = { caller, member, turn: caller.turn - this.#group(member.group).boostMs };
      if (!best || before(candidate, best)) best = candidate;
    }
    return best;
  }

  /** The first of those kept for an agent that one of his groups lets him have. */
  #keptFor(agent: string, groups: readonly Membership[]): Omit<Candidate, "turn"> | undefined {
    for (const caller of this.#callers.heldFor(agent)) {
      const member = groups.find(({ group }) => caller.groups.has(group));
      if (member) return { caller, member };
    }
    return undefined;
  }

  #arrived(input: Input<"callerArrived">): QueueEffect[] {
    const { call, groups, at, firstInLine, boostMs = 0, sticky, draw } = input;
    if (this.#callers.get(call)) return [];
    const room = (entry: Entry) => firstInLine || this.waiting(entry.group) < entry.limit;
    const open = groups.filter((entry) => {
      const { idle } = this.#join(entry);
      return room(entry) || idle.size((level) => level <= (entry.level ?? anyLevel)) > 0;
    });
    if (open.length === 0) return [{ type: "full", call }];
    const caller: Caller = {
      call,
      groups: new Map(open.map((entry) => [entry.group, entry.level ?? anyLevel])),
      firstInLine,
      turn: at - boostMs,
      order: this.#order++,
    };
    // Who is taken in without room, because somebody is idle, does not wait for somebody else.
    if (sticky !== undefined && (open.some(room) || this.#freeFor(sticky, caller))) caller.heldFor = sticky;
    this.#callers.add(caller);
    const ahead = this.#callers.ahead(caller);
    const offers = this.#offerIdle(caller, draw);
    const waits = [...caller.groups.keys()];
    const held = caller.heldFor !== undefined;
    return [{ type: "queued", call, groups: waits, ahead, offered: offers.length > 0, held }, ...offers];
  }

  /** The agent, if idle in one of the caller's groups. */
  #freeFor(agent: string, caller: Caller): { readonly idle: Idle; readonly group: string } | undefined {
    for (const [group, idle] of this.#idle.get(agent) ?? []) if (caller.groups.has(group)) return { idle, group };
    return undefined;
  }

  #added({ call, entry, draw }: Input<"groupAdded">): QueueEffect[] {
    const caller = this.#callers.get(call);
    if (!caller || caller.groups.has(entry.group)) return [];
    this.#join(entry);
    this.#callers.widen(caller, entry.group, entry.level ?? anyLevel);
    return this.#offerIdle(caller, draw);
  }

  #widened({ call, group, level = anyLevel, draw }: Input<"widened">): QueueEffect[] {
    const caller = this.#callers.get(call);
    if (!caller?.groups.has(group)) return [];
    this.#callers.widen(caller, group, level);
    return this.#offerIdle(caller, draw);
  }

  #stickyOver({ call, draw }: Input<"stickyOver">): QueueEffect[] {
    const caller = this.#callers.get(call);
    if (caller?.heldFor === undefined) return [];
    this.#callers.change(caller, { heldFor: undefined });
    return this.#offerIdle(caller, draw);
  }

  #raised({ call, byMs }: Input<"raised">): QueueEffect[] {
    const caller = this.#callers.get(call);
    if (caller) this.#callers.change(caller, { turn: caller.turn - byMs });
    return [];
  }

  #failed({ call, draw }: Input<"offerFailed">): QueueEffect[] {
    const caller = this.#callers.get(call);
    if (!caller?.offeredTo) return [];
    this.#offered.delete(caller.offeredTo);
    this.#callers.change(caller, { offeredTo: undefined });
    // Nobody else may stand before it where an agent is idle, so it is the head there.
    return this.#offerIdle(caller, draw);
  }

  /** To the agent it is kept for, or to an idle one of the first of its groups that has one. */
  #offerIdle(caller: Caller, draw: number): QueueEffect[] {
    if (caller.offeredTo !== undefined) return [];
    if (caller.heldFor !== undefined) {
      const free = this.#freeFor(caller.heldFor, caller);
      return free ? [this.#offer(caller, free.group, free.idle, "sticky")] : [];
    }
    for (const [id, level] of caller.groups) {
      const idle = this.#pick(this.#group(id), level, draw);
      if (idle) return [this.#offer(caller, id, idle, "strategy")];
    }
    return [];
  }

  #offer(
    caller: Caller,
    through: string,
    { agent, idleSince }: Pick<Idle, "agent" | "idleSince">,
    by: "strategy" | "sticky" | undefined,
  ): QueueEffect {
    this.#unidle(agent);
    this.#callers.change(caller, { offeredTo: agent, heldFor: undefined });
    this.#offered.add(agent);
    const group = this.#group(through);
    group.turns.set(agent, ++group.offers);
    return {
      type: "offer",
      call: caller.call,
      agent,
      group: through,
      idleSince,
      firstInLine: caller.firstInLine,
      sticky: by === "sticky",
      ...(by === "strategy" ? { strategy: group.strategy } : {}),
    };
  }

  #unidle(agent: string): void {
    const listed = this.#idle.get(agent);
    if (!listed) return;
    this.#idle.delete(agent);
    for (const [id, idle] of listed) this.#group(id).idle.remove(idle.level, idle);
  }

  #forget(call: string): QueueEffect[] {
    const caller = this.#callers.get(call);
    if (caller?.offeredTo !== undefined) this.#offered.delete(caller.offeredTo);
    if (caller) this.#callers.remove(caller);
    return [];
  }
}

function before(a: Candidate, b: Candidate): boolean {
  if (a.caller.firstInLine !== b.caller.firstInLine) return a.caller.firstInLine;
  return (a.member.priority - b.member.priority || a.turn - b.turn || a.caller.order - b.caller.order) < 0;
}
