/** Tables of the area voices; joined in ../schema.ts. */
import type { At, Text, Word } from "./types.ts";

/** A voice file as the switch plays it: 8,000 Hz mono 16-bit WAV in Blobs. */
export interface VoiceTable {
  compId: string;
  id: string;
  name: string;
  source: Word<"upload" | "record" | "tts">;
  /** What was spoken; '' unless source is tts. */
  text: Text;
  durationMs: number;
  bytes: number;
  /** Another one with every change: a caller who hears the old file hears it to its end. */
  blobKey: string;
  remark: Text;
  createdAt: At;
  createdBy: string;
}

/** A sentence that was spoken. */
export interface PromptTable {
  /** Digest of engine, voice and text, and .wav. */
  name: string;
  bytes: number;
  madeAt: At;
  usedAt: At;
}

export interface VoicesTables {
  prompt: PromptTable;
  voice: VoiceTable;
}
