/** Somebody who follows seats over the message socket without a page (docs/protocol.md, M10). */
import { once } from "node:events";
import { socketPath } from "@liantai/api/contract";
import type { AgentPull } from "@liantai/api/contract/admin";
import { apiSignIn } from "@liantai/e2e/harness/api.ts";
import { ticketOf } from "@liantai/server/client/session";
import { WebSocket } from "ws";

export interface Following {
  /** Work numbers it was told of. */
  readonly told: ReadonlySet<string>;
  /** performance.now() of the last AGENT_PULL. */
  lastAt(): number;
  unsubscribe(): void;
  close(): void;
}

export async function follow(url: string, account: string, roleType: number): Promise<Following> {
  const session = await apiSignIn(url, account, roleType);
  const { userId, compId } = await session.get<{ userId: string; compId: string }>("/auth/token/getUser");
  const token = await ticketOf(session, "message");
  const socket = new WebSocket(`${url.replace(/^http/, "ws")}${socketPath}?${new URLSearchParams({ token })}`, {
    perMessageDeflate: false,
    origin: url,
  });
  const told = new Set<string>();
  let at = 0;
  socket.on("message", (data) => {
    const message = JSON.parse((data as Buffer).toString()) as { type: string } & Partial<AgentPull>;
    if (message.type !== "AGENT_PULL") return;
    at = performance.now();
    for (const { agentId } of message.agents ?? []) told.add(agentId);
  });
  await once(socket, "open");
  const say = (content: object) =>
    socket.send(JSON.stringify({ type: "agent", content: { ...content, userId, compId } }));
  say({ type: "AGENT_SUBSCRIBE", subscribeAgents: "*" });
  return {
    told,
    lastAt: () => at,
    unsubscribe: () => say({ type: "AGENT_UNSUBSCRIBE" }),
    close: () => socket.terminate(),
  };
}
