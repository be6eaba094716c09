/** Who waits, in order, per group: for anybody, or apart from the others with an offer or kept for one agent. */
import { LevelLists } from "./level-lists.ts";
import { SortedList } from "./sorted-list.ts";

export interface Caller {
  readonly call: string;
  /** In the order they were joined, with the level up to which agents are offered the caller. */
  readonly groups: Map<string, number>;
  readonly firstInLine: boolean;
  /** When it came, less its priority: the smaller, the higher its score at any moment. */
  turn: number;
  /** Breaks ties: the order of arrival here. */
  readonly order: number;
  offeredTo?: string | undefined;
  heldFor?: string | undefined;
}

interface Lists {
  /** Without an offer and kept for nobody; by the level up to which agents are offered them. */
  readonly waiting: LevelLists<Caller>;
  /** With an offer, or kept for an agent. */
  readonly apart: SortedList<Caller>;
}

const byTurn = (a: Caller, b: Caller): number =>
  Number(b.firstInLine) - Number(a.firstInLine) || a.turn - b.turn || a.order - b.order;

const isApart = ({ offeredTo, heldFor }: Caller): boolean => offeredTo !== undefined || heldFor !== undefined;

export class Callers {
  readonly #all = new Map<string, Caller>();
  readonly #lists = new Map<string, Lists>();
  /** Kept for an agent. */
  readonly #held = new Map<string, SortedList<Caller>>();

  get(call: string): Caller | undefined {
    return this.#all.get(call);
  }

  /** Of a group, without an answer. */
  count(group: string): number {
    const lists = this.#lists.get(group);
    return lists ? lists.waiting.size() + lists.apart.size : 0;
  }

  /** The first that an agent of this level may be offered. */
  first(group: string, level: number): Caller | undefined {
    return this.#lists.get(group)?.waiting.first((upTo) => upTo >= level);
  }

  /** The first of those that an agent of this level may be offered. */
  top(group: string, level: number, most: number): Caller[] {
    return this.#lists.get(group)?.waiting.top(most, (upTo) => upTo >= level) ?? [];
  }

  /** Kept for an agent, in order. */
  heldFor(agent: string): Caller[] {
    const held = this.#held.get(agent);
    return Array.from({ length: held?.size ?? 0 }, (_, i) => held?.at(i) as Caller);
  }

  /** Callers ahead of this one, by group. */
  places(caller: Caller): ReadonlyMap<string, number> {
    const ahead = (group: string): number => {
      const { waiting, apart } = this.#of(group);
      return waiting.rank(caller) + apart.rank(caller);
    };
    return new Map(Array.from(caller.groups.keys(), (group) => [group, ahead(group)]));
  }

  /** Callers ahead of this one where it is nearest. */
  ahead(caller: Caller): number {
    return Math.min(...this.places(caller).values());
  }

  /** Priority that a caller lacks to pass the one before it, where it lacks least; 0: nobody can be passed. */
  lacks(caller: Caller): number {
    let least = Infinity;
    for (const [group] of caller.groups) {
      const { waiting, apart } = this.#of(group);
      const rivals = [waiting.before(caller), apart.at(apart.rank(caller) - 1)].filter((rival) => rival !== undefined);
      const rival = rivals.sort(byTurn).at(-1);
      if (rival && rival.firstInLine === caller.firstInLine) least = Math.min(least, caller.turn - rival.turn + 1);
    }
    return least === Infinity ? 0 : least;
  }

  add(caller: Caller): void {
    this.#all.set(caller.call, caller);
    this.#enlist(caller);
  }

  remove(caller: Caller): void {
    this.#all.delete(caller.call);
    this.#delist(caller);
  }

  /** Something about a caller that the lists go by. */
  change(caller: Caller, changes: Partial<Pick<Caller, "turn" | "offeredTo" | "heldFor">>): void {
    this.#delist(caller);
    Object.assign(caller, changes);
    this.#enlist(caller);
  }

  /** In a further group, or up to another level of one it waits in. */
  widen(caller: Caller, group: string, level: number): void {
    this.#delist(caller);
    caller.groups.set(group, level);
    this.#enlist(caller);
  }

  #of(group: string): Lists {
    let lists = this.#lists.get(group);
    if (!lists) this.#lists.set(group, (lists = { waiting: new LevelLists(byTurn), apart: new SortedList(byTurn) }));
    return lists;
  }

  #enlist(caller: Caller): void {
    const apart = isApart(caller);
    for (const [group, level] of caller.groups) {
      const lists = this.#of(group);
      if (apart) lists.apart.add(caller);
      else lists.waiting.add(level, caller);
    }
    if (caller.heldFor === undefined) return;
    let held = this.#held.get(caller.heldFor);
    if (!held) this.#held.set(caller.heldFor, (held = new SortedList(byTurn)));
    held.add(caller);
  }

  #delist(caller: Caller): void {
    const apart = isApart(caller);
    for (const [group, level] of caller.groups) {
      const lists = this.#of(group);
      if (apart) lists.apart.remove(caller);
      else lists.waiting.remove(level, caller);
    }
    if (caller.heldFor === undefined) return;
    const held = this.#held.get(caller.heldFor);
    held?.remove(caller);
    if (held?.size === 0) this.#held.delete(caller.heldFor);
  }
}
