/** Descriptions on their way between a device and Asterisk. Pure. */
import { holds, meet } from "../../embedded/switch/media/sdp.ts";

/**
 * A device's description as Asterisk gets it. It is not told that the device holds the call, for it would pass the hold on to those
 * who hear it; and the address 0.0.0.0, which browsers write, would be a hold to it.
 */
export function forAsterisk(sdp: string): string {
  const address = /^a=candidate:\S+ 1 udp \d+ (\d+\.\d+\.\d+\.\d+) /im.exec(sdp)?.[1] ?? "127.0.0.1";
  const said = sdp
    .replace(/^a=(?:sendonly|inactive)(?=\r?$)/gm, "a=sendrecv")
    .replace(/^c=IN IP4 0\.0\.0\.0(?=\r?$)/gm, `c=IN IP4 ${address}`);
  // Without a candidate Asterisk has no ICE: with one, where nobody is, it waits for the device's own checks as it should.
  return /^a=candidate:/m.test(said)
    ? said
    : said.replace(/\s*$/, `\r\na=candidate:1 1 UDP 1 ${address} 9 typ host\r\n`);
}

/** The name of its first section. */
export const midOf = (sdp: string): string => /^a=mid:(\S+)/m.exec(sdp)?.[1] ?? "0";

/** RFC 3264 section 6.1. */
export function heldAnswer(answer: string, offer: string): string {
  if (!holds(offer)) return answer;
  return answer.replace(/^a=sendrecv(?=\r?$)/gm, /^a=inactive\s*$/m.test(offer) ? "a=inactive" : "a=recvonly");
}

/** A device's offer in the words of Asterisk, and Asterisk's answer to all of it. */
export async function take(offer: string, ask: (sdp: string) => Promise<string>): Promise<string> {
  const met = meet(offer);
  return met.complete(await ask(forAsterisk(met.sdp)));
}
