/** The Broker port within one process. Messages go through JSON as they would through Redis, so nothing is shared by reference. */
import type { Broker } from "../../../ports/broker.ts";
import { BrokerError } from "../../../ports/broker.ts";
import type { Clock } from "../../../ports/clock.ts";
import { createKeys } from "./keys.ts";

type Handler = (message: unknown) => void;
type Server = (request: unknown) => Promise<unknown>;

export function createProcessBroker(clock: Clock, onError: (error: unknown) => void = () => undefined): Broker {
  const topics = new Map<string, Set<Handler>>();
  const servers = new Map<string, Server[]>();
  const { clear, ...keys } = createKeys(clock);

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

    ...keys,

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
      clear();
    },
  };
}
