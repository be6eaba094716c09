/** The call that is made for a callback: an agent's own, by the rules of any call out (docs/protocol.md Q11). */
import type { QueuedContact } from "../../queued-contacts/index.ts";
import type { Decided } from "../call/offer-input.ts";
import { agentParty } from "./agent-party.ts";
import type { AgentSession } from "./agent-session.ts";
import type { StartDeps } from "./call-start.ts";
import { dial, findTarget } from "./dialling.ts";

/** decided: why the queue chose the agent; none: he calls by himself. */
export async function dialBack(
  deps: StartDeps,
  { compId, number, skillGroupId, callId: of }: QueuedContact,
  session: AgentSession,
  callId: string,
  decided?: Decided,
): Promise<void> {
  const { agentId, seat } = session;
  const [target, callData] = await Promise.all([
    findTarget(deps, { compId, extension: seat.extension, agentId, skillGroupId }, number),
    deps.contacts.dataOf(compId, of),
  ]);
  const near = { ...agentParty(session), role: "agent" } as const;
  const begin = { ...target.begin, ...(decided ? { decided } : {}) };
  const callbackOf = { callId: of, skillGroupId };
  dial(deps, compId, near, number, { ...target, begin }, session, {
    ...{ callId, callbackOf },
    ...(callData ? { callData } : {}),
  });
}
