/** In which groups somebody is signed in: counted as agents come and go, so that nobody goes through all agents to ask. */
export class Attendance {
  readonly #counts = new Map<string, number>();
  readonly #of = new Map<string, ReadonlySet<string>>();

  has(group: string): boolean {
    return this.#counts.has(group);
  }

  /** Agents that are signed in to it. */
  count(group: string): number {
    return this.#counts.get(group) ?? 0;
  }

  /** The groups that an agent is signed in to now. Gives those that have become attended, or are not any more. */
  set(agent: string, groups: readonly string[]): string[] {
    const before = this.#of.get(agent) ?? new Set();
    const now = new Set(groups);
    if (now.size > 0) this.#of.set(agent, now);
    else this.#of.delete(agent);
    return [
      ...[...now].filter((group) => !before.has(group) && this.#count(group, 1)),
      ...[...before].filter((group) => !now.has(group) && this.#count(group, -1)),
    ];
  }

  /** True when it is the first who comes, or the last who goes. */
  #count(group: string, by: 1 | -1): boolean {
    const count = (this.#counts.get(group) ?? 0) + by;
    if (count > 0) this.#counts.set(group, count);
    else this.#counts.delete(group);
    return count === (by > 0 ? 1 : 0);
  }
}
