/** Questions from process to process: served by the newest that is there, answered over the asker's own channel. */
import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import { BrokerError, type Broker } from "../../../ports/broker.ts";
import type { Clock, Timer } from "../../../ports/clock.ts";

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

interface CallsOptions {
  readonly commands: Redis;
  readonly clock: Clock;
  readonly prefix: string;
  readonly onError: (error: unknown) => void;
}

interface Calls extends Pick<Broker, "serve" | "request"> {
  /** Of this process: where it is asked, and where it is answered. */
  readonly channels: { readonly calls: string; readonly answers: string };
  asked(text: string): void;
  answered(text: string): void;
  close(): Promise<void>;
}

type Served = Map<string, { readonly member: string; readonly handler: (request: unknown) => Promise<unknown> }[]>;

async function answer(commands: Redis, servers: Served, call: Call): Promise<void> {
  const handler = servers.get(call.topic)?.at(-1)?.handler;
  const outcome: Answer = !handler
    ? { id: call.id, failed: "not served here any more" }
    : await handler(call.request).then(
        (reply) => ({ id: call.id, reply: reply ?? null }),
        (error: unknown) => ({ id: call.id, failed: error instanceof Error ? error.message : String(error) }),
      );
  await commands.publish(call.replyTo, JSON.stringify(outcome));
}

export function createCalls({ commands, clock, prefix, onError }: CallsOptions): Calls {
  const instance = randomUUID();
  const servers: Served = new Map();
  const waiting = new Map<string, Waiting>();
  const callsOf = (id: string): string => `${prefix}calls:${id}`;
  const channels = { calls: callsOf(instance), answers: `${prefix}answers:${instance}` };
  const serversKey = (topic: string): string => `${prefix}servers:${topic}`;

  /** The newest server that is there; entries of processes that died are dropped on the way. */
  const sendCall = async (topic: string, call: Call): Promise<boolean> => {
    for (;;) {
      const [newest] = await commands.zrange(serversKey(topic), "0", "0", "REV");
      if (newest === undefined) return false;
      const [owner = ""] = newest.split("/");
      if ((await commands.publish(callsOf(owner), JSON.stringify(call))) > 0) return true;
      await commands.zrem(serversKey(topic), newest);
    }
  };

  return {
    channels,
    asked: (text) => void answer(commands, servers, JSON.parse(text) as Call).catch(onError),
    answered(text) {
      const outcome = JSON.parse(text) as Answer;
      waiting.get(outcome.id)?.settle(outcome);
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
        sendCall(topic, { id, topic, replyTo: channels.answers, request: request ?? null }).then(
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
    },
  };
}
