/** What comes to a page over its message socket, taken at the browser's network side, which leaves the page alone. */
import type { Page } from "@liantai/e2e/harness/browser.ts";
import type { AgentPull, LiveAgent } from "@liantai/api/contract/admin";

interface Frame {
  /** Epoch ms. */
  readonly at: number;
  readonly text: string;
}

export interface Pulls {
  readonly frames: readonly Frame[];
  /** As the page was told until then. */
  states(until: number): ReadonlyMap<string, LiveAgent>;
}

const isPull = (value: object): value is AgentPull => "type" in value && value.type === "AGENT_PULL";

/** Call before the page opens its sockets. `path`: of the socket. */
export async function watchPulls(page: Page, path: string): Promise<Pulls> {
  const cdp = await page.createCDPSession();
  await cdp.send("Network.enable");
  const sockets = new Set<string>();
  const frames: Frame[] = [];
  cdp.on("Network.webSocketCreated", ({ requestId, url }) => {
    if (new URL(url).pathname === path) sockets.add(requestId);
  });
  cdp.on("Network.webSocketFrameReceived", ({ requestId, response }) => {
    if (sockets.has(requestId)) frames.push({ at: Date.now(), text: response.payloadData });
  });
  return {
    frames,
    states(until) {
      let known = new Map<string, LiveAgent>();
      for (const { at, text } of frames) {
        const value = JSON.parse(text) as object;
        if (at > until || !isPull(value)) continue;
        if (value.full) known = new Map();
        for (const agent of value.agents) known.set(agent.agentId, agent);
      }
      return known;
    },
  };
}
