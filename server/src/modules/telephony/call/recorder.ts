import type { RecordedLegs } from "../../../ports/switch.ts";

/**
 * Whether the talk is recorded. auto: its access number, skill group and seat all want it, so nobody may stop it. until: when a
 * pause is over by itself. quiet: nobody's order, it goes on with the end of what is not to be recorded. off: not begun, or stopped by
 * whoever had begun it by hand.
 */
export type Recorder =
  | { readonly state: "off"; readonly auto: boolean }
  | { readonly state: "on"; readonly auto: boolean }
  | { readonly state: "paused"; readonly auto: boolean; readonly until: number; readonly quiet?: true };

/** What the switch is told of the recording. */
export type RecordingEffect =
  /** record: from now on; recordLegs: others than before. */
  | { readonly do: "record" | "recordLegs"; readonly legs: RecordedLegs }
  /** Silence of true length from now on, or the voices again. */
  | { readonly do: "pauseRecording"; readonly paused: boolean };
