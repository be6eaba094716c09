/** What a session needs of an engine that recognises: one sentence after the other. */
import type { Alternative, SpeechFailed } from "../../../../ports/speech.ts";

export interface Heard {
  /** '': nothing that it knows. */
  readonly text: string;
  readonly id?: string | undefined;
  readonly confidence: number;
  readonly alternatives: readonly Alternative[];
}

export interface Utterance {
  /** Frames of 8,000 Hz, 16 bit. */
  push(frame: Int16Array): void;
  /** Rejects with SpeechFailed. */
  finish(): Promise<Heard>;
  cancel(): void;
}

/** Who speaks, said by something that may take its time: a verdict a frame, in their order. After `broken` there is none any more. */
export type FarDetector = (
  voiced: (voiced: boolean) => void,
  broken: (error: SpeechFailed) => void,
) => { push(frame: Int16Array): void; close(): void };

export interface Recogniser {
  /** Rejects with SpeechFailed where it cannot be reached. */
  ready(): Promise<void>;
  /** Absent, once it is ready: the installation's detector says who speaks. */
  detect?: FarDetector | undefined;
  begin(partial: (text: string) => void): Utterance;
  close(): void;
}

export const nothingHeard: Heard = { text: "", confidence: 0, alternatives: [] };
