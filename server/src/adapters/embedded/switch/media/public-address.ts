/** A description of ours as the outside reaches it: this machine stands behind NAT, its audio ports forwarded unchanged. Pure. */
import { reachable } from "./sdp.ts";

const HOST = /^a=candidate:\S+ 1 udp \d+ (\d+\.\d+\.\d+\.\d+) (\d+) typ host\b/i;
/** RFC 8445 section 5.1.2.1: type preference 100, component 1. */
const priority = (local: number): number => 100 * 2 ** 24 + local * 2 ** 8 + 255;

/**
 * Each own address is mapped to the public one, as a candidate beside it, and the public one is the default (docs/protocol.md P24).
 * Loopback is mapped where there is nothing else. `address` undefined: as it is.
 */
export function withPublicAddress(sdp: string, address: string | undefined): string {
  const lines = sdp.split("\r\n");
  const own = lines.flatMap((line) => HOST.exec(line)?.[1] ?? []);
  if (address === undefined || own.includes(address)) return sdp;
  const alone = own.every((each) => each.startsWith("127."));
  let mapped = 0;
  const more = lines.flatMap((line) => {
    const [, base, port] = HOST.exec(line) ?? [];
    if (base === undefined || (base.startsWith("127.") && !alone)) return [line];
    mapped++;
    const best = priority(65_536 - mapped);
    return [line, `a=candidate:P${mapped} 1 udp ${best} ${address} ${port} typ srflx raddr ${base} rport ${port}`];
  });
  return reachable(more.join("\r\n"));
}
