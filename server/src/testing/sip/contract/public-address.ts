/** docs/protocol.md P24 over the wire, for every switch that is told 203.0.113.10 as its public address. */
import { everyoneHears } from "../plans.ts";
import { ROOM, TONES, type Stage } from "./stage.ts";

/** A call whose caller gets our answer: its default address and a candidate are the public one. Gives the ports named beside it. */
export async function publicAddress(stage: Stage): Promise<readonly number[]> {
  const bob = await stage.callee("bob");
  const ann = await stage.connect("ann");
  const call = await ann.call("4001");
  const { leg } = await stage.next("incoming");
  await stage.switch.answer(leg);
  await Promise.all([stage.next("answered", leg), call.peer.connected]);
  await stage.switch.arrange(ROOM, everyoneHears(leg, bob.leg));
  await Promise.all([call.peer.ears.tone(TONES.bob), bob.call.peer.ears.tone(TONES.ann)]);
  const answer = call.answer200;
  expect(answer).toMatch(/^c=IN IP4 203\.0\.113\.10\r$/m);
  const ports = [
    ...answer.matchAll(/^a=candidate:\S+ 1 udp \d+ 203\.0\.113\.10 (\d+) typ srflx raddr \S+ rport \1\r$/gm),
  ];
  expect(ports.map(([, port]) => port)).toContain(/^m=audio (\d+) /m.exec(answer)?.[1]);
  return ports.map(([, port]) => Number(port));
}
