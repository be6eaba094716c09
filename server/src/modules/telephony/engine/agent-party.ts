import type { AskedParty } from "../call/types.ts";
import type { AgentSession } from "./agent-session.ts";

/** An agent as a party of a call that he makes, is asked into or joins. */
export const agentParty = ({
  seat,
  agentId,
}: AgentSession): AskedParty & { readonly agentId: string; readonly wrapUpMs: number } => ({
  number: seat.extension,
  user: seat.user,
  name: seat.name,
  agentId,
  wrapUpMs: seat.groups[0]?.wrapUpMs ?? 0,
  ...(seat.recordsByHand ? { recordsByHand: true } : {}),
});
