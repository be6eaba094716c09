/** RFC 4733 named events: key presses out of the packets, and packets out of key presses. Pure: time is handed in. */
import { FRAME } from "./g711.ts";

const KEYS = "0123456789*#ABCD";
/** A press whose end packets were all lost counts as ended after this silence, ms. */
const LOST_END_MS = 150;

export interface Press {
  readonly digit: string;
  readonly ms: number;
}

/** The keys that can be sent. */
export const isDigits = (text: string): boolean => /^[0-9*#A-D]*$/i.test(text);

/** Collects the packets of each press and reports it once: at its first end packet, or when its packets stop coming. */
export class PressReader {
  private open: { timestamp: number; digit: string; samples: number; seenAt: number } | undefined;
  private reported: number | undefined;

  /** One telephone-event payload. Undefined while the key is down, or for a repeat of what was reported. */
  packet(timestamp: number, payload: Uint8Array, now: number): Press | undefined {
    if (payload.length < 4) return undefined;
    const digit = KEYS[payload[0] as number];
    if (digit === undefined || timestamp === this.reported) return undefined;
    const before = this.open && this.open.timestamp !== timestamp ? this.finish() : undefined;
    const samples = ((payload[2] as number) << 8) | (payload[3] as number);
    this.open = { timestamp, digit, samples, seenAt: now };
    const ended = ((payload[1] as number) & 0x80) !== 0;
    // Two presses cannot end in one packet unless every end packet of the first was lost; the second then ends by time-out.
    if (before) return before;
    return ended ? this.finish() : undefined;
  }

  get down(): boolean {
    return this.open !== undefined;
  }

  /** To be asked now and then: a press whose end never came. */
  overdue(now: number): Press | undefined {
    return this.open && now - this.open.seenAt >= LOST_END_MS ? this.finish() : undefined;
  }

  private finish(): Press | undefined {
    const press = this.open;
    this.open = undefined;
    if (!press) return undefined;
    this.reported = press.timestamp;
    return { digit: press.digit, ms: Math.round(press.samples / 8) };
  }
}

export interface EventPacket {
  readonly payload: Buffer;
  /** Frames since the press began: its packets all carry the timestamp of the first. */
  readonly age: number;
  readonly first: boolean;
}

/** Frames a digit takes: 60 ms of tone with two repeats of its end, which makes one digit a 100 ms (realtime.md section 9). */
const SLOT = 5;
const TONE = 3;
const VOLUME = 10; // -10 dBm0

/** Digits waiting to go out: one packet a frame while there are any. */
export class PressWriter {
  private readonly queue: { code: number; last: (() => void) | undefined }[] = [];
  private frame = 0;

  /** `done` is called when the last packet of the last digit is out. */
  add(digits: string, done: () => void): void {
    const codes = [...digits.toUpperCase()].map((digit) => KEYS.indexOf(digit)).filter((code) => code >= 0);
    if (codes.length === 0) return done();
    codes.forEach((code, i) => this.queue.push({ code, last: i === codes.length - 1 ? done : undefined }));
  }

  get busy(): boolean {
    return this.queue.length > 0;
  }

  next(): EventPacket | undefined {
    const digit = this.queue[0];
    if (!digit) return undefined;
    const age = this.frame;
    const payload = Buffer.alloc(4);
    payload[0] = digit.code;
    payload[1] = VOLUME | (age >= TONE - 1 ? 0x80 : 0);
    payload.writeUInt16BE(FRAME * Math.min(TONE, age + 1), 2);
    this.frame++;
    if (this.frame === SLOT) {
      this.frame = 0;
      this.queue.shift();
      digit.last?.();
    }
    return { payload, age, first: age === 0 };
  }

  /** The leg is gone: whoever waits is let go. */
  abandon(): void {
    for (const { last } of this.queue.splice(0)) last?.();
  }
}
