/**
 * Two voices that are recognised apart become one dialogue. Pure: times are ms of the same clock, whichever.
 * A sentence is known only when it is over, so of the other side the sentence that it is in counts as going on.
 */
import type { AssistSide } from "@liantai/api/contract/assist";

export interface Span {
  readonly side: AssistSide;
  readonly from: number;
  readonly to: number;
}

export interface Dialogue {
  /** Listened to since. */
  readonly since: number;
  /** ms of silence that are over. */
  readonly quietMs: number;
  readonly spans: readonly Span[];
  /** Since when a side speaks now. */
  readonly open: Readonly<Partial<Record<AssistSide, number>>>;
}

/** What is measured of a sentence. */
export interface Measures {
  readonly mute: number;
  readonly chipin: 0 | 1;
  readonly speed: number | null;
}

/** Two voices at once for so long are an interruption; shorter is a cough, or the end of a breath. */
export const overlapMs = 200;
/** A shorter sentence has no speed: 嗯 is not fast. */
const speedMs = 1_000;
/** Spans that later sentences can still touch; sentences are cut long before. */
const keptMs = 60_000;

export const beginDialogue = (since: number): Dialogue => ({ since, quietMs: 0, spans: [], open: {} });

export const started = (dialogue: Dialogue, side: AssistSide, at: number): Dialogue => ({
  ...dialogue,
  open: { ...dialogue.open, [side]: at },
});

/** Letters, digits and signs of writing; no punctuation. A word of Latin letters or a number counts as it is said: by its letters. */
export const charactersOf = (text: string): number => (text.match(/[\p{L}\p{N}]/gu) ?? []).length;

/** Who speaks in [from, to) besides `side`, as far as it is known now. */
const othersOf = ({ spans, open }: Dialogue, side: AssistSide): readonly Omit<Span, "side">[] => [
  ...spans.filter((span) => span.side !== side),
  ...Object.entries(open)
    .filter(([of]) => of !== side)
    .map(([, from]) => ({ from, to: Infinity })),
];

/** A sentence is over: the dialogue with it, and what is measured of it. */
export function said(dialogue: Dialogue, { side, from, to }: Span, text: string): readonly [Dialogue, Measures] {
  const others = othersOf(dialogue, side);
  const before = [...dialogue.spans, ...others.map((span) => ({ ...span, side }))].filter((span) => span.from < from);
  const quietSince = Math.max(dialogue.since, ...before.map((span) => span.to));
  const interrupted = others.some((other) => other.from < from && Math.min(other.to, to) - from >= overlapMs);
  const length = to - from;
  const characters = charactersOf(text);
  const { [side]: _ended, ...open } = dialogue.open;
  const spans = [...dialogue.spans, { side, from, to }].filter((span) => span.to > to - keptMs);
  const mute = Math.max(0, Math.round(from - quietSince));
  return [
    { ...dialogue, quietMs: dialogue.quietMs + mute, spans, open },
    {
      mute,
      chipin: interrupted ? 1 : 0,
      speed: length >= speedMs && characters > 0 ? Math.round((characters * 60_000) / length) : null,
    },
  ];
}

/** How long nobody has spoken by now, ms; 0: somebody speaks. */
export function silence({ since, spans, open }: Dialogue, now: number): number {
  if (Object.keys(open).length > 0) return 0;
  return Math.max(0, now - Math.max(since, ...spans.map((span) => span.to)));
}

/** ms in which nobody spoke since listening began, pauses of the listening left out. */
export function muteDuration({ since, quietMs, spans, open }: Dialogue, now: number): number {
  const until = Math.min(now, ...Object.values(open));
  return quietMs + Math.max(0, Math.round(until - Math.max(since, ...spans.map((span) => span.to))));
}

/** Nobody is listened to for a while, held or typing in secret: it was no silence. */
export const afterPause = (dialogue: Dialogue, now: number): Dialogue => ({ ...dialogue, since: now, open: {} });

/** The listening stops for a while: the silence until then was one. */
export const beforePause = (dialogue: Dialogue, now: number): Dialogue => ({
  ...afterPause(dialogue, now),
  quietMs: muteDuration(dialogue, now),
});
