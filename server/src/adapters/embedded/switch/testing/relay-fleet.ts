/**
 * The telephones of relay.ts in a process of their own, without SIP: as many as the argument says. Tells its parent "up" and, asked, how
 * many frames it heard.
 */
import { AudioPeer } from "../../../../testing/sip/audio-peer.ts";
import type { RelayNews } from "./relay-thread.ts";

export type FleetNews = "up" | { readonly heard: number };
type Told = Extract<RelayNews, { kind: "answer" }> | "count";

const atOnce = 4;
const count = Number(process.argv[2]);
const send = (message: object | "up"): void => void process.send!(message);
const peers: AudioPeer[] = [];

process.on("message", (told: Told) => {
  if (told === "count") send({ heard: peers.reduce((sum, { ears }) => sum + ears.heard, 0) / 160 });
  else void peers[told.n]!.accept(told.sdp);
});
process.on("disconnect", () => process.exit(0));

while (peers.length < count) {
  const some = Array.from({ length: Math.min(atOnce, count - peers.length) }, () => new AudioPeer(440));
  const first = peers.push(...some) - some.length;
  await Promise.all(
    some.map(async (peer, i) => {
      send({ kind: "offer", n: first + i, sdp: await peer.offer() });
      await peer.connected;
    }),
  );
}
send("up");
