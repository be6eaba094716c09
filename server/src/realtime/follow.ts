/** The frames AGENT_SUBSCRIBE and AGENT_UNSUBSCRIBE (docs/protocol.md, M10): the only ones that may be longer than the others. */
import type { FollowedSeats } from "@liantai/api/contract/admin";

export interface Follow {
  readonly userId: string;
  readonly compId: string;
  /** None: nobody any more. */
  readonly agents?: FollowedSeats;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isAgentId = (value: unknown): value is string => typeof value === "string" && /^\d{1,10}$/.test(value);

function seatsOf(value: unknown): FollowedSeats | undefined {
  if (value === "*") return "*";
  return Array.isArray(value) && value.every(isAgentId) ? value : undefined;
}

/** The subscription in a frame; undefined: it is none, or makes no sense. */
export function readFollow(frame: Buffer): Follow | undefined {
  // Most frames are pings and acknowledgements: they are not read twice.
  if (!frame.includes("SUBSCRIBE")) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(frame.toString("utf8"));
  } catch {
    return undefined;
  }
  if (!isRecord(value) || value["type"] !== "agent" || !isRecord(value["content"])) return undefined;
  const { type, userId, compId, subscribeAgents } = value["content"];
  if (typeof userId !== "string" || typeof compId !== "string") return undefined;
  if (type === "AGENT_UNSUBSCRIBE") return { userId, compId };
  const agents = type === "AGENT_SUBSCRIBE" ? seatsOf(subscribeAgents) : undefined;
  return agents && { userId, compId, agents };
}
