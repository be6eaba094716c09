/**
 * When a sentence begins and ends, from a detector that judges frame by frame and is sometimes wrong: it takes several voiced frames
 * to begin one, and a click within a pause does not lengthen it. Pure.
 */

/** Frames that are looked at for a beginning, and how many of them are voiced. */
const onset = { frames: 8, voiced: 6 } as const;
/** The same for "still speaking". */
const going = { frames: 5, voiced: 3 } as const;

export interface Gate {
  readonly speaking: boolean;
  /** Bit 0: the last frame was voiced; bit 1: the one before; … */
  readonly recent: number;
  /** Frames since somebody was heard speaking. */
  readonly quiet: number;
}

export type GateChange = "start" | "end" | undefined;

export const closedGate: Gate = { speaking: false, recent: 0, quiet: 0 };
/** A beginning is noticed so many frames after it. */
export const onsetFrames: number = onset.frames;

/** Somebody speaks, and did in the last frame. */
export const isVoiced = ({ speaking, recent, quiet }: Gate): boolean => speaking && quiet === 0 && (recent & 1) === 1;

const voicedOf = (recent: number, frames: number): number => {
  let count = 0;
  for (let n = 0; n < frames; n += 1) count += (recent >> n) & 1;
  return count;
};

/** `endFrames`: so many quiet frames end a sentence. */
export function step(
  gate: Gate,
  voiced: boolean,
  endFrames: number,
): { readonly gate: Gate; readonly change: GateChange } {
  const recent = ((gate.recent << 1) | (voiced ? 1 : 0)) & 0xffff;
  if (!gate.speaking) {
    const starts = voicedOf(recent, onset.frames) >= onset.voiced;
    return { gate: { speaking: starts, recent, quiet: 0 }, change: starts ? "start" : undefined };
  }
  const quiet = voicedOf(recent, going.frames) >= going.voiced ? 0 : gate.quiet + 1;
  if (quiet < endFrames) return { gate: { speaking: true, recent, quiet }, change: undefined };
  return { gate: closedGate, change: "end" };
}
