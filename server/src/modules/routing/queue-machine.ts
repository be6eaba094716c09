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
import { Callers, type Caller } from "./callers.ts";
import { consideredMost } from "./considered.ts";
import { IdleAgents } from "./idle-agents.ts";
import type { Idle } from "./strategies.ts";
import type { Entry, Membership, Place, QueueEffect, QueueInput, Why } from "./types.ts";

const anyLevel = Infinity;

interface Candidate {
  readonly caller: Caller;
  readonly member: Membership;
}

/** How a call and an agent met. */
interface Meeting {
  readonly by: "strategy" | "sticky" | "turn";
  readonly why: Why;
}

type Input<T extends QueueInput["type"]> = Extract<QueueInput, { type: T }>;

export class QueueMachine {
  readonly #callers = new Callers();
  readonly #idle = new IdleAgents();
  /** Agents that are offered a call. */
  readonly #offered = new Set<string>();
  #order = 0;

  apply(input: QueueInput): QueueEffect[] {
    switch (input.type) {
      case "agentReady":
        return this.#agentReady(input);
      case "agentGone":
        this.#idle.remove(input.agent);
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

  /** Where a caller stands, to be put back there by `restore`; undefined: it does not wait. */
  place(call: string): Place | undefined {
    const caller = this.#callers.get(call);
    if (!caller) return undefined;
    const { firstInLine, turn, order, offeredTo, heldFor } = caller;
    const groups = Array.from(caller.groups, ([group, level]) => ({ group, level: level === anyLevel ? null : level }));
    return { groups, firstInLine, turn, order, ...(offeredTo ? { offeredTo } : {}), ...(heldFor ? { heldFor } : {}) };
  }

  /** Another machine's caller, with its offer. Before any agent is ready; entries: of its groups. */
  restore(call: string, { groups, order, ...place }: Place, entries: readonly Entry[]): void {
    for (const entry of entries) this.#idle.join(entry);
    this.#order = Math.max(this.#order, order + 1);
    if (place.offeredTo !== undefined) this.#offered.add(place.offeredTo);
    const levels = new Map(groups.map(({ group, level }) => [group, level ?? anyLevel]));
    this.#callers.add({ call, groups: levels, order, ...place });
  }

  /** Callers ahead of this one where it is nearest; undefined when it does not wait. */
  ahead(call: string): number | undefined {
    const caller = this.#callers.get(call);
    return caller && this.#callers.ahead(caller);
  }

  /** Callers ahead of this one, in each group it waits in. */
  places(call: string): ReadonlyMap<string, number> {
    const caller = this.#callers.get(call);
    return caller ? this.#callers.places(caller) : new Map();
  }

  /** An agent of the group is idle. */
  hasIdle(group: string): boolean {
    return this.#idle.count(group, anyLevel) > 0;
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

  #agentReady(input: Input<"agentReady">): QueueEffect[] {
    const { agent, groups } = input;
    if (this.#offered.has(agent)) return [];
    this.#idle.remove(agent);
    const best = this.#nextFor(groups);
    const kept = this.#keptFor(agent, groups);
    const met = kept && !best?.caller.firstInLine ? kept : best;
    if (!met) {
      this.#idle.add(input);
      return [];
    }
    const meeting: Meeting = { by: met === kept ? "sticky" : "turn", why: this.#amongCallers(groups, met) };
    return [this.#offer(met.caller, met.member.group, input, meeting)];
  }

  /** Who comes next for an agent of these groups. */
  #nextFor(groups: readonly Membership[]): Candidate | undefined {
    let best: Candidate | undefined;
    for (const member of groups) {
      const caller = this.#callers.first(member.group, member.level);
      if (caller && (!best || this.#before({ caller, member }, best))) best = { caller, member };
    }
    return best;
  }

  #before(a: Candidate, b: Candidate): boolean {
    if (a.caller.firstInLine !== b.caller.firstInLine) return a.caller.firstInLine;
    const turn = ({ caller, member }: Candidate) => caller.turn - this.#idle.boostOf(member.group);
    return (a.member.priority - b.member.priority || turn(a) - turn(b) || a.caller.order - b.caller.order) < 0;
  }

  /** The first of those kept for an agent that one of his groups lets him have. */
  #keptFor(agent: string, groups: readonly Membership[]): Candidate | undefined {
    for (const caller of this.#callers.heldFor(agent)) {
      const member = groups.find(({ group }) => caller.groups.has(group));
      if (member) return { caller, member };
    }
    return undefined;
  }

  /** The one met first, then who else stood in front, in the same group and in the agent's others. */
  #amongCallers(groups: readonly Membership[], { caller, member }: Candidate): Why {
    const found = new Map([[caller, member.group]]);
    for (const { group, level } of [member, ...groups])
      for (const other of found.size < consideredMost ? this.#callers.top(group, level, consideredMost) : [])
        if (found.size < consideredMost && !found.has(other)) found.set(other, group);
    const callers = Array.from(found, ([{ call, turn }, group]) => ({ call, group, turn }));
    return { among: "callers", callers, waiting: this.waiting(member.group) };
  }

  #arrived(input: Input<"callerArrived">): QueueEffect[] {
    const { call, groups, at, firstInLine, boostMs = 0, sticky, draw } = input;
    if (this.#callers.get(call)) return [];
    const room = (entry: Entry) => firstInLine || this.waiting(entry.group) < entry.limit;
    const open = groups.filter((entry) => {
      this.#idle.join(entry);
      return room(entry) || this.#idle.count(entry.group, entry.level ?? anyLevel) > 0;
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
    if (sticky !== undefined && (open.some(room) || this.#idle.find(sticky, caller.groups))) caller.heldFor = sticky;
    this.#callers.add(caller);
    const ahead = this.#callers.ahead(caller);
    const offers = this.#offerIdle(caller, draw);
    const waits = [...caller.groups.keys()];
    const held = caller.heldFor !== undefined;
    const first = firstInLine ? ({ firstInLine } as const) : {};
    return [{ type: "queued", call, groups: waits, ahead, offered: offers.length > 0, held, ...first }, ...offers];
  }

  #added({ call, entry, draw }: Input<"groupAdded">): QueueEffect[] {
    const caller = this.#callers.get(call);
    if (!caller || caller.groups.has(entry.group)) return [];
    this.#idle.join(entry);
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
      const free = this.#idle.find(caller.heldFor, caller.groups);
      return free ? [this.#offerTo(caller, free.group, free.idle, "sticky")] : [];
    }
    for (const [group, upTo] of caller.groups) {
      const idle = this.#idle.pick(group, upTo, draw);
      if (idle) return [this.#offerTo(caller, group, idle, "strategy")];
    }
    return [];
  }

  #offerTo(caller: Caller, group: string, idle: Idle, by: Meeting["by"]): QueueEffect {
    const why = this.#idle.why(group, caller.groups.get(group) ?? anyLevel, idle);
    return this.#offer(caller, group, idle, { by, why });
  }

  #offer(
    caller: Caller,
    group: string,
    { agent, idleSince }: Pick<Idle, "agent" | "idleSince">,
    { by, why }: Meeting,
  ): QueueEffect {
    this.#idle.offered(agent, group);
    this.#callers.change(caller, { offeredTo: agent, heldFor: undefined });
    this.#offered.add(agent);
    const { call, firstInLine } = caller;
    const strategy = by === "strategy" ? { strategy: this.#idle.strategyOf(group) } : {};
    return { type: "offer", call, agent, group, idleSince, firstInLine, sticky: by === "sticky", ...strategy, why };
  }

  #forget(call: string): QueueEffect[] {
    const caller = this.#callers.get(call);
    if (caller?.offeredTo !== undefined) this.#offered.delete(caller.offeredTo);
    if (caller) this.#callers.remove(caller);
    return [];
  }
}
