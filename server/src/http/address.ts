/** Which machine is at the other end. */
import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

const near = new BlockList();
near.addSubnet("127.0.0.0", 8);
near.addSubnet("10.0.0.0", 8);
near.addSubnet("172.16.0.0", 12);
near.addSubnet("192.168.0.0", 16);
near.addSubnet("169.254.0.0", 16);
near.addAddress("::1", "ipv6");
near.addSubnet("fc00::", 7, "ipv6");
near.addSubnet("fe80::", 10, "ipv6");

/** This machine or its own network. */
export function isNear(address: string): boolean {
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, "");
  const family = isIP(bare);
  return family !== 0 && near.check(bare, family === 6 ? "ipv6" : "ipv4");
}

/** As Fastify's trustProxy does for requests: behind a proxy on the own network, the first hop from here that is not. */
export function peerOf(request: IncomingMessage, proxied: boolean): string {
  const direct = request.socket.remoteAddress ?? "";
  if (!proxied || !isNear(direct)) return direct;
  const hops = String(request.headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((hop) => hop.trim())
    .filter(Boolean)
    .reverse();
  return hops.find((hop) => !isNear(hop)) ?? hops.at(-1) ?? direct;
}
