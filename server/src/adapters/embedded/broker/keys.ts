/** Keys that expire, within one process. */
import type { Broker } from "../../../ports/broker.ts";
import type { Clock } from "../../../ports/clock.ts";

interface Entry {
  value: string;
  readonly expiresAt: number;
}

/** Expired keys are dropped when read, and all of them after this many writes. */
const sweepEvery = 1_000;

export interface Keys extends Pick<Broker, "set" | "get" | "take" | "increment" | "delete"> {
  clear(): void;
}

export function createKeys(clock: Clock): Keys {
  const entries = new Map<string, Entry>();
  let writes = 0;

  const live = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    if (entry && entry.expiresAt <= clock.now()) {
      entries.delete(key);
      return undefined;
    }
    return entry;
  };
  const write = (key: string, value: string, ttlMs: number): void => {
    entries.set(key, { value, expiresAt: clock.now() + ttlMs });
    if (++writes % sweepEvery === 0) for (const known of entries.keys()) live(known);
  };

  return {
    async set(key, value, ttlMs) {
      write(key, value, ttlMs);
    },
    async get(key) {
      return live(key)?.value;
    },
    async take(key) {
      const value = live(key)?.value;
      entries.delete(key);
      return value;
    },
    async increment(key, ttlMs) {
      const entry = live(key);
      if (!entry) {
        write(key, "1", ttlMs);
        return 1;
      }
      entry.value = String(Number(entry.value) + 1);
      return Number(entry.value);
    },
    async delete(key) {
      entries.delete(key);
    },
    clear: () => entries.clear(),
  };
}
