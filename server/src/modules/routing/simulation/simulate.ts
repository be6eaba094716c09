/**
 * An hour of a queue once more, under these rules: the callers come as they came, the agents are there as they were, the queue machine
 * itself decides, and whoever is rung does what he did in fact, or what is supposed of him. Pure.
 */
import { QueueMachine } from "../queue-machine.ts";
import type { Entry, QueueEffect } from "../types.ts";
import { Agenda } from "./agenda.ts";
import { chance } from "./draws.ts";
import { Habits } from "./habits.ts";
import { Patience } from "./patience.ts";
import type {
  CalledBack,
  GroupRules,
  Hour,
  Occupied,
  Outcome,
  Simulated,
  SimulatedAgent,
  SimulatedStay,
  Stay,
} from "./types.ts";

/** So much later nobody waits any more. */
const horizonMs = 4 * 3_600_000;

interface Agent {
  readonly of: SimulatedAgent;
  calls: number;
  misses: number;
  idleSince: number;
  away: boolean;
  offline: boolean;
  /** Rung, in a talk, wrapping up, or busy after a miss. */
  engaged: boolean;
}

interface Caller {
  readonly stay: Stay;
  /** May not wait any longer: whoever rings may still answer. */
  expired: boolean;
  /** How often agents were rung for it; who rings now, and since when. */
  readonly rung: Map<string, number>;
  ringing?: { readonly agent: Agent; readonly group: string; readonly since: number } | undefined;
}

type Offer = Extract<QueueEffect, { type: "offer" }>;

class Simulation {
  readonly #hour: Hour;
  readonly #agenda: Agenda;
  readonly #machine = new QueueMachine();
  readonly #habits: Habits;
  readonly #patience: Patience;
  readonly #rules: ReadonlyMap<string, GroupRules>;
  readonly #agents: ReadonlyMap<string, Agent>;
  readonly #callers = new Map<string, Caller>();
  readonly #done: SimulatedStay[] = [];
  readonly #occupied: Occupied[] = [];
  #draws = 0;

