/** Tables of the area voices; joined in ../schema.ts. */
import type { FlowsTables } from "./flows.ts";
import type { SuspendOption } from "@liantai/api/contract/admin";
import type { ColumnType, Generated } from "kysely";
import type { At, Flag, Text, Word } from "./types.ts";

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

/** 挂起转: a voice that an agent may send the customer of his talk to. */
export interface SuspendTargetTable {
  compId: string;
  id: string;
  name: string;
  enabled: Flag;
  /** Spoken, unless there is a voice. */
  text: Text;
  /** Of 语音管理; '' : the text is spoken. */
  voiceId: Text;
  want: Word<"nothing" | "choice" | "digits">;
  options: ColumnType<readonly SuspendOption[], string | undefined, string>;
  leastDigits: Generated<number>;
  mostDigits: Generated<number>;
  secret: Flag;
  seconds: Generated<number>;
  turns: Generated<number>;
  /** Under which the result travels with the call; '' : it does not. */
  dataKey: Text;
  recorded: Flag;
  remark: Text;
}

export interface VoicesTables extends FlowsTables {
  suspend_target: SuspendTargetTable;
  prompt: PromptTable;
  voice: VoiceTable;
}
