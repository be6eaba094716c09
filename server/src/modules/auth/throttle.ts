/**
 * Slows guessing down. Counters live in the broker for every user name, known or not, so a refusal does not tell which
 * exist; a known account's lock is stored with it and outlives a restart (repository.ts).
 */
import { AppError } from "@liantai/api/contract";
import type { Ports } from "../../ports/index.ts";

export const throttling = {
  /** Failures within the window that lock an account, and for how long. */
  lockAfter: 5,
  lockMs: 15 * 60_000,
  /** From this failure on, the same address waits before the next try of the account: 2 s, 4 s, ... */
  slowFrom: 3,
  slowBaseMs: 2_000,
  /** Failures of one address over all accounts: a whole floor may share one address, so the limit is wide. */
  addressLimit: 100,
  addressWindowMs: 10 * 60_000,
} as const;

export interface Throttle {
  /** Throws AppError 'tooMany' when this address must wait. Before anything is verified. */
  admit(userName: string, address: string): Promise<void>;
  /** Counts a try before its password is verified, so that parallel tries cannot slip past. */
  count(userName: string): Promise<number>;
  failed(userName: string, address: string, count: number): Promise<void>;
  succeeded(userName: string, address: string): Promise<void>;
  lock(userName: string): Promise<void>;
  lockedUntil(userName: string): Promise<number | undefined>;
}

export const lockedMessage = (leftMs: number): string =>
  `账号已锁定，请${Math.max(1, Math.ceil(leftMs / 60_000))}分钟后再试`;

export function createThrottle({ broker, clock }: Pick<Ports, "broker" | "clock">): Throttle {
  const failures = (userName: string) => `auth:failures:${userName}`;
  const lock = (userName: string) => `auth:lock:${userName}`;
  const slow = (userName: string, address: string) => `auth:slow:${userName}:${address}`;
  const from = (address: string) => `auth:address:${address}`;
  return {
    async admit(userName, address) {
      const until = Number((await broker.get(slow(userName, address))) ?? 0);
      if (until > clock.now())
        throw new AppError("tooMany", `操作过于频繁，请${Math.ceil((until - clock.now()) / 1000)}秒后再试`);
      if (Number((await broker.get(from(address))) ?? 0) >= throttling.addressLimit) throw new AppError("tooMany");
    },
    count: (userName) => broker.increment(failures(userName), throttling.lockMs),
    async failed(userName, address, count) {
      await broker.increment(from(address), throttling.addressWindowMs);
      if (count < throttling.slowFrom) return;
      const waitMs = throttling.slowBaseMs * 2 ** (Math.min(count, throttling.lockAfter) - throttling.slowFrom);
      await broker.set(slow(userName, address), String(clock.now() + waitMs), waitMs);
    },
    async succeeded(userName, address) {
      await broker.delete(failures(userName));
      await broker.delete(slow(userName, address));
    },
    async lock(userName) {
      await broker.set(lock(userName), String(clock.now() + throttling.lockMs), throttling.lockMs);
      await broker.delete(failures(userName));
    },
    async lockedUntil(userName) {
      const until = await broker.get(lock(userName));
      return until === undefined ? undefined : Number(until);
    },
  };
}
