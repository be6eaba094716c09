/** The CTI link of the demonstration's agent 1001 without a browser: signed in, busy. */
import { once } from "node:events";
import { authApi, ctiPath, encodeCti } from "@liantai/api/contract";
import { apiSignIn } from "@liantai/e2e/harness/api.ts";
import { WebSocket } from "ws";

export interface Link {
  /** Milliseconds from a question to its answer. */
  ask(): Promise<number>;
  close(): void;
}

export async function ctiLink(url: string): Promise<Link> {
  const agent = await apiSignIn(url, "1001", 2);
  const { ticket } = await agent.post<{ ticket: string }>(authApi.ticket.path, { use: "cti" });
  const socket = new WebSocket(`${url.replace("http", "ws")}${ctiPath}`, { origin: url });
  await once(socket, "open");
  const waiting = new Map<string, () => void>();
  socket.on("message", (data: Buffer) => {
    const seq = /^response\|.*\bseq=(\d+)/.exec(data.toString())?.[1];
    if (seq !== undefined) waiting.get(seq)?.();
  });
  let seq = 0;
  const send = async (name: string, fields: Readonly<Record<string, string>>): Promise<void> => {
    const mine = String(++seq);
    const answered = new Promise<void>((resolve) => waiting.set(mine, resolve));
    socket.send(encodeCti({ type: "command", name, fields: { seq: mine, ...fields } }));
    await answered;
    waiting.delete(mine);
  };
  await send("login", {
    agentId: "1001",
    ticket,
    extension: "1001",
    compId: "100001",
    terminalType: "2",
    instance: "bench",
  });
  return {
    async ask() {
      const began = performance.now();
      await send("getAgentState", {});
      return performance.now() - began;
    },
    close: () => socket.terminate(),
  };
}
