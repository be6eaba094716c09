/** The CTI link of an agent of the demonstration without a browser: signed in, busy. */
import { apiSignIn } from "@liantai/e2e/harness/api.ts";
import { openCti } from "@liantai/server/client/cti";
import { ticketOf } from "@liantai/server/client/session";

export interface Link {
  /** Milliseconds from a question to its answer. */
  ask(): Promise<number>;
  /** Ready and busy in turns; throws when it is refused. */
  change(): Promise<void>;
  close(): void;
}

export async function ctiLink(url: string, agentId = "1001", password?: string): Promise<Link> {
  const ticket = await ticketOf(await apiSignIn(url, agentId, 2, "100001", password), "cti");
  const link = await openCti(url);
  await link.command("login", {
    agentId,
    ticket,
    extension: agentId,
    compId: "100001",
    terminalType: "2",
    instance: "bench",
  });
  let ready = false;
  return {
    async ask() {
      const began = performance.now();
      await link.command("getAgentState");
      return performance.now() - began;
    },
    async change() {
      ready = !ready;
      const { code, msg } = await link.command("setState", { state: ready ? "1" : "2" });
      if (code !== "1") throw new Error(`setState: ${code} ${msg}`);
    },
    close: link.close,
  };
}
