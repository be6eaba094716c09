/**
 * The playout buffer of one leg: mu-law samples laid down by RTP timestamp, taken out 20 ms at a time by our clock.
 *
 * Depth is adaptive, 30 to 80 ms, plus what is left of a 20 ms tick. Two clocks never agree, so the depth drifts: a frame
 * too many is merged with its neighbour (cross-faded, 40 ms into 20), a frame too few is cross-faded out of its two
 * neighbours, a lost one is the last one backwards and quieter. None of them clicks. Pure: time is the number of frames taken.
 */
import { FRAME, SILENCE, ULAW_TO_PCM, toUlaw } from "./g711.ts";

const RING = 8_192; // about a second; a power of two
const MASK = RING - 1;
const EMPTY = 0x100;
const MIN_TARGET = 240; // 30 ms
const MAX_TARGET = 640; // 80 ms
const STEP = 80;
/** How far a timestamp may lie from where we are before it must be a new stream, samples. */
const JUMP = RING - 2 * FRAME;
/** A depth with which the next packet would soon come late, samples. */
const SCARCE = FRAME + 40;
const WINDOW = 50; // frames between two looks at the depth
/** Frames made up before silence, each falling to this part of its loudness; the last one falls to nothing. */
const REPEATS = 3;
const FADE = 0.6;
const LEAD = 40;

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
  private readonly out = new Uint8Array(FRAME);
  private readonly spare = new Uint8Array(FRAME);
  private playing = false;
  private play = 0;
  private high = 0;
  private target = MIN_TARGET;
  private lateInRow = 0;
  private lateInWindow = 0;
  private calmWindows = 0;
  private frames = 0;
  private lowest = Number.MAX_SAFE_INTEGER;
  private repeats = REPEATS;
  private dry = 0;
  private tail = 0;

  /** Forgets everything, e.g. when the SSRC changes. */
  reset(): void {
    this.ring.fill(EMPTY);
    this.playing = false;
    this.repeats = REPEATS;
    this.lateInRow = 0;
    this.dry = 0;
  }

  put(timestamp: number, payload: Uint8Array): void {
    if (payload.length === 0 || payload.length > JUMP) return;
    if (!this.playing) this.begin(timestamp);
    const ahead = distance(timestamp, this.play);
    if (ahead > JUMP || ahead < -JUMP) {
      this.reset();
      this.begin(timestamp);
    } else if (ahead + payload.length <= 0) {
      this.counters.late++;
      this.lateInWindow++;
      // Three in a row are no stragglers: the sender's clock stood still (a pause, a device hold), so start over.
      if (++this.lateInRow < 3) return;
      this.reset();
      this.begin(timestamp);
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
    if (depth <= 0) return this.starve();
    this.dry = 0;
    this.lowest = Math.min(this.lowest, depth);
    if (++this.frames >= WINDOW) {
      const correction = this.look();
      if (correction !== 0) this.counters.adjusted++;
      if (correction < 0) return this.keep(this.merge());
      if (correction > 0) return this.stretch() ?? this.conceal();
    }
    if (!this.take(this.spare)) return this.conceal();
    this.out.set(this.spare);
    return this.keep(this.out);
  }

  private begin(timestamp: number): void {
    this.playing = true;
    this.play = (timestamp - this.target) | 0;
    this.high = timestamp | 0;
    this.frames = 0;
    this.lowest = Number.MAX_SAFE_INTEGER;
    this.repeats = REPEATS;
  }

  /** Nothing at all is buffered: time goes on, and after a second of it the next packet begins a new stream. */
  private starve(): Uint8Array | undefined {
    this.play = (this.play + FRAME) | 0;
    this.high = this.play;
    if (++this.dry > WINDOW) this.reset();
    else if (this.dry === 1) this.lateInWindow++;
    return this.conceal();
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

  /** Takes a frame out of the ring. False when every sample of it is missing; single missing samples become silence. */
  private take(into: Uint8Array): boolean {
    let missing = 0;
    for (let i = 0; i < FRAME; i++) {
      const at = (this.play + i) & MASK;
      const sample = this.ring[at] as number;
      this.ring[at] = EMPTY;
      if (sample === EMPTY) {
        missing++;
        into[i] = SILENCE;
      } else into[i] = sample;
    }
    this.play = (this.play + FRAME) | 0;
    if (missing > 0) this.counters.gaps++;
    return missing < FRAME;
  }

  private merge(): Uint8Array {
    this.take(this.out);
    this.take(this.spare);
    for (let i = 0; i < FRAME; i++) {
      const part = i / FRAME;
      const a = ULAW_TO_PCM[this.out[i] as number] as number;
      const b = ULAW_TO_PCM[this.spare[i] as number] as number;
      this.out[i] = toUlaw(a * (1 - part) + b * part);
    }
    return this.out;
  }

  /** One frame more: it begins like the next frame, which follows the last, and ends like the last, which comes before the next. */
  private stretch(): Uint8Array | undefined {
    if (this.repeats > 0) return undefined;
    for (let i = 0; i < FRAME; i++) {
      const next = this.ring[(this.play + i) & MASK] as number;
      if (next === EMPTY) return undefined;
      const part = i / FRAME;
      this.spare[i] = toUlaw(
        (ULAW_TO_PCM[next] as number) * (1 - part) + (ULAW_TO_PCM[this.out[i] as number] as number) * part,
      );
    }
    this.out.set(this.spare);
    return this.out;
  }

  /** After a gap the first 5 ms lead over from the last sample that was made up. */
  private keep(frame: Uint8Array): Uint8Array {
    if (this.repeats > 0 && this.repeats <= REPEATS) {
      for (let i = 0; i < LEAD; i++) {
        const part = i / LEAD;
        frame[i] = toUlaw((ULAW_TO_PCM[frame[i] as number] as number) * part + this.tail * (1 - part));
      }
    }
    this.repeats = 0;
    this.tail = ULAW_TO_PCM[frame[FRAME - 1] as number] as number;
    return frame;
  }

  /** The last frame backwards, so that it begins where the last one ended, and quieter each time; then silence. */
  private conceal(): Uint8Array | undefined {
    if (this.repeats >= REPEATS) {
      this.tail = 0;
      return undefined;
    }
    this.repeats++;
    this.out.reverse();
    for (let i = 0; i < FRAME; i++) {
      const part = i / FRAME;
      const level = this.repeats === REPEATS ? 1 - part : 1 - (1 - FADE) * part;
      this.out[i] = toUlaw((ULAW_TO_PCM[this.out[i] as number] as number) * level);
    }
    this.tail = ULAW_TO_PCM[this.out[FRAME - 1] as number] as number;
    return this.out;
  }
}
