/** What a scripted switch knows of a leg and a recording. */
import { writeWav } from "@liantai/api/wav";
import type { Timer } from "../../../ports/clock.ts";
import type { AudioSource, Hearing, LegId, OriginateRequest, RecordedLegs } from "../../../ports/switch.ts";

export interface Leg {
  readonly id: LegId;
  readonly user: string;
  readonly incoming: boolean;
  readonly since: number;
  readonly request?: OriginateRequest;
  answered: boolean;
  room?: string | undefined;
  hearing?: Hearing | undefined;
  play?: { readonly id: string; readonly sounds: string; readonly timer?: Timer };
  ring?: Timer;
}

export interface Recording {
  readonly path: string;
  readonly startedAt: number;
  legs: RecordedLegs;
  paused: boolean;
}

export const sound = (source: AudioSource | undefined): string =>
  source?.kind === "file" ? `file ${source.path}` : (source?.kind ?? "silence");

/** 8,000 Hz, two channels, 16 bit, zeros. */
export const silentWav = (ms: number): Uint8Array => writeWav(new Int16Array(Math.round(ms * 8) * 2), 8_000, 2);
