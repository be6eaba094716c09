/**
 * What a caller is told of its call beside the audio: SIP answers before the greeting, so the dialogue alone cannot tell a
 * queue from a conversation. A SIP INFO with this content type carries it (docs/protocol.md, P6 to P9).
 */
import { CtiSyntaxError, decodeFields } from "./cti.ts";

export const stageContentType = "application/vnd.liantai.state";

export type CallStage =
  | { readonly stage: "greeting" | "flow" | "ringing" | "survey" | "farewell" }
  /** position: from 1, the next to be served. */
  | { readonly stage: "queued"; readonly position: number }
  /** agent: its number, never a name; of a meeting the room's. */
  | { readonly stage: "talking" | "held" | "voice" | "agentLost" | "meeting"; readonly agent: string };

export function stageFields(stage: CallStage): Record<string, string> {
  if (stage.stage === "queued") return { stage: stage.stage, position: String(stage.position) };
  return "agent" in stage ? { stage: stage.stage, agent: stage.agent } : { stage: stage.stage };
}

/** Undefined: a stage this version does not know, or no such text at all. */
export function readStage(text: string): CallStage | undefined {
  let fields: Record<string, string>;
  try {
    fields = decodeFields(text);
  } catch (error) {
    if (error instanceof CtiSyntaxError) return undefined;
    throw error;
  }
  const { stage, position = "", agent = "" } = fields;
  switch (stage) {
    case "greeting":
    case "flow":
    case "ringing":
    case "survey":
    case "farewell":
      return { stage };
    case "queued":
      return /^[1-9]\d{0,6}$/.test(position) ? { stage, position: Number(position) } : undefined;
    case "talking":
    case "held":
    case "voice":
    case "agentLost":
    case "meeting":
      return { stage, agent };
    default:
      return undefined;
  }
}
