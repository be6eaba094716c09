/** Keys that expire, shared by all processes. */
import type { Redis } from "ioredis";
import type { Broker } from "../../../ports/broker.ts";

/** The first of a window sets its end; no window can be left without one. */
const incrementScript =
  "local n = redis.call('INCR', KEYS[1]) if n == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end return n";

export function redisKeys(
  commands: Redis,
  prefix: string,
): Pick<Broker, "set" | "get" | "take" | "increment" | "delete"> {
  const key = (name: string): string => `${prefix}key:${name}`;
  return {
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
  };
}
