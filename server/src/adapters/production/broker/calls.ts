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
  end(): void;
  settle(answer: Answer): void;
}

/** How often is looked whether who has a request in hand is still there. */
const lookMs = 250;

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
  /** What this process serves is entered again: Redis was away, and may have lost it, or others took it for dead meanwhile. */
  enter(): Promise<void>;
  close(): Promise<void>;
}

type Served = Map<
  string,
  { readonly order: number; readonly member: string; readonly handler: (request: unknown) => Promise<unknown> }[]
>;

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

  /** To the newest server that is there: its process. Entries of processes that died are dropped on the way. */
  const sendCall = async (topic: string, call: Call): Promise<string | undefined> => {
    for (;;) {
      const [newest] = await commands.zrange(serversKey(topic), "0", "0", "REV");
      if (newest === undefined) return undefined;
      const [owner = ""] = newest.split("/");
      if ((await commands.publish(callsOf(owner), JSON.stringify(call))) > 0) return owner;
      await commands.zrem(serversKey(topic), newest);
    }
  };

  /** Nobody listens where it was asked: seen twice, for the answer may be on its way. */
  const watch = (owner: string, gone: () => void): Timer => {
    let missed = 0;
    return clock.every(lookMs, () => {
      commands.pubsub("NUMSUB", callsOf(owner)).then(
        ([, listeners]) => {
          missed = Number(listeners) > 0 ? 0 : missed + 1;
          if (missed === 2) gone();
        },
        // Redis is away for a moment: the request has an end of its own.
        () => undefined,
      );
    });
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
      const entry = { order, member: `${instance}/${order}`, handler };
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
        const timers: Timer[] = [];
        const end = (): void => {
          for (const timer of timers) timer.cancel();
          waiting.delete(id);
        };
        const fail = (error: Error): void => {
          end();
          reject(error);
        };
        const late = (): void => fail(new BrokerError("timeout", `no reply from ${topic} in ${timeoutMs} ms`));
        const died = (): void => fail(new BrokerError("timeout", `the process that ${topic} was asked in is gone`));
        timers.push(clock.after(timeoutMs, late));
        waiting.set(id, {
          end,
          settle(outcome) {
            end();
            if ("failed" in outcome) reject(new BrokerError("failed", outcome.failed));
            else resolve(outcome.reply);
          },
        });
        // Where Redis cannot be reached, it is not known whether it was asked.
        sendCall(topic, { id, topic, replyTo: channels.answers, request: request ?? null }).then(
          (owner) => {
            if (owner === undefined) fail(new BrokerError("nobody", `nobody serves ${topic}`));
            else if (waiting.has(id)) timers.push(watch(owner, died));
          },
          (error: Error) => fail(new BrokerError("timeout", `${topic} could not be asked: ${error.message}`)),
        );
      });
    },
    async enter() {
      for (const [topic, entries] of servers)
        for (const { order, member } of entries) await commands.zadd(serversKey(topic), order, member);
    },
    async close() {
      for (const [topic, entries] of servers)
        for (const { member } of entries) await commands.zrem(serversKey(topic), member).catch(onError);
      for (const { end } of [...waiting.values()]) end();
    },
  };
}
