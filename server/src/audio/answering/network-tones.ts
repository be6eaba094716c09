/** The tones by which networks say something without words: those of China at 450 Hz (ITU-T E.180, supplement 2). Pure. */
import { frameMs, frameSamples } from "../../ports/speech-listening.ts";
import { createFrameJudge } from "./frame-voice.ts";
import { createToneRuns, type ToneRun } from "./tone-runs.ts";

/** specialInformation comes before an announcement and says nothing by itself. */
export type NetworkTone = "busy" | "congestion" | "unobtainable" | "ringback" | "specialInformation";

const networkHz = 450;
const nearHz = 20;
const specialHz = [950, 1_400, 1_800];
/** Between the tones of the special one at most. */
const specialGapMs = 120;

const lasts = (ms: number, about: number): boolean => Math.abs(ms - about) <= Math.max(50, about * 0.2);
const lengthOf = ({ fromMs, toMs }: ToneRun): number => toMs - fromMs;
const near = (hz: number, about: number, within = nearHz): boolean => Math.abs(hz - about) <= within;

/** Two tones and the pause between them. */
const beats = (a: ToneRun, b: ToneRun, on: number, off: number): boolean =>
  lasts(lengthOf(a), on) && lasts(lengthOf(b), on) && lasts(b.fromMs - a.toMs, off);

/** 0.1 s three times, 0.4 s; of the short ones two have to be there. */
function unobtainable(runs: readonly ToneRun[]): boolean {
  return runs.some((run, n) => {
    const [before, earlier] = [runs[n - 1], runs[n - 2]];
    if (!before || !earlier || !lasts(lengthOf(run), 400)) return false;
    return beats(earlier, before, 100, 100) && lasts(run.fromMs - before.toMs, 100);
  });
}

/** By tones that are over. `quietMs`: how long there has been none since. */
export function networkTone(over: readonly ToneRun[], quietMs: number): NetworkTone | undefined {
  const special = over.some((run, n) => {
    const three = over.slice(n, n + 3);
    return (
      three.length === 3 &&
      three.every(({ hz }, at) => near(hz, specialHz[at]!, 30)) &&
      three.slice(1).every(({ fromMs }, at) => fromMs - three[at]!.toMs <= specialGapMs) &&
      lengthOf(run) >= 180
    );
  });
  if (special) return "specialInformation";
  const runs = over.filter(({ hz }) => near(hz, networkHz));
  if (unobtainable(runs)) return "unobtainable";
  const pairs = runs.slice(1).map((run, n) => [runs[n]!, run] as const);
  if (pairs.some(([a, b]) => beats(a, b, 350, 350))) return "busy";
  if (pairs.some(([a, b]) => beats(a, b, 700, 700))) return "congestion";
  const last = runs.at(-1);
  return last && lasts(lengthOf(last), 1_000) && quietMs >= 1_500 ? "ringback" : undefined;
}

/** What tone is in a stretch of a line, 8,000 Hz. */
export function announcementTone(samples: Int16Array): NetworkTone | undefined {
  const judge = createFrameJudge(32);
  const runs = createToneRuns();
  let ms = 0;
  for (let at = 0; at + frameSamples <= samples.length; at += frameSamples) {
    const { hz, db } = judge(samples.subarray(at, at + frameSamples));
    runs.push(hz, db);
    ms += frameMs;
  }
  // What goes on to the end counts as if it ended there.
  runs.push(undefined, -100);
  runs.push(undefined, -100);
  return networkTone(runs.over, ms - (runs.over.at(-1)?.toMs ?? ms));
}
