/** Which effects of a call the switch carries out. */
import type { CallEffect } from "../call/types.ts";

/** Effects that the switch carries out. */
export type SwitchEffect = Extract<
  CallEffect,
  {
    do:
      | "ring"
      | "answer"
      | "hangup"
      | "originate"
      | "arrange"
      | "say"
      | "prompt"
      | "hush"
      | "comfort"
      | "whisper"
      | "sendDigits"
      | "tone"
      | "inform"
      | "record"
      | "recordLegs"
      | "pauseRecording";
  }
>;

const verbs: ReadonlySet<CallEffect["do"]> = new Set<SwitchEffect["do"]>([
  "ring",
  "answer",
  "hangup",
  "originate",
  "arrange",
  "say",
  "prompt",
  "hush",
  "comfort",
  "whisper",
  "sendDigits",
  "tone",
  "inform",
  "record",
  "recordLegs",
  "pauseRecording",
]);
export const isVerb = (effect: CallEffect): effect is SwitchEffect => verbs.has(effect.do);
