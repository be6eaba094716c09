/** Tables of the area voices; joined in ../schema.ts. */
import type { At, Text } from "./types.ts";

/** A voice file as the switch plays it: 8,000 Hz mono 16-bit WAV in Blobs. */
export interface VoiceTable {
  comp_id: string;
  id: string;
  name: string;
  /** upload | record | tts */
  source: string;
  /** What was spoken; '' unless source is tts. */
  text: Text;
  duration_ms: number;
  bytes: number;
  /** Another one with every change: a caller who hears the old file hears it to its end. */
  blob_key: string;
  remark: Text;
  created_at: At;
  created_by: string;
}

export interface VoicesTables {
  voice: VoiceTable;
}
