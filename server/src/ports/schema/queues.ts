/** Tables of the area queues; joined in ../schema.ts. */
import type { At, AtNull, Text } from "./types.ts";

export interface AssistanceTable {
  compId: string;
  id: string;
  agentId: string;
  callId: string;
  text: string;
  askedAt: At;
  /** When somebody answered first, who and how. */
  answeredAt: AtNull;
  answeredBy: Text;
  way: Text;
  line: Text;
  /** The call is over, or it was taken back. */
  endedAt: AtNull;
}

export interface QueuesTables {
  assistance: AssistanceTable;
}
