/** Work that has an order within each of many names, and none between them. */

interface Chains {
  /** Runs it when what was added under this name before is through. A failure is told, and the next one goes on. */
  add(name: string, run: () => Promise<void>): void;
  /** Names with something under way. */
  readonly size: number;
}

export function createChains(failed: (error: unknown) => void): Chains {
  const last = new Map<string, Promise<void>>();
  return {
    add(name, run) {
      const done: Promise<void> = (last.get(name) ?? Promise.resolve())
        .then(run)
        .catch(failed)
        .then(() => void (last.get(name) === done && last.delete(name)));
      last.set(name, done);
    },
    get size() {
      return last.size;
    },
  };
}
