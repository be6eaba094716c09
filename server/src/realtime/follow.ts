/** The frames AGENT_SUBSCRIBE and AGENT_UNSUBSCRIBE (docs/protocol.md, M10): the only ones that may be longer than the others. */
import type { FollowedSeats } from "@liantai/api/contract/admin";
import { ownerOf, type Frame } from "./frames.ts";

export interface Follow {
  readonly userId: string;
  readonly compId: string;
  /** None: nobody any more. */
  readonly agents?: FollowedSeats;
}

const isAgentId = (value: unknown): value is string => typeof value === "string" && /^\d{1,10}$/.test(value);

function seatsOf(value: unknown): FollowedSeats | undefined {
  if (value === "*") return "*";
  return Array.isArray(value) && value.every(isAgentId) ? value : undefined;
}

/** The subscription in a frame; undefined: it is none, or makes no sense. */
export function readFollow(frame: Frame): Follow | undefined {
  const owner = frame.type === "agent" ? ownerOf(frame) : undefined;
  const { type, subscribeAgents } = frame.content;
  if (type === "AGENT_UNSUBSCRIBE") return owner;
  const agents = type === "AGENT_SUBSCRIBE" ? seatsOf(subscribeAgents) : undefined;
  return agents && owner && { ...owner, agents };
}
