/** Idle agents of every group, in the order of its strategy. */
import type { Strategy } from "@liantai/api/contract/admin";
import { consideredAgents } from "./considered.ts";
import { LevelLists } from "./level-lists.ts";
import { orders, type Idle } from "./strategies.ts";
import type { Entry, QueueInput, Why } from "./types.ts";

interface Group {
  strategy: Strategy;
  boostMs: number;
  /** By the agent's level. */
  readonly idle: LevelLists<Idle>;
  /** Offers made so far, and at which of them each agent was offered last. */
  offers: number;
  readonly turns: Map<string, number>;
}

export class IdleAgents {
  readonly #groups = new Map<string, Group>();
  /** As each of an agent's groups lists him. */
  readonly #agents = new Map<string, ReadonlyMap<string, Idle>>();
  #order = 0;

  /** The group has this strategy and this priority now. */
  join({ group: id, strategy, boostMs = 0 }: Entry): void {
    const group = this.#group(id);
    group.boostMs = boostMs;
    if (group.strategy === strategy) return;
    group.strategy = strategy;
    group.idle.reorder(orders[strategy]);
  }

  boostOf(group: string): number {
    return this.#groups.get(group)?.boostMs ?? 0;
  }

  strategyOf(group: string): Strategy {
    return this.#group(group).strategy;
  }

  /** Up to this level. */
  count(group: string, upTo: number): number {
    return this.#group(group).idle.size((level) => level <= upTo);
  }

  add({ agent, groups, idleSince, calls }: Extract<QueueInput, { type: "agentReady" }>): void {
    const order = this.#order++;
    const listed = new Map<string, Idle>();
    for (const { group: id, level } of groups) {
      if (listed.has(id)) continue;
      const group = this.#group(id);
      const idle: Idle = { agent, idleSince, calls, level, turn: group.turns.get(agent) ?? 0, order };
      listed.set(id, idle);
      group.idle.add(level, idle);
    }
    this.#agents.set(agent, listed);
  }

  remove(agent: string): void {
    const listed = this.#agents.get(agent);
    if (!listed) return;
    this.#agents.delete(agent);
    for (const [id, idle] of listed) this.#group(id).idle.remove(idle.level, idle);
  }

  /** The agent the group's strategy gives. */
  pick(id: string, upTo: number, draw: number): Idle | undefined {
    const { strategy, idle } = this.#group(id);
    const fits = (level: number) => level <= upTo;
    if (strategy !== "random") return idle.first(fits);
    const size = idle.size(fits);
    return idle.at(Math.min(size - 1, Math.floor(draw * size)), fits);
  }

  /** The agent, if idle in one of these groups. */
  find(
    agent: string,
    groups: ReadonlyMap<string, number>,
  ): { readonly idle: Idle; readonly group: string } | undefined {
    for (const [group, idle] of this.#agents.get(agent) ?? []) if (groups.has(group)) return { idle, group };
    return undefined;
  }

  /** What there was to choose from, the chosen one first. */
  why(id: string, upTo: number, chosen: Idle): Why {
    const { idle } = this.#group(id);
    const fitting = this.count(id, upTo);
    const agents = consideredAgents(idle, upTo, chosen);
    return { among: "agents", agents, idle: fitting, beyond: idle.size() - fitting };
  }

  /** It had its turn in the group. */
  offered(agent: string, id: string): void {
    this.remove(agent);
    const group = this.#group(id);
    group.turns.set(agent, ++group.offers);
  }

  #group(id: string): Group {
    let group = this.#groups.get(id);
    if (!group) {
      const idle = new LevelLists(orders["longest-idle"]);
      this.#groups.set(id, (group = { strategy: "longest-idle", boostMs: 0, idle, offers: 0, turns: new Map() }));
    }
    return group;
  }
}
