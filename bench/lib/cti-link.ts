/** The CTI link of the demonstration's agent 1001 without a browser: signed in, busy. */
import { apiSignIn } from "@liantai/e2e/harness/api.ts";
import { openCti } from "@liantai/server/client/cti";
import { ticketOf } from "@liantai/server/client/session";

export interface Link {
  /** Milliseconds from a question to its answer. */
  ask(): Promise<number>;
  close(): void;
}

export async function ctiLink(url: string): Promise<Link> {
  const ticket = await ticketOf(await apiSignIn(url, "1001", 2), "cti");
  const link = await openCti(url);
  await link.command("login", {
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
      await link.command("getAgentState");
      return performance.now() - began;
    },
    close: link.close,
  };
}