  constructor(hour: Hour) {
    this.#hour = hour;
    this.#agenda = new Agenda(hour.from);
    this.#habits = new Habits(hour);
    this.#patience = new Patience(hour.stays);
    this.#rules = new Map(hour.groups.map((group) => [group.id, group]));
    this.#agents = new Map(
      hour.agents.map((of) => {
        const { idleSince, calls } = of;
        return [of.id, { of, calls, misses: 0, idleSince, away: false, offline: false, engaged: false }];
      }),
    );
  }

  run(): Simulated {
    const { from, stays, agents } = this.#hour;
    for (const { id, away } of agents) {
      const agent = this.#agents.get(id)!;
      for (const { from: begins, to, offline } of away) {
        this.#agenda.at(begins, () => this.#goes(agent, offline));
        this.#agenda.at(to, () => this.#comes(agent));
      }
    }
    const idle = [...this.#agents.values()].sort((a, b) => a.idleSince - b.idleSince);
    this.#agenda.at(from, () => idle.forEach((agent) => this.#ready(agent)));
    for (const stay of stays) this.#agenda.at(stay.at, () => this.#arrives(stay));
    const last = Math.max(from, ...stays.map(({ at }) => at));
    this.#agenda.runUntil(last + horizonMs);
    for (const { stay } of this.#callers.values()) this.#over(stay, "open");
    return { stays: this.#done, occupied: this.#occupied };
  }

  // --- agents

  #goes(agent: Agent, offline: boolean): void {
    agent.away = true;
    agent.offline = offline;
    this.#apply({ type: "agentGone", agent: agent.of.id });
    if (!offline) return;
    for (const call of this.#machine.heldFor(agent.of.id))
      this.#apply({ type: "stickyOver", call, draw: this.#draw() });
  }

  #comes(agent: Agent): void {
    agent.away = agent.offline = false;
    agent.misses = 0;
    agent.idleSince = this.#agenda.now;
    this.#ready(agent);
  }

  #ready(agent: Agent): void {
    const { of, idleSince, calls, away, engaged } = agent;
    if (away || engaged) return;
    this.#apply({ type: "agentReady", agent: of.id, groups: of.groups, idleSince, calls });
  }

  #free(agent: Agent, idleSince: number): void {
    agent.engaged = false;
    agent.idleSince = idleSince;
    this.#ready(agent);
  }

  // --- callers

  #entry(stay: Stay, group: string): Entry {
    const rules = this.#rules.get(group);
    const { strategy = "longest-idle", queueLimit: limit = Infinity, boostMs = 0, rings = [] } = rules ?? {};
    const now = this.#agenda.now;
    if (stay.callback) return { group, strategy, limit: Infinity, boostMs };
    for (const { afterMs, level } of rings)
      if (afterMs > 0)
        this.#agenda.at(now + afterMs, () =>
          this.#apply({ type: "widened", call: stay.id, group, level, draw: this.#draw() }),
        );
    const first = rings.findLast(({ afterMs }) => afterMs <= 0)?.level ?? 0;
    return { group, strategy, limit, boostMs, ...(rings.length > 0 ? { level: first } : {}) };
  }

  #arrives(stay: Stay): void {
    const { id, at, past } = stay;
    const caller: Caller = { stay, expired: false, rung: new Map() };
    this.#callers.set(id, caller);
    const kept = stay.sticky && this.#agents.get(stay.sticky.agent);
    this.#apply({
      type: "callerArrived",
      call: id,
      groups: stay.groups.map((group) => this.#entry(stay, group)),
      at: stay.arrivedAt,
      firstInLine: stay.firstInLine,
      boostMs: stay.boostMs,
      ...(kept && !kept.offline ? { sticky: kept.of.id } : {}),
      draw: this.#draw(),
    });
    if (!this.#callers.has(id)) return;
    const later = (ms: number, run: () => void) =>
      this.#agenda.at(at + ms, () => void (this.#callers.get(id) === caller && run()));
    for (const { group, afterMs } of stay.joins)
      later(afterMs, () =>
        this.#apply({ type: "groupAdded", call: id, entry: this.#entry(stay, group), draw: this.#draw() }),
      );
    for (const { afterMs, byMs } of stay.moves) later(afterMs, () => this.#apply({ type: "raised", call: id, byMs }));
    if (stay.maxWaitMs > 0) later(stay.maxWaitMs, () => this.#expires(caller));
    // Nobody gives up who is not on the line; he is cancelled, or called by hand, after as long a wait.
    if (stay.callback && (past.outcome !== "flowed" || past.agent !== undefined)) return;
    // Who was sent on in fact goes after as long a wait; so does who gave up. Who was served may be less patient than he had to be.
    if (past.outcome === "flowed" || past.outcome === "full") return later(past.waitMs, () => this.#expires(caller));
    const draw = chance(this.#hour.seed, id, "patience");
    const patienceMs = past.outcome === "abandoned" ? past.waitMs : this.#patience.of(past.waitMs, draw);
    if (patienceMs < Infinity) later(patienceMs, () => this.#leaves(caller, "abandoned"));
  }

  #expires(caller: Caller): void {
    if (caller.ringing) caller.expired = true;
    else this.#leaves(caller, "flowed");
  }

  #leaves({ stay, ringing }: Caller, outcome: "abandoned" | "flowed"): void {
    this.#over(stay, outcome);
    this.#apply({ type: "callerGone", call: stay.id });
    if (!ringing) return;
    this.#note(ringing.agent, ringing.since);
    // It was not his doing: he has waited on.
    this.#free(ringing.agent, ringing.agent.idleSince);
  }

  #over(stay: Stay, outcome: SimulatedStay["outcome"], by?: { readonly agent: string; readonly group: string }): void {
    this.#callers.delete(stay.id);
    const waitMs = Math.max(0, this.#agenda.now - stay.at);
    this.#done.push({
      id: stay.id,
      outcome,
      waitMs,
      group: by?.group ?? stay.group,
      ...(by ? { agent: by.agent } : {}),
      ...(stay.callback ? { calledBack: true } : {}),
    });
  }

  /** Nobody answered there: he is tried once more, at his old place. */
  #again({ again }: CalledBack): void {
    if (!again) return;
    const at = this.#agenda.now + again.afterMs;
    this.#agenda.at(at, () => this.#arrives({ ...again.stay, at }));
  }

  #note({ of }: Agent, from: number): void {
    this.#occupied.push({ agent: of.id, from, to: this.#agenda.now });
  }

  // --- the queue

  #apply(input: Parameters<QueueMachine["apply"]>[0]): void {
    for (const effect of this.#machine.apply(input)) this.#effect(effect);
  }

  #draw(): number {
    return chance(this.#hour.seed, "queue", String(this.#draws++));
  }

  #effect(effect: QueueEffect): void {
    if (effect.type === "offer") return this.#offered(effect);
    const caller = this.#callers.get(effect.call);
    if (!caller) return;
    if (effect.type === "full") return this.#over(caller.stay, "full");
    const { sticky } = caller.stay;
    if (effect.held && sticky)
      this.#agenda.at(this.#agenda.now + sticky.waitMs, () =>
        this.#apply({ type: "stickyOver", call: caller.stay.id, draw: this.#draw() }),
      );
  }

  #offered({ call, agent: id, group }: Offer): void {
    const caller = this.#callers.get(call);
    const agent = this.#agents.get(id);
    if (!caller || !agent) return;
    agent.engaged = true;
    const since = this.#agenda.now;
    const ringing = { agent, group, since };
    caller.ringing = ringing;
    const nth = caller.rung.get(id) ?? 0;
    caller.rung.set(id, nth + 1);
    const outcome = this.#habits.outcome(caller.stay, id, nth);
    const rules = caller.stay.callback ? undefined : this.#rules.get(group);
    const { ringMs = outcome.afterMs } = rules ?? {};
    const answers = outcome.answered && outcome.afterMs <= ringMs;
    this.#agenda.at(since + Math.min(outcome.afterMs, ringMs), () => {
      if (caller.ringing !== ringing || this.#callers.get(call) !== caller) return;
      caller.ringing = undefined;
      if (answers) this.#answered(caller, ringing, outcome);
      else this.#missed(caller, ringing, outcome.answered ? { ...outcome, answered: false, declined: false } : outcome);
    });
  }

  #answered(
    { stay }: Caller,
    { agent, group, since }: NonNullable<Caller["ringing"]>,
    { talkMs, wrapUpMs }: Extract<Outcome, { answered: true }>,
  ): void {
    const { callback } = stay;
    if (!callback) agent.calls += 1;
    agent.misses = 0;
    const reached = callback?.reached ?? true;
    this.#over(stay, reached ? "answered" : "flowed", { agent: agent.of.id, group });
    this.#apply({ type: "offerAccepted", call: stay.id });
    if (callback && !reached) this.#again(callback);
    this.#agenda.at(this.#agenda.now + talkMs + wrapUpMs, () => {
      this.#note(agent, since);
      this.#free(agent, this.#agenda.now);
    });
  }

  #missed(
    caller: Caller,
    { agent, group, since }: NonNullable<Caller["ringing"]>,
    outcome: Extract<Outcome, { answered: false }>,
  ): void {
    const { stay } = caller;
    this.#note(agent, since);
    agent.misses += 1;
    if (caller.expired) this.#leaves(caller, "flowed");
    else this.#apply({ type: "offerFailed", call: stay.id, draw: this.#draw() });
    const limit = this.#rules.get(group)?.missLimit ?? 1;
    if (!outcome.declined && agent.misses < limit) return this.#free(agent, this.#agenda.now);
    agent.misses = 0;
    const until = this.#agenda.now + this.#habits.restMs(stay, agent.of.id, outcome);
    this.#agenda.at(until, () => this.#free(agent, this.#agenda.now));
  }
}

export const simulate = (hour: Hour): Simulated => new Simulation(hour).run();
