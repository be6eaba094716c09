/** Work on a key that is asked for again while it runs is done once more after that, however often it was asked for. */
export interface Turns {
  /** Resolves when what was asked for is done, or has failed. Never rejects. */
  take(key: string): Promise<void>;
  /** Resolves when nothing runs. */
  idle(): Promise<void>;
}

export function createTurns(run: (key: string) => Promise<void>, failed: (error: unknown, key: string) => void): Turns {
  const running = new Map<string, { again: boolean; readonly done: Promise<void> }>();

  async function turn(key: string): Promise<void> {
    // Later than its entry, which is made from its promise.
    await Promise.resolve();
    for (let own = running.get(key); own; own = own.again ? own : undefined) {
      own.again = false;
      await run(key).catch((error: unknown) => failed(error, key));
    }
    running.delete(key);
  }

  return {
    take(key) {
      const there = running.get(key);
      if (there) {
        there.again = true;
        return there.done;
      }
      const done = turn(key);
      running.set(key, { again: false, done });
      return done;
    },
    async idle() {
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}
