import { createContext, useContext } from "react";
import type { AgentActions } from "../agent-client/actions.ts";
import type { AgentClient } from "../agent-client/agent-client.ts";

export interface AgentClientHandle {
  readonly core: AgentClient;
  readonly actions: AgentActions;
  /** Asks for desktop notifications; needs a gesture. */
  askForPopups(): void;
}

export const AgentClientContext = createContext<AgentClientHandle | null>(null);

export function useAgentClient(): AgentClientHandle {
  const pageClient = useContext(AgentClientContext);
  if (!pageClient) throw new Error("the bar is drawn inside an AgentClientContext");
  return pageClient;
}
