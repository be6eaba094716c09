import { BlockList, isIP } from "node:net";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Whether only this machine reaches an address. Names other than localhost may resolve anywhere: they are not loopback. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "").replace(/^::ffff:(?=\d+\.)/i, "");
  const family = isIP(bare);
  return family === 0 ? bare.toLowerCase() === "localhost" : loopback.check(bare, family === 6 ? "ipv6" : "ipv4");
}
