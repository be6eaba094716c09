/** What a switch can do beyond what every one does, and what it tells of its legs: words of the Switch port (switch.ts). */
import type { LegId } from "./switch-audio.ts";

/** What this switch can do beyond what every one does. */
export interface SwitchCapabilities {
  /** Its legs go on when the process that has it ends: another one finds them by `liveLegs` after its `start`. */
  readonly outlives: boolean;
  /** It calls numbers over trunks. Without: `provision` and such a destination are refused with 'no-trunks'. */
  readonly trunks: boolean;
}

/** A leg as it stands. */
export interface LiveLeg {
  readonly leg: LegId;
  /** SIP user or number at its far side. */
  readonly user: string;
  /** in: it called us. */
  readonly direction: "in" | "out";
  readonly state: "ringing" | "answered";
  /** Epoch ms. */
  readonly since: number;
  /** Its device holds the call. */
  readonly held: boolean;
}

export interface SwitchStats {
  readonly legs: number;
  readonly registered: number;
  readonly workers: number;
  /** p99 of how late a 20 ms media frame left, ms, over the last 10 s. */
  readonly frameLatenessP99Ms: number;
}
