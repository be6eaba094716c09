/**
 * The playout buffer of one leg: mu-law samples laid down by RTP timestamp, taken out 20 ms at a time by our clock.
 *
 * Depth is adaptive, 30 to 80 ms, plus what is left of a 20 ms tick. Two clocks never agree, so the depth drifts: a frame
 * too many is merged with its neighbour (cross-faded, 40 ms into 20), a frame too few is made up, and so is what is late or
 * lost (conceal.ts). Pure: time is the number of frames taken.
 */
import { Concealer, EMPTY } from "./conceal.ts";
import { FRAME, ULAW_TO_PCM, toUlaw } from "./g711.ts";

const RING = 8_192; // about a second; a power of two
const MASK = RING - 1;
const MIN_TARGET = 240; // 30 ms
const MAX_TARGET = 640; // 80 ms
const STEP = 80;
/** How far a timestamp may lie from where we are before it must be a new stream, samples. */
const JUMP = RING - 2 * FRAME;
/** A depth with which the next packet would soon come late, samples. */
const SCARCE = FRAME + 40;
const WINDOW = 50; // frames between two looks at the depth
/** Frames for which the buffer waits when it has run empty: what is late is then not lost, and the depth grows by as much. */
const WAITS = 2;

export interface JitterCounters {
  /** Packets that came after their time. */
  late: number;
  /** Frames of which at least one sample was missing. */
  gaps: number;
  /** Frames merged or made up to follow the sender's clock. */
  adjusted: number;
}

const distance = (a: number, b: number): number => (a - b) | 0;

export class JitterBuffer {
  readonly counters: JitterCounters = { late: 0, gaps: 0, adjusted: 0 };
  private readonly ring = new Uint16Array(RING).fill(EMPTY);
  private readonly frame = new Uint16Array(FRAME);
  private readonly concealer = new Concealer();
  private playing = false;
  private play = 0;
  private high = 0;
  private target = MIN_TARGET;
  private lateInRow = 0;
  private lateInWindow = 0;
  private calmWindows = 0;
  private frames = 0;
  private lowest = Number.MAX_SAFE_INTEGER;
  private dry = 0;

  /** Forgets everything, e.g. when the SSRC changes. */
  reset(): void {
    this.ring.fill(EMPTY);
    this.concealer.reset();
    this.playing = false;
    this.lateInRow = 0;
    this.dry = 0;
  }

  put(timestamp: number, payload: Uint8Array): void {
    if (payload.length === 0 || payload.length > JUMP) return;
    if (!this.playing) this.begin(timestamp);
    const ahead = distance(timestamp, this.play);
    if (ahead > JUMP || ahead < -JUMP) {
      this.restart(timestamp);
    } else if (ahead + payload.length <= 0) {
      this.counters.late++;
      this.lateInWindow++;
      // Three in a row are no stragglers: the sender's clock stood still (a pause, a device hold), so start over.
      if (++this.lateInRow < 3) return;
      this.restart(timestamp);
    } else if (ahead > this.target && distance(this.high, this.play) <= 0) {
      // After a pause nothing is lost by going straight to the usual depth: waiting must not add up.
      this.play = (timestamp - this.target) | 0;
    }
    this.lateInRow = 0;
    const from = Math.max(0, distance(this.play, timestamp));
    if (from > 0) this.lateInWindow++;
    for (let i = from; i < payload.length; i++) this.ring[(timestamp + i) & MASK] = payload[i] as number;
    const end = (timestamp + payload.length) | 0;
    if (distance(end, this.high) > 0) this.high = end;
  }

  /** The next 20 ms, or undefined for silence. The array is the buffer's own: use it before the next call. */
  pull(): Uint8Array | undefined {
    if (!this.playing) return undefined;
    const depth = distance(this.high, this.play);
    if (depth < FRAME) return this.starve(Math.max(0, depth));
    this.dry = 0;
    this.lowest = Math.min(this.lowest, depth);
    const correction = ++this.frames >= WINDOW ? this.look() : 0;
    if (correction !== 0) this.counters.adjusted++;
    if (correction < 0 && this.whole(2 * FRAME)) return this.merge();
    this.take(correction > 0 ? 0 : FRAME);
    return this.concealer.next(this.frame, distance(this.high, this.play) > 0);
  }

  private restart(timestamp: number): void {
    this.ring.fill(EMPTY);
    this.dry = 0;
    this.begin(timestamp);
  }

  private begin(timestamp: number): void {
    this.playing = true;
    this.play = (timestamp - this.target) | 0;
    this.high = timestamp | 0;
    this.frames = 0;
    this.lowest = Number.MAX_SAFE_INTEGER;
  }

  /**
   * Less than a frame is there. The first two times the rest is made up while the buffer waits for what is late; then time
   * goes on, and after a second of it the next packet begins a new stream.
   */
  private starve(depth: number): Uint8Array | undefined {
    if (++this.dry > WINDOW) {
      this.reset();
      return undefined;
    }
    this.lateInWindow++;
    this.lowest = Number.MAX_SAFE_INTEGER;
    this.take(depth);
    if (this.dry > WAITS) {
      this.play = (this.play + FRAME - depth) | 0;
      this.high = this.play;
    }
    return this.concealer.next(this.frame, distance(this.high, this.play) > 0);
  }

  /**
   * Once a second: -1 to lose a frame, +1 to make one up, 0 to go on. A steady stream shows a lowest depth between the target
   * and a frame more; two frames more is delay for nothing, and with hardly a frame left the next packet would come late.
   */
  private look(): number {
    const { lowest, lateInWindow } = this;
    this.frames = 0;
    this.lowest = Number.MAX_SAFE_INTEGER;
    this.lateInWindow = 0;
    if (lateInWindow > 0) {
      this.calmWindows = 0;
      this.target = Math.min(MAX_TARGET, this.target + STEP);
    } else if (++this.calmWindows >= 10) {
      this.calmWindows = 0;
      this.target = Math.max(MIN_TARGET, this.target - STEP);
    }
    if (lowest > this.target + 2 * FRAME) return -1;
    return lowest < SCARCE ? 1 : 0;
  }

  /** Takes `count` samples out of the ring into the frame; the rest of the frame is missing. */
  private take(count: number): void {
    const { frame, ring, play } = this;
    let missing = FRAME - count;
    for (let i = 0; i < count; i++) {
      const at = (play + i) & MASK;
      const sample = ring[at] as number;
      ring[at] = EMPTY;
      if (sample === EMPTY) missing++;
      frame[i] = sample;
    }
    frame.fill(EMPTY, count);
    this.play = (play + count) | 0;
    if (missing > 0) this.counters.gaps++;
  }

  private whole(count: number): boolean {
    for (let i = 0; i < count; i++) if (this.ring[(this.play + i) & MASK] === EMPTY) return false;
    return true;
  }

  private merge(): Uint8Array | undefined {
    this.take(FRAME);
    const first = this.frame.slice();
    this.take(FRAME);
    for (let i = 0; i < FRAME; i++) {
      const part = i / FRAME;
      const a = ULAW_TO_PCM[first[i] as number] as number;
      const b = ULAW_TO_PCM[this.frame[i] as number] as number;
      this.frame[i] = toUlaw(a * (1 - part) + b * part);
    }
    return this.concealer.next(this.frame, distance(this.high, this.play) > 0);
  }
}
