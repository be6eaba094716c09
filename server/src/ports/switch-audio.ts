/** What legs hear and what is kept of what they say: the words of the Switch port (switch.ts) for audio. */

export type LegId = string;

/** Something a leg can hear. Files are RIFF/WAVE, 8,000 Hz, mono, 16-bit PCM or 8-bit mu-law. */
export type AudioSource =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "music" } // the built-in hold music, or the configured file
  | { readonly kind: "tone"; readonly hz: number; readonly ms: number }
  | { readonly kind: "silence"; readonly ms: number };

/**
 * 20 ms of what a leg says: 160 samples of 16 bits, 8,000 Hz, in order; silence where nothing came. For recognition and assistance
 * (realtime.md section 4).
 */
export type AudioSink = (samples: Int16Array) => void;

export interface PlayRequest {
  /** Played one after the other. */
  readonly sources: readonly AudioSource[];
  /** Start over when the last one ends. Default false. */
  readonly loop?: boolean;
  /** A digit from the leg ends the playback. Default false. */
  readonly stopOnDigit?: boolean;
  /**
   * Whoever plays it will stop it when a key is told, which is at the key's end: it is silent from the moment the key is down, and goes
   * on where no stop follows. A switch that is told of a key only at its end cannot. Default: as stopOnDigit.
   */
  readonly hushOnKey?: boolean;
  /** So much of the sources in a row is left out at their beginning, ms. Default 0. */
  readonly fromMs?: number;
}

export interface CollectRequest {
  readonly maxDigits: number;
  /** Ends collection and is not part of the digits. Default none. */
  readonly terminator?: string;
  readonly firstDigitMs: number;
  readonly interDigitMs: number;
}

export interface Collected {
  readonly digits: string;
  readonly reason: "max" | "terminator" | "first-timeout" | "inter-timeout" | "hangup";
}

export interface RecordingResult {
  readonly path: string;
  /** From begin to end by the clock, whatever was lost. */
  readonly durationMs: number;
  readonly bytes: number;
  /** What was not recorded or could not be written, and is silence in the file; in order. Empty: the recording is complete. */
  readonly missing: readonly MissingSpan[];
  /** Absent: not known, because both sides were never on it together, or somebody before began it. */
  readonly speech?: Speech;
  /** SHA-256 of the samples, hexadecimal. Absent where a write failed: nobody knows what is on the disk. */
  readonly digest?: string;
}

/** A stretch of a recording, ms from its beginning. */
export interface RecordingSpan {
  readonly fromMs: number;
  readonly toMs: number;
}
export type MissingSpan = RecordingSpan;

/** While both sides are on the recording: where nobody speaks for 2 s and longer, and where both do for 200 ms and longer. In order. */
export interface Speech {
  readonly silent: readonly RecordingSpan[];
  readonly both: readonly RecordingSpan[];
}

/** left: the customer's side; right: the agent's side. */
export type RecordingChannel = "left" | "right";

/** Whose voices are on a channel, added up. A channel without legs is silence. */
export type RecordedLegs = Readonly<Partial<Record<RecordingChannel, readonly LegId[]>>>;

/** What a leg hears while nothing is played to it. */
export type Hearing =
  /** These legs, added up. The leg itself alone: an echo. */
  | { readonly kind: "legs"; readonly legs: readonly LegId[] }
  /** Over and over. */
  | { readonly kind: "sources"; readonly sources: readonly AudioSource[] };

/** What every leg of a room hears. A leg that is not named hears silence. */
export type AudioPlan = ReadonlyMap<LegId, Hearing>;
