/** Lists in one order, one for each level: the first, the nth and the number of those whose level fits. */
import { SortedList } from "./sorted-list.ts";

type Fits = (level: number) => boolean;

export class LevelLists<T> {
  readonly #lists = new Map<number, SortedList<T>>();
  #compare: (a: T, b: T) => number;

  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare;
  }

  add(level: number, item: T): void {
    let list = this.#lists.get(level);
    if (!list) this.#lists.set(level, (list = new SortedList(this.#compare)));
    list.add(item);
  }

  remove(level: number, item: T): boolean {
    const list = this.#lists.get(level);
    const removed = list?.remove(item) ?? false;
    if (list?.size === 0) this.#lists.delete(level);
    return removed;
  }

  size(fits: Fits = () => true): number {
    let size = 0;
    for (const [level, list] of this.#lists) if (fits(level)) size += list.size;
    return size;
  }

  first(fits: Fits): T | undefined {
    let best: T | undefined;
    for (const [level, list] of this.#lists) {
      const head = fits(level) ? list.first() : undefined;
      if (head !== undefined && (best === undefined || this.#compare(head, best) < 0)) best = head;
    }
    return best;
  }

  /** The nth of those that fit, level by level. */
  at(index: number, fits: Fits): T | undefined {
    let left = index;
    for (const [level, list] of this.#lists) {
      if (!fits(level)) continue;
      if (left < list.size) return list.at(left);
      left -= list.size;
    }
    return undefined;
  }

  /** Those that fit, level by level, in order within one. */
  *items(fits: Fits): Generator<T> {
    for (const [level, list] of this.#lists) if (fits(level)) yield* list;
  }

  /** The first `most` of those that fit. */
  top(most: number, fits: Fits): T[] {
    const heads: T[] = [];
    for (const [level, list] of this.#lists)
      if (fits(level)) for (let i = 0; i < most && i < list.size; i++) heads.push(list.at(i) as T);
    return heads.sort(this.#compare).slice(0, most);
  }

  /** How many of all stand before `item`, which need not be in a list. */
  rank(item: T): number {
    let rank = 0;
    for (const list of this.#lists.values()) rank += list.rank(item);
    return rank;
  }

  /** The last of all that stands before `item`. */
  before(item: T): T | undefined {
    let last: T | undefined;
    for (const list of this.#lists.values()) {
      const one = list.at(list.rank(item) - 1);
      if (one !== undefined && (last === undefined || this.#compare(one, last) > 0)) last = one;
    }
    return last;
  }

  /** Another order for what is in them. */
  reorder(compare: (a: T, b: T) => number): void {
    this.#compare = compare;
    for (const list of this.#lists.values()) list.reorder(compare);
  }
}
