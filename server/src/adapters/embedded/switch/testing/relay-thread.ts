/** The thread of relay.ts: each packet of a leg goes to the other one of its pair as it comes. */
import { parentPort } from "node:worker_threads";
import { Peer } from "../media/peer.ts";

export type RelayAsk = { readonly kind: "cpu" } | RelayOffer;
export interface RelayOffer {
  readonly kind: "offer";
  readonly n: number;
  readonly sdp: string;
}
export type RelayNews =
  { readonly kind: "cpu"; readonly ms: number } | { readonly kind: "answer"; readonly n: number; readonly sdp: string };

const port = parentPort!;
const post = (news: RelayNews): void => port.postMessage(news);
const peers = new Map<number, Peer>();

async function answer({ n, sdp }: RelayOffer): Promise<void> {
  const peer = new Peer(
    { iceServers: [], hostAddresses: ["127.0.0.1"] },
    {
      connected: () => undefined,
      failed: () => undefined,
      rtp({ payload }) {
        const other = peers.get(n ^ 1);
        other?.send(payload, "audio", 0, false);
        other?.advance();
      },
      rtcp: () => undefined,
    },
  );
  peers.set(n, peer);
  post({ kind: "answer", n, sdp: (await peer.answer(sdp)).sdp });
}

port.on("message", (ask: RelayAsk) => {
  if (ask.kind === "offer") return void answer(ask);
  const { user, system } = process.threadCpuUsage();
  post({ kind: "cpu", ms: (user + system) / 1_000 });
});
