/**
 * When nobody speaks on the two channels of a recording, and when both do, found while it grows (docs/protocol.md K83). A voice is
 * what is louder than the noise of its own line: the floor falls with the quietest frame and rises by a decibel a second.
 */
import type { RecordingSpan, Speech } from "../../../../ports/switch.ts";

const FRAME_MS = 20;
/** Decibels below full scale: a voice is this loud at least, and so much over its floor, which lies within these. */
const FAINTEST = -50;
const OVER_FLOOR = 10;
const LOWEST = -70;
const HIGHEST = -30;
const RISE = FRAME_MS / 1_000;
/** Within a voice, no end of it; shorter sounds are clicks. */
const GAP_MS = 200;
const CLICK_MS = 60;
/** As long as this it is told. */
const SILENT_MS = 2_000;
const BOTH_MS = 200;
/** Stretches of a channel that are kept: whoever speaks oftener is not measured. */
const MOST = 3_000;

const FULL_SCALE = 32_768 ** 2;

type Span = readonly [from: number, to: number];

/** Stretches where one channel is heard. */
class Voice {
  private floor = LOWEST;
  private readonly spans: [number, number][] = [];

  /** power: mean of the squares of a frame's samples. */
  add(fromMs: number, power: number): void {
    const level = Math.max(LOWEST, 10 * Math.log10(power / FULL_SCALE));
    this.floor = Math.min(HIGHEST, level, this.floor + RISE);
    if (level < Math.max(FAINTEST, this.floor + OVER_FLOOR)) return;
    const last = this.spans.at(-1);
    if (last && fromMs - last[1] < GAP_MS) last[1] = fromMs + FRAME_MS;
    else {
      if (last && isClick(last)) this.spans.pop();
      this.spans.push([fromMs, fromMs + FRAME_MS]);
    }
  }

  get tooMany(): boolean {
    return this.spans.length > MOST;
  }

  heard(): readonly Span[] {
    return this.spans.filter((span) => !isClick(span));
  }
}

const isClick = ([from, to]: Span): boolean => to - from < CLICK_MS;
const lasting = (spans: readonly Span[], ms: number): Span[] => spans.filter(([from, to]) => to - from >= ms);
const rounded = (spans: readonly Span[]): RecordingSpan[] =>
  spans.map(([fromMs, toMs]) => ({ fromMs: Math.round(fromMs), toMs: Math.round(toMs) }));

/** Where none of these is, up to the end. */
function between(spans: readonly Span[], end: number): Span[] {
  const found: Span[] = [];
  let at = 0;
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    if (from > at) found.push([at, from]);
    at = Math.max(at, to);
  }
  if (at < end) found.push([at, end]);
  return found;
}

/** Where both are. Each in order. */
function shared(left: readonly Span[], right: readonly Span[]): Span[] {
  const found: Span[] = [];
  for (let l = 0, r = 0; l < left.length && r < right.length;) {
    const [a, b] = [left[l]!, right[r]!];
    const [from, to] = [Math.max(a[0], b[0]), Math.min(a[1], b[1])];
    if (from < to) found.push([from, to]);
    if (a[1] < b[1]) l++;
    else r++;
  }
  return found;
}

export class SpeechMeter {
  private readonly left = new Voice();
  private readonly right = new Voice();
  /** Where not both sides are on the recording: what they say, or do not, is not known. */
  private readonly apart: [number, number][] = [];
  private measured = false;

  /** The powers of a frame in which both sides are there. */
  add(fromMs: number, left: number, right: number): void {
    this.measured = true;
    this.left.add(fromMs, left);
    this.right.add(fromMs, right);
  }

  unknown(fromMs: number, toMs: number): void {
    const last = this.apart.at(-1);
    if (last && fromMs <= last[1]) last[1] = toMs;
    else this.apart.push([fromMs, toMs]);
  }

  /** undefined: both sides were never there, or there is more of it than is kept. */
  result(endMs: number): Speech | undefined {
    if (!this.measured || this.left.tooMany || this.right.tooMany || this.apart.length > MOST) return undefined;
    const [left, right] = [this.left.heard(), this.right.heard()];
    const silent = between([...left, ...right, ...this.apart], endMs);
    return { silent: rounded(lasting(silent, SILENT_MS)), both: rounded(lasting(shared(left, right), BOTH_MS)) };
  }
}
