/** 呼转: whether a seat is rung, or its transfer number instead. */
import type { ForwardMode } from "@liantai/api/contract/forward";
import type { SeatForward } from "../../numbers/index.ts";
import { isFree } from "../agent-machine.ts";
import type { NewParty } from "../call/party.ts";
import type { AgentSession } from "./agent-session.ts";

/** What keeps a seat from being rung now. */
export function hindrance(
  session: AgentSession | undefined,
  free: (session: AgentSession) => boolean = ({ agent }) => isFree(agent),
): "busy" | "offline" | undefined {
  if (!session || session.agent.state.kind === "offline" || !session.registered) return "offline";
  return free(session) ? undefined : "busy";
}

/** How a seat is party of a call that is for it: rung and forwarded in vain, or forwarded at once. */
export function forwardsOf(
  agentId: string,
  forward: SeatForward | undefined,
  hindered: Exclude<ForwardMode, "always"> | undefined,
): Pick<NewParty, "forwards" | "forwarding"> {
  if (!forward) return {};
  const { modes } = forward;
  const mode = modes.includes("always") ? "always" : hindered;
  return { forwards: { agentId, modes }, ...(mode && modes.includes(mode) ? { forwarding: { mode } } : {}) };
}
