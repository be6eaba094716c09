/** What a flow goes on from, as it is stored: sealed, for there is what was typed in secret. */
import type { ChatSessionRow } from "../types.ts";
import type { ConversationsDeps } from "./deps.ts";
import type { ChatFlow } from "./line-types.ts";

type Of = Pick<ChatSessionRow, "compId" | "id">;

const contextOf = ({ compId, id }: Of): string => `chatFlow/${compId}/${id}`;

export const sealedFlow = (
  { sealer }: Pick<ConversationsDeps, "sealer">,
  of: Of,
  flow: ChatFlow | undefined,
): string => (flow === undefined ? "" : sealer.seal(JSON.stringify(flow), contextOf(of)));

/** undefined: it is in none, or what is stored does not open, and nobody can go on from it. */
export function openedFlow(
  { sealer, ports }: Pick<ConversationsDeps, "sealer" | "ports">,
  session: Pick<ChatSessionRow, "compId" | "id" | "flowState">,
): ChatFlow | undefined {
  if (session.flowState === "") return undefined;
  try {
    return JSON.parse(sealer.unseal(session.flowState, contextOf(session))) as ChatFlow;
  } catch (error) {
    ports.logger.error({ error, sessionId: session.id }, "the flow of a conversation does not open");
    return undefined;
  }
}
