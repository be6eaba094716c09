/** A list kept in order by a total `compare`: insert, remove and rank by binary search; the first and the nth in constant time. */
export class SortedList<T> {
  #items: T[] = [];
  #compare: (a: T, b: T) => number;

  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#items.length;
  }

  first(): T | undefined {
    return this.#items[0];
  }

  at(index: number): T | undefined {
    return this.#items[index];
  }

  [Symbol.iterator](): IterableIterator<T> {
    return this.#items[Symbol.iterator]();
  }

  /** Another order for what is in it. */
  reorder(compare: (a: T, b: T) => number): void {
    this.#compare = compare;
    this.#items.sort(compare);
  }

  /** How many stand before `item`, which need not be in the list. */
  rank(item: T): number {
    let low = 0;
    let high = this.#items.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(this.#items[middle] as T, item) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  add(item: T): void {
    this.#items.splice(this.rank(item), 0, item);
  }

  remove(item: T): boolean {
    const at = this.rank(item);
    const found = this.#items[at];
    if (found === undefined || this.#compare(found, item) !== 0) return false;
    this.#items.splice(at, 1);
    return true;
  }
}
