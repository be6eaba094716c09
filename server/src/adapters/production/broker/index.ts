/** The Broker port on Redis 7: what several processes of one installation share. */
import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import type { Broker } from "../../../ports/broker.ts";
import { BrokerError } from "../../../ports/broker.ts";
import type { Clock, Timer } from "../../../ports/clock.ts";

export interface RedisBrokerOptions {
  readonly url: string;
  readonly clock: Clock;
  readonly onError?: (error: unknown) => void;
  /** Before every key and channel; default 'liantai:'. */
  readonly prefix?: string;
}

interface Call {
  readonly id: string;
  readonly topic: string;
  readonly replyTo: string;
  readonly request: unknown;
}

type Answer = { readonly id: string; readonly reply: unknown } | { readonly id: string; readonly failed: string };

interface Waiting {
  readonly timer: Timer;
  settle(answer: Answer): void;
}

/** The first of a window sets its end; no window can be left without one. */
const incrementScript =
  "local n = redis.call('INCR', KEYS[1]) if n == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end return n";

/** Rejects when Redis cannot be reached. Lost later, it reconnects and subscribes again by itself. */
export async function createRedisBroker({
  url,
  clock,
  onError = () => undefined,
  prefix = "liantai:",
}: RedisBrokerOptions): Promise<Broker> {
  let reached = false;
  const retryStrategy = (times: number): number | null => (reached ? Math.min(times * 200, 3_000) : null);
  const commands = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 2,
    connectTimeout: 5_000,
    disconnectTimeout: 500,
    retryStrategy,
  });
  const listening = commands.duplicate();
  let refusal: unknown;
  const failed = (error: unknown): void => {
    if (reached) onError(error);
    else refusal ??= error;
  };
  for (const connection of [commands, listening]) connection.on("error", failed);
  try {
    await commands.connect();
    await listening.connect();
    reached = true;
  } catch (error) {
    commands.disconnect();
    listening.disconnect();
    // ioredis says only that the connection is closed; why, it said to the listener.
    throw refusal ?? error;
  }

  const instance = randomUUID();
  const handlers = new Map<string, Set<(message: unknown) => void>>();
  const servers = new Map<
    string,
    { readonly member: string; readonly handler: (request: unknown) => Promise<unknown> }[]
  >();
  const waiting = new Map<string, Waiting>();
  const channel = {
    topic: (topic: string) => `${prefix}topic:${topic}`,
    calls: (id: string) => `${prefix}calls:${id}`,
    answers: (id: string) => `${prefix}answers:${id}`,
  };
  const key = (name: string): string => `${prefix}key:${name}`;
  const serversKey = (topic: string): string => `${prefix}servers:${topic}`;

  const answer = async (call: Call): Promise<void> => {
    const handler = servers.get(call.topic)?.at(-1)?.handler;
    const outcome: Answer = !handler
      ? { id: call.id, failed: "not served here any more" }
      : await handler(call.request).then(
          (reply) => ({ id: call.id, reply: reply ?? null }),
          (error: unknown) => ({ id: call.id, failed: error instanceof Error ? error.message : String(error) }),
        );
    await commands.publish(call.replyTo, JSON.stringify(outcome));
  };

  listening.on("message", (from: string, text: string) => {
    try {
      if (from === channel.calls(instance)) return void answer(JSON.parse(text) as Call).catch(onError);
      if (from === channel.answers(instance)) {
        const outcome = JSON.parse(text) as Answer;
        return waiting.get(outcome.id)?.settle(outcome);
      }
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
  await listening.subscribe(channel.calls(instance), channel.answers(instance));

  /** The newest server that is there; entries of processes that died are dropped on the way. */
  const sendCall = async (topic: string, call: Call): Promise<boolean> => {
    for (;;) {
      const [newest] = await commands.zrange(serversKey(topic), "0", "0", "REV");
      if (newest === undefined) return false;
      const [owner = ""] = newest.split("/");
      if ((await commands.publish(channel.calls(owner), JSON.stringify(call))) > 0) return true;
      await commands.zrem(serversKey(topic), newest);
    }
  };

  return {
    kind: "redis",
    async publish(topic, message) {
      await commands.publish(channel.topic(topic), JSON.stringify(message ?? null));
    },
    async subscribe(topic, handler) {
      const name = channel.topic(topic);
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

    async set(name, value, ttlMs) {
      await commands.set(key(name), value, "PX", Math.max(1, Math.ceil(ttlMs)));
    },
    async get(name) {
      return (await commands.get(key(name))) ?? undefined;
    },
    async take(name) {
      return (await commands.getdel(key(name))) ?? undefined;
    },
    async increment(name, ttlMs) {
      return Number(await commands.eval(incrementScript, 1, key(name), Math.max(1, Math.ceil(ttlMs))));
    },
    async delete(name) {
      await commands.del(key(name));
    },

    async serve(topic, handler) {
      const order = await commands.incr(`${prefix}server-order`);
      const entry = { member: `${instance}/${order}`, handler };
      servers.set(topic, [...(servers.get(topic) ?? []), entry]);
      await commands.zadd(serversKey(topic), order, entry.member);
      return async () => {
        servers.set(
          topic,
          (servers.get(topic) ?? []).filter((each) => each !== entry),
        );
        await commands.zrem(serversKey(topic), entry.member);
      };
    },
    request(topic, request, timeoutMs) {
      const id = randomUUID();
      return new Promise((resolve, reject) => {
        const end = (): void => {
          waiting.get(id)?.timer.cancel();
          waiting.delete(id);
        };
        waiting.set(id, {
          timer: clock.after(timeoutMs, () => {
            end();
            reject(new BrokerError("timeout", `no reply from ${topic} in ${timeoutMs} ms`));
          }),
          settle(outcome) {
            end();
            if ("failed" in outcome) reject(new BrokerError("failed", outcome.failed));
            else resolve(outcome.reply);
          },
        });
        sendCall(topic, { id, topic, replyTo: channel.answers(instance), request: request ?? null }).then(
          (sent) => {
            if (sent) return;
            end();
            reject(new BrokerError("nobody", `nobody serves ${topic}`));
          },
          (error: Error) => {
            end();
            reject(error);
          },
        );
      });
    },
    async close() {
      for (const [topic, entries] of servers)
        for (const { member } of entries) await commands.zrem(serversKey(topic), member).catch(onError);
      for (const { timer } of waiting.values()) timer.cancel();
      waiting.clear();
      handlers.clear();
      listening.disconnect();
      await commands.quit().catch(() => commands.disconnect());
    },
  };
}
