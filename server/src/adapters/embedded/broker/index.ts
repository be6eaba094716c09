/** The Broker port within one process. Messages go through JSON as they would through Redis, so nothing is shared by reference. */
import type { Broker } from "../../../ports/broker.ts";
import { BrokerError } from "../../../ports/broker.ts";
import type { Clock } from "../../../ports/clock.ts";

type Handler = (message: unknown) => void;
type Server = (request: unknown) => Promise<unknown>;

interface Entry {
  value: string;
  readonly expiresAt: number;
}

/** Expired keys are dropped when read, and all of them after this many writes. */
const sweepEvery = 1_000;

export function createProcessBroker(clock: Clock, onError: (error: unknown) => void = () => undefined): Broker {
  const topics = new Map<string, Set<Handler>>();
  const servers = new Map<string, Server[]>();
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
  const deliver = (handler: Handler, text: string): void => {
    try {
      handler(JSON.parse(text));
    } catch (error) {
      onError(error);
    }
  };

  return {
    kind: "process",
    async publish(topic, message) {
      const text = JSON.stringify(message ?? null);
      // Later, as from a network: a publisher never runs its subscribers' code. Microtasks keep the order.
      for (const handler of topics.get(topic) ?? []) {
        queueMicrotask(() => {
          if (topics.get(topic)?.has(handler)) deliver(handler, text);
        });
      }
    },
    async subscribe(topic, handler) {
      // Two subscriptions of one function are two.
      const own: Handler = (message) => handler(message);
      const known = topics.get(topic) ?? new Set();
      topics.set(topic, known.add(own));
      return async () => {
        known.delete(own);
        if (known.size === 0 && topics.get(topic) === known) topics.delete(topic);
      };
    },

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

    async serve(topic, handler) {
      const known = servers.get(topic) ?? [];
      servers.set(topic, known);
      known.push(handler);
      return async () => {
        const at = known.lastIndexOf(handler);
        if (at >= 0) known.splice(at, 1);
      };
    },
    request(topic, request, timeoutMs) {
      const handler = servers.get(topic)?.at(-1);
      if (!handler) return Promise.reject(new BrokerError("nobody", `nobody serves ${topic}`));
      const text = JSON.stringify(request ?? null);
      return new Promise((resolve, reject) => {
        const timer = clock.after(timeoutMs, () =>
          reject(new BrokerError("timeout", `no reply from ${topic} in ${timeoutMs} ms`)),
        );
        Promise.resolve()
          .then(() => handler(JSON.parse(text)))
          .then(
            (reply) => {
              timer.cancel();
              resolve(JSON.parse(JSON.stringify(reply ?? null)));
            },
            (error: unknown) => {
              timer.cancel();
              reject(new BrokerError("failed", error instanceof Error ? error.message : String(error)));
            },
          );
      });
    },
    async close() {
      topics.clear();
      servers.clear();
      entries.clear();
    },
  };
}
