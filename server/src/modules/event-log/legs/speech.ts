/**
 * Silence and speaking at once, shared out among the talks of a call's agents (docs/protocol.md K83). While somebody is held or asked the
 * two sides do not hear each other: that is neither. Pure.
 */
import type { RecordingSpan } from "../../../ports/switch.ts";
import type { Leg, Stretch } from "./leg.ts";
import type { Legs, Of } from "./matching.ts";

/** A talk with the customer, or a supervisor's who was heard in it. */
const isTalk = ({ agentId, answerAt, role, supervision }: Leg): boolean =>
  agentId !== null &&
  answerAt !== null &&
  (role === "agent" || role === "member" || (role === "supervisor" && supervision === "insert"));

/** In order, and apart from each other. */
function united(stretches: readonly Stretch[]): Stretch[] {
  const found: Stretch[] = [];
  for (const [from, to] of [...stretches].sort((a, b) => a[0] - b[0])) {
    const last = found.at(-1);
    if (last && from <= last[1]) found[found.length - 1] = [last[0], Math.max(last[1], to)];
    else found.push([from, to]);
  }
  return found;
}

const common = (a: Stretch, b: Stretch): number => Math.max(0, Math.min(a[1], b[1]) - Math.max(a[0], b[0]));

/** How much of these lies in the talk, and in none of the others. */
function within(talk: Stretch, spans: readonly Stretch[], without: readonly Stretch[]): number {
  let ms = 0;
  for (const span of spans) {
    const part: Stretch = [Math.max(span[0], talk[0]), Math.min(span[1], talk[1])];
    if (part[0] < part[1]) ms += without.reduce((rest, each) => rest - common(part, each), part[1] - part[0]);
  }
  return ms;
}

export function speechMeasured(
  legs: Legs,
  { speech, durationMs }: Of<"recordingStored">,
  recordedFrom: number | null,
): Legs {
  if (!speech || recordedFrom === null) return legs;
  const times = (spans: readonly RecordingSpan[]): Stretch[] =>
    spans.map(({ fromMs, toMs }) => [recordedFrom + fromMs, recordedFrom + toMs]);
  const [silent, both] = [times(speech.silent), times(speech.both)];
  const recorded: Stretch = [recordedFrom, recordedFrom + durationMs];
  const without = united(legs.flatMap(({ apart }) => apart));
  return legs.map((leg) => {
    const talk: Stretch = [leg.answerAt ?? 0, leg.endAt ?? Infinity];
    if (!isTalk(leg) || common(talk, recorded) === 0) return leg;
    return { ...leg, silenceMs: within(talk, silent, without), overlapMs: within(talk, both, without) };
  });
}
