/**
 * Slows down whoever guesses passwords: after a few failures of one user from one address each further try has to wait,
 * twice as long each time; tries that would wait too long are refused unread. Pure: time is handed in.
 */
import { minuteMs } from "@liantai/api/contract";
const FREE = 3;
const FIRST_MS = 500;
const LONGEST_MS = 8_000;
const FORGET_MS = 10 * minuteMs;
const KEYS = 10_000;

interface Record_ {
  failures: number;
  /** When the next try may be looked at. */
  nextAt: number;
  seenAt: number;
}

export class Throttle {
  private readonly records = new Map<string, Record_>();

  /** How long this try has to wait, ms; undefined: refuse it now. Books the try, so that many at once queue up. */
  admit(key: string, now: number): number | undefined {
    const record = this.records.get(key);
    if (!record || now - record.seenAt > FORGET_MS) {
      this.records.delete(key);
      return 0;
    }
    if (record.failures < FREE) return 0;
    const wait = Math.max(0, record.nextAt - now);
    if (wait > LONGEST_MS) return undefined;
    record.nextAt = now + wait + this.penalty(record.failures);
    return wait;
  }

  failed(key: string, now: number): void {
    const record = this.records.get(key) ?? { failures: 0, nextAt: 0, seenAt: now };
    record.failures++;
    record.seenAt = now;
    if (record.failures >= FREE) record.nextAt = Math.max(record.nextAt, now + this.penalty(record.failures));
    this.records.delete(key);
    this.records.set(key, record);
    for (const oldest of this.records.keys()) {
      if (this.records.size <= KEYS) break;
      this.records.delete(oldest);
    }
  }

  succeeded(key: string): void {
    this.records.delete(key);
  }

  private penalty(failures: number): number {
    return Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - FREE));
  }
}
