/**
 * Slows guessing down (docs/protocol.md S8). Nobody is locked out: failures make whoever comes next wait, by account and by
 * address, longer each time; a device that the account signed in from before waits for its own failures alone, so a stranger
 * who guesses holds nobody up. Counters live in the broker for every user name, known or not: a refusal does not tell which
 * exist. The account's wait is stored with it, too, and outlives a restart (repository.ts).
 */
import { AppError } from "@liantai/api/contract";
import { networkOf } from "../../http/address.ts";
import type { Ports } from "../../ports/index.ts";

interface Limit {
  /** Failures that cost no wait. */
  readonly free: number;
  /** The longest wait. */
  readonly maxMs: number;
}

export const throttling = {
  account: { free: 5, maxMs: 5 * 60_000 },
  /** A whole floor may share one address, and people mistype. */
  address: { free: 30, maxMs: 5 * 60_000 },
  device: { free: 5, maxMs: 15 * 60_000 },
  /** After the first failure beyond `free`; then twice as long each time. */
  baseMs: 2_000,
  /** Failures are forgotten that long after the first. */
  windowMs: 60 * 60_000,
  /** A try whose process died holds its place no longer. */
  claimMs: 30_000,
} as const;

/** Who tries. `device`: one the account signed in from before, or a session it is signed in with. */
export interface Source {
  readonly userName: string;
  readonly address: string;
  readonly device?: string | undefined;
}

/** A try that was let through; exactly one of the two is told. */
export interface Attempt {
  /** How long its source waits now; 0: not at all. */
  failed(): Promise<number>;
  succeeded(): Promise<void>;
}

export interface Throttle {
  /** Counts a try before anything is verified, so that tries side by side cannot slip past. Throws AppError 'locked'. */
  admit(source: Source): Promise<Attempt>;
}

export const waitMessage = (leftMs: number): string =>
  `登录失败次数过多，请${Math.max(1, Math.ceil(leftMs / 1_000))}秒后再试`;

const refuse = (leftMs: number): never => {
  throw new AppError("locked", waitMessage(leftMs));
};

/** What one account, address or device has tried. */
interface Counter {
  take(): Promise<void>;
  release(): Promise<void>;
  failed(): Promise<number>;
  succeeded(forget: boolean): Promise<void>;
}

const waitAfter = (failures: number, { free, maxMs }: Limit): number =>
  failures < free ? 0 : Math.min(maxMs, throttling.baseMs * 2 ** Math.min(failures - free, 20));

export function createThrottle({ broker, clock }: Pick<Ports, "broker" | "clock">): Throttle {
  const count = async (key: string): Promise<number> => Number((await broker.get(key)) ?? 0);
  /** Tries less those that went well. */
  const failuresOf = async (key: string): Promise<number> =>
    Math.max(0, (await count(`auth:tries:${key}`)) - (await count(`auth:good:${key}`)));

  async function counter(key: string, limit: Limit): Promise<Counter> {
    const until = await count(`auth:wait:${key}`);
    if (until > clock.now()) return refuse(until - clock.now());
    const before = await failuresOf(key);
    // Past the free ones a single try at a time finds out whether the next one waits.
    const claim = `auth:claim:${key}`;
    if (before >= limit.free && (await broker.increment(claim, throttling.claimMs)) > 1) return refuse(1_000);
    return {
      async take(): Promise<void> {
        const tries = await broker.increment(`auth:tries:${key}`, throttling.windowMs);
        if (before >= limit.free || tries - (await count(`auth:good:${key}`)) <= limit.free) return;
        // Side by side with others that were counted first: it was none.
        await broker.increment(`auth:good:${key}`, throttling.windowMs);
        refuse(throttling.baseMs);
      },
      async release(): Promise<void> {
        if (before >= limit.free) await broker.delete(claim);
      },
      async failed(): Promise<number> {
        const waitMs = waitAfter(await failuresOf(key), limit);
        if (waitMs > 0) await broker.set(`auth:wait:${key}`, String(clock.now() + waitMs), waitMs);
        await broker.delete(claim);
        return waitMs;
      },
      async succeeded(forget: boolean): Promise<void> {
        await broker.delete(claim);
        if (!forget) return void (await broker.increment(`auth:good:${key}`, throttling.windowMs));
        for (const what of ["tries", "good", "wait"]) await broker.delete(`auth:${what}:${key}`);
      },
    };
  }

  return {
    async admit({ userName, address, device }) {
      const asked =
        device === undefined
          ? [
              { key: `account:${userName}`, limit: throttling.account, forget: true },
              // Whoever knows one password must not try others for ever: a success is not a failure, and no more.
              { key: `address:${networkOf(address)}`, limit: throttling.address, forget: false },
            ]
          : [{ key: `device:${userName}:${device}`, limit: throttling.device, forget: true }];
      const kept: { readonly of: Counter; readonly forget: boolean }[] = [];
      try {
        for (const { key, limit, forget } of asked) kept.push({ of: await counter(key, limit), forget });
        for (const { of } of kept) await of.take();
      } catch (error) {
        // Refused by one of them: the other waits for nobody.
        for (const { of } of kept) await of.release();
        throw error;
      }
      return {
        async failed() {
          const waits = [];
          for (const { of } of kept) waits.push(await of.failed());
          return Math.max(...waits);
        },
        async succeeded() {
          for (const { of, forget } of kept) await of.succeeded(forget);
        },
      };
    },
  };
}
