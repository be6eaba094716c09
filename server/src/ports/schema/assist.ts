/** Tables of the area assist; joined in ./seats.ts. */
import type { AssistProcess, AssistSide, AssistWarningKind } from "@liantai/api/contract/assist";
import type { At, Flag, Json, Text, Unset, Word } from "./types.ts";

/** None: nothing was ever set. */
export interface AssistSettingTable {
  compId: string;
  enabled: Flag;
  /** Seconds, characters a minute; 0: is not noticed. */
  silenceS: number;
  speed: number;
  chipin: Flag;
  /** Flow of type 5; '': none. */
  flowId: Text;
}

/** 敏感词. place: in the list. */
export interface AssistWordTable {
  compId: string;
  word: string;
  place: number;
}

/** Shown when its sentence is heard. */
export interface AssistKnowledgeTable {
  compId: string;
  id: string;
  sentence: string;
  content: string;
}

/** A sentence of a talk. */
export interface AssistEntryTable {
  compId: string;
  id: string;
  callId: string;
  agentId: string;
  side: Word<AssistSide>;
  text: string;
  confidence: number;
  startedAt: At;
  endedAt: At;
  muteMs: number;
  chipin: Flag;
  speed: Unset<number>;
  badWords: Json<readonly string[]>;
}

/** entryId: the sentence it is about; '': none. */
export interface AssistWarningTable {
  compId: string;
  id: string;
  callId: string;
  agentId: string;
  entryId: Text;
  kind: Word<AssistWarningKind>;
  at: At;
  text: string;
}

/** Where the agent stood last in the process to follow. */
export interface AssistProcessTable {
  compId: string;
  callId: string;
  agentId: string;
  process: Json<AssistProcess>;
}

export interface AssistTables {
  assist_setting: AssistSettingTable;
  assist_word: AssistWordTable;
  assist_knowledge: AssistKnowledgeTable;
  assist_entry: AssistEntryTable;
  assist_warning: AssistWarningTable;
  assist_process: AssistProcessTable;
}
