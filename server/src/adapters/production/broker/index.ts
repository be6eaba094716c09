/** The Broker port on Redis 7: what several processes of one installation share. */
import type { Broker } from "../../../ports/broker.ts";
import type { Clock } from "../../../ports/clock.ts";
import { createCalls } from "./calls.ts";
import { connect } from "./connect.ts";
import { redisKeys } from "./keys.ts";

/** So long after Redis is back every process can be asked again. */
const enterMs = 1_000;

export interface RedisBrokerOptions {
  readonly url: string;
  readonly clock: Clock;
  readonly onError?: (error: unknown) => void;
  /** Before every key and channel; default 'liantai:'. */
  readonly prefix?: string;
}

/** Rejects when Redis cannot be reached. Lost later, it reconnects and subscribes again by itself. */
export async function createRedisBroker({
  url,
  clock,
  onError = () => undefined,
  prefix = "liantai:",
}: RedisBrokerOptions): Promise<Broker> {
  const { commands, listening } = await connect(url, onError);
  const handlers = new Map<string, Set<(message: unknown) => void>>();
  const channelOf = (topic: string): string => `${prefix}topic:${topic}`;
  const { channels, asked, answered, enter, serve, request, close } = createCalls({ commands, clock, prefix, onError });

  listening.on("message", (from: string, text: string) => {
    try {
      if (from === channels.calls) return asked(text);
      if (from === channels.answers) return answered(text);
      for (const handler of handlers.get(from) ?? []) {
        try {
          // Each its own copy: what one changes the next must not see.
          handler(JSON.parse(text));
        } catch (error) {
          onError(error);
        }
      }
    } catch (error) {
      onError(error);
    }
  });
  await listening.subscribe(channels.calls, channels.answers);
  // A Redis that was started anew has forgotten who serves what; where it was only away, others may have found nobody listening here.
  const entered = clock.every(enterMs, () => void enter().catch(() => undefined));

  return {
    kind: "redis",
    async publish(topic, message) {
      await commands.publish(channelOf(topic), JSON.stringify(message ?? null)).catch(onError);
    },
    async subscribe(topic, handler) {
      const name = channelOf(topic);
      const own = (message: unknown): void => handler(message);
      const known = handlers.get(name) ?? new Set();
      handlers.set(name, known.add(own));
      await listening.subscribe(name);
      return async () => {
        known.delete(own);
        if (known.size > 0 || handlers.get(name) !== known) return;
        handlers.delete(name);
        await listening.unsubscribe(name);
      };
    },
    ...redisKeys(commands, prefix),
    serve,
    request,
    async close() {
      entered.cancel();
      await close();
      handlers.clear();
      listening.disconnect();
      await commands.quit().catch(() => commands.disconnect());
    },
  };
}
