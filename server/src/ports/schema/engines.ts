/** Tables of the area engines; joined in ../schema.ts. */
import type { EngineKind, EngineProvider } from "@liantai/api/contract/flow-editor";
import type { Flag, Json, Text, Word } from "./types.ts";

/** A speech engine of the installation. Not a tenant table. */
export interface SpeechEngineTable {
  id: string;
  name: string;
  kind: Word<EngineKind>;
  provider: Word<EngineProvider>;
  /** '': built in. */
  address: Text;
  /** Inside networks and this machine. */
  allowsPrivate: Flag;
  /** Sealed; '': it wants none. */
  keySealed: Text;
  voices: Json<readonly string[]>;
  /** At the same time, in one process; 0: no limit. */
  concurrency: Flag;
  timeoutMs: Flag;
  enabled: Flag;
  remark: Text;
}

/** What an enterprise uses; written by operators. */
export interface SpeechEngineAllotmentTable {
  compId: string;
  kind: Word<EngineKind>;
  /** 0 is used, the next when it fails or is full. */
  rank: number;
  engineId: string;
  /** How it speaks where nothing else says how. */
  voice: Text;
  speed: Flag;
  volume: Flag;
  pitch: Flag;
}

export interface EnginesTables {
  speech_engine: SpeechEngineTable;
  speech_engine_allotment: SpeechEngineAllotmentTable;
}
