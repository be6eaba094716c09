/**
 * Packet loss concealment as ITU-T G.711 appendix I describes it: what is missing is made of the last pitch periods of what
 * was heard, begins and ends with an overlap, falls by 20 % each 10 ms after the first and is mute after 60 ms. Losses need
 * not begin or end with a frame. The output is 3.75 ms behind the input, so that a loss can still smooth what came before it.
 * One thing goes beyond the appendix: once the sound after a loss is in the buffer, what is made up falls no further within
 * the 60 ms, so that three packets in a row leave no hole.
 */
import { FRAME, PCM_TO_ULAW, ULAW_TO_PCM } from "./g711.ts";

/** Stands for a sample that is missing; no mu-law byte. */
export const EMPTY = 0x100;

/** Pitch periods that are looked for, samples: 200 Hz to 66 Hz. */
const SHORTEST = 40;
const LONGEST = 120;
/** How much of the newest sound is compared, samples. */
const COMPARED = 160;
const DELAY = LONGEST / 4;
const HISTORY = 3 * LONGEST + DELAY;
const TEN_MS = 80;
const FALL = 0.2 / TEN_MS;
const MUTE = 6 * TEN_MS;
/** The way back into real sound is a quarter period and 4 ms more for each 10 ms that were lost, 10 ms at the most. */
const MORE_OVERLAP = 32;
const MOST_OVERLAP = TEN_MS;
const MOST_PERIODS = 3;

export class Concealer {
  /** What was heard, then the frame that is being made. The first HISTORY samples are older than the frame. */
  private readonly line = new Int16Array(HISTORY + FRAME);
  private readonly out = new Uint8Array(FRAME);
  /** What was heard before the loss, untouched. */
  private readonly past = new Int16Array(HISTORY);
  /** The newest `periods` pitch periods, made so that their end leads into their beginning. */
  private readonly source = new Float64Array(MOST_PERIODS * LONGEST);
  private readonly tail = new Float64Array(DELAY);
  private period = SHORTEST;
  private quarter = SHORTEST / 4;
  private periods = 0;
  private at = 0;
  /** Samples made up since the last real one. */
  private lost = 0;
  /** As loud as it was when the end of the loss came into sight; 0 before. */
  private held = 0;

  reset(): void {
    this.line.fill(0);
    this.lost = 0;
  }

  /**
   * Takes a frame of mu-law bytes, EMPTY where they are missing. `more`: what comes after it is there already. The answer is
   * overwritten by the next call; undefined is silence.
   */
  next(frame: Uint16Array, more: boolean): Uint8Array | undefined {
    const { line, out } = this;
    line.copyWithin(0, FRAME);
    for (let from = 0; from < FRAME;) {
      const missing = frame[from] === EMPTY;
      let to = from + 1;
      while (to < FRAME && (frame[to] === EMPTY) === missing) to++;
      if (missing) this.fill(HISTORY + from, HISTORY + to, more || to < FRAME);
      else this.pass(frame, from, to);
      from = to;
    }
    if (this.lost >= MUTE + TEN_MS + FRAME + DELAY) return undefined;
    for (let i = 0; i < FRAME; i++) out[i] = PCM_TO_ULAW[(line[HISTORY - DELAY + i] as number) & 0xffff] as number;
    return out;
  }

  private pass(frame: Uint16Array, from: number, to: number): void {
    const { line } = this;
    for (let i = from; i < to; i++) line[HISTORY + i] = ULAW_TO_PCM[frame[i] as number] as number;
    if (this.lost === 0) return;
    const overlap = Math.min(
      MOST_OVERLAP,
      this.quarter + MORE_OVERLAP * Math.floor((this.lost - 1) / TEN_MS),
      to - from,
    );
    for (let i = 0; i < overlap; i++) {
      const part = (i + 1) / (overlap + 1);
      const at = HISTORY + from + i;
      line[at] = (line[at] as number) * part + this.made() * (1 - part);
    }
    this.lost = 0;
  }

