/** Which machine is at the other end, and which of them are proxies that may say so for another. */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

/** An IPv4 address that came over an IPv6 socket is the IPv4 address. */
const bareOf = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, "");

/**
 * Who counts as one where tries are counted by address: an IPv4 address, or the first 64 bits of an IPv6 address, of which one customer
 * has all (RFC 6177).
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([0-9.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  const rest = tail === undefined || tail === "" ? [] : tail.split(":");
  const all =
    tail === undefined ? groups : [...groups, ...Array<string>(8 - groups.length - rest.length).fill("0"), ...rest];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

export interface AddressSet {
  has(address: string): boolean;
}

/** Addresses and networks (10.0.0.0/8, fd00::/8). Throws RangeError with the entry that is neither. */
export function addressSet(entries: readonly string[]): AddressSet {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", bits, ...more] = entry.split("/");
    const family = isIP(address);
    const type = family === 6 ? "ipv6" : "ipv4";
    const size = bits === undefined ? undefined : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
    if (family === 0 || more.length > 0 || (size !== undefined && !(size <= (family === 6 ? 128 : 32))))
      throw new RangeError(entry);
    if (size === undefined) list.addAddress(address, type);
    else list.addSubnet(address, size, type);
  }
  // Most installations name no proxy, and every request asks several times.
  if (entries.length === 0) return { has: () => false };
  return {
    has(address) {
      const bare = bareOf(address);
      const family = isIP(bare);
      return family !== 0 && list.check(bare, family === 6 ? "ipv6" : "ipv4");
    },
  };
}

const near = addressSet([
  "127.0.0.0/8",
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "169.254.0.0/16",
  "::1",
  "fc00::/7",
  "fe80::/10",
]);

const loopback = addressSet(["127.0.0.0/8", "::1"]);

export const isLoopbackAddress = (address: string): boolean => loopback.has(address);

/** Whether only this machine reaches a host. Names other than localhost may resolve anywhere: they are not loopback. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "");
  return isIP(bare) === 0 ? bare.toLowerCase() === "localhost" : loopback.has(bare);
}

/** This machine or its own network. */
export const isNear = (address: string): boolean => near.has(address);

/** As Fastify's trustProxy does for requests: behind trusted proxies, the first hop from here that is none of them. */
export function peerOf(request: IncomingMessage, proxies: AddressSet): string {
  const direct = request.socket.remoteAddress ?? "";
  if (!proxies.has(direct)) return direct;
  const hops = String(request.headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((hop) => hop.trim())
    .filter(Boolean)
    .reverse();
  return hops.find((hop) => !proxies.has(hop)) ?? hops.at(-1) ?? direct;
}

/** The Host that was asked, as Fastify's request.host: a trusted proxy may name it. */
export function hostOf(request: IncomingMessage, proxies: AddressSet): string | undefined {
  const named = proxies.has(request.socket.remoteAddress ?? "") ? request.headers["x-forwarded-host"] : undefined;
  return (
    String(named ?? "")
      .split(",")[0]
      ?.trim() || request.headers.host
  );
}

/** Of the standard (RFC 7239, RFC 9110 section 7.6.3), of nginx, and of networks that end in a tunnel on this machine. */
const forwarding = [
  "forwarded",
  "via",
  "x-real-ip",
  "cf-connecting-ip",
  "true-client-ip",
  "x-client-ip",
  "x-cluster-client-ip",
  "fastly-client-ip",
];

/** Whether a proxy says that it passes the request on for somebody else. */
export const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some((name) => forwarding.includes(name) || name.startsWith("x-forwarded-"));
