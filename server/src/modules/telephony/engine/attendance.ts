/** In which groups somebody is signed in: kept as agents come and go, so that nobody goes through all agents to ask. */
export class Attendance {
  readonly #agents = new Map<string, Set<string>>();
  readonly #of = new Map<string, ReadonlySet<string>>();

  has(group: string): boolean {
    return this.#agents.has(group);
  }

  /** Agents that are signed in to it. */
  count(group: string): number {
    return this.#agents.get(group)?.size ?? 0;
  }

  /** These, who came first first. */
  agents(group: string): Iterable<string> {
    return this.#agents.get(group) ?? [];
  }

  /** The groups that an agent is signed in to now. Gives those that have become attended, or are not any more. */
  set(agent: string, groups: readonly string[]): string[] {
    const before = this.#of.get(agent) ?? new Set();
    const now = new Set(groups);
    if (now.size > 0) this.#of.set(agent, now);
    else this.#of.delete(agent);
    return [
      ...[...now].filter((group) => !before.has(group) && this.#comes(agent, group)),
      ...[...before].filter((group) => !now.has(group) && this.#goes(agent, group)),
    ];
  }

  /** True for the first. */
  #comes(agent: string, group: string): boolean {
    const there = this.#agents.get(group);
    if (there) there.add(agent);
    else this.#agents.set(group, new Set([agent]));
    return !there;
  }

  /** True for the last. */
  #goes(agent: string, group: string): boolean {
    const there = this.#agents.get(group);
    there?.delete(agent);
    return there?.size === 0 && this.#agents.delete(group);
  }
}
