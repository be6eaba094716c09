/** A leg for a device that is called: Asterisk calls our edge, and what it offers there goes to the device. */
import type { LegId } from "../../../ports/switch.ts";
import type { Ari } from "./ari.ts";
import type { Edge } from "./edge.ts";

export async function offerOf(ari: Ari, edge: Edge, user: string, leg: LegId, channelId: string): Promise<string> {
  const offered = edge.offer(leg);
  const called = {
    endpoint: `PJSIP/${user}`,
    app: ari.application,
    appArgs: `out,${leg}`,
    channelId,
    timeout: -1,
    formats: "ulaw",
  };
  try {
    await ari.ask("POST", "/channels", called, { variables: { "PJSIP_HEADER(add,X-Liantai-Leg)": leg } });
  } catch (error) {
    edge.end(leg);
    await offered.catch(() => undefined);
    throw error;
  }
  return offered;
}