  private fill(from: number, to: number, inSight: boolean): void {
    if (this.lost === 0) this.begin(from);
    if (inSight && this.held === 0) this.held = this.gain();
    const { line, tail, quarter } = this;
    for (let at = from; at < to; at++) {
      if (this.lost > 0 && this.lost % TEN_MS === 0 && this.periods < MOST_PERIODS) this.widen();
      const since = this.lost % TEN_MS;
      const sound = this.made();
      // One period over and over rings; for the first quarter after it was widened the old source leads over.
      const leads = this.periods > 1 && since < quarter && this.lost < MOST_PERIODS * TEN_MS;
      const part = (since + 1) / (quarter + 1);
      line[at] = leads ? sound * part + (tail[since] as number) * this.gain() * (1 - part) : sound;
      this.lost++;
    }
  }

  /** The next sample that is made up, as loud as it may be by now. */
  private made(): number {
    const gain = this.gain();
    if (gain === 0) return 0;
    const sound = (this.source[this.at] as number) * gain;
    if (++this.at >= this.periods * this.period) this.at = 0;
    return sound;
  }

  private gain(): number {
    if (this.lost < TEN_MS) return 1;
    if (this.lost < MUTE) return Math.max(this.held, 1 - FALL * (this.lost - TEN_MS));
    return Math.max(0, this.held * (1 - (this.lost - MUTE) / TEN_MS));
  }

  /** A loss begins at `from` of the line: finds the pitch and smooths the last quarter period, which is not out yet. */
  private begin(from: number): void {
    const { line, past } = this;
    past.set(line.subarray(from - HISTORY, from));
    this.period = pitchOf(past);
    this.quarter = this.period >> 2;
    this.periods = 1;
    this.at = 0;
    this.held = 0;
    this.draw();
    const { quarter, period, source } = this;
    for (let i = 0; i < quarter; i++) line[from - quarter + i] = source[period - quarter + i] as number;
  }

  /** One pitch period more, in step with what was made so far. */
  private widen(): void {
    const { tail, quarter, source, period } = this;
    const length = this.periods * period;
    for (let i = 0; i < quarter; i++) tail[i] = source[(this.at + i) % length] as number;
    this.at %= period;
    this.periods++;
    this.draw();
  }

  /** The newest periods; the last quarter of them turns into what stood before the first, so that they can be repeated. */
  private draw(): void {
    const { past, source, quarter } = this;
    const length = this.periods * this.period;
    const start = HISTORY - length;
    for (let i = 0; i < length; i++) source[i] = past[start + i] as number;
    for (let i = 0; i < quarter; i++) {
      const part = (i + 1) / (quarter + 1);
      const at = length - quarter + i;
      source[at] = (source[at] as number) * (1 - part) + (past[start - quarter + i] as number) * part;
    }
  }
}

/** The lag at which the newest 20 ms are most like what came before them: every second one first, then its neighbours. */
function pitchOf(past: Int16Array): number {
  let best = SHORTEST;
  let likest = likeness(past, SHORTEST, 2);
  for (let lag = SHORTEST + 2; lag <= LONGEST; lag += 2) {
    const like = likeness(past, lag, 2);
    if (like <= likest) continue;
    likest = like;
    best = lag;
  }
  const coarse = best;
  likest = likeness(past, coarse, 1);
  for (const lag of [coarse - 1, coarse + 1]) {
    if (lag < SHORTEST || lag > LONGEST) continue;
    const like = likeness(past, lag, 1);
    if (like <= likest) continue;
    likest = like;
    best = lag;
  }
  return best;
}

/** Normalised cross-correlation; what is silent is like nothing. */
function likeness(past: Int16Array, lag: number, step: number): number {
  let product = 0;
  let energy = 0;
  for (let i = HISTORY - COMPARED; i < HISTORY; i += step) {
    const before = past[i - lag] as number;
    product += (past[i] as number) * before;
    energy += before * before;
  }
  return energy === 0 ? 0 : product / Math.sqrt(energy);
}
