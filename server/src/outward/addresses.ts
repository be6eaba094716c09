/** Which addresses of the network are whose. Pure. */
import ipaddr from "ipaddr.js";

/** IPv6 that is given out at all (RFC 4291 section 2.4); the special blocks inside it are refused by their range. */
const globalUnicast = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number];
/** Not routed although ipaddr.js counts them as unicast: ORCHIDv2, drone remote id, documentation, SRv6 identifiers. */
const unrouted = ["2001:20::/28", "2001:30::/28", "3fff::/20", "5f00::/16"].map(
  (text) => ipaddr.parseCIDR(text) as [ipaddr.IPv6, number],
);

/** An address text without a zone; undefined for anything else. */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (text.includes("%") || !ipaddr.isValid(text)) return undefined;
  return ipaddr.parse(text);
}

export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  if (!address || address.range() !== "unicast") return false;
  // IPv4-mapped, NAT64, 6to4 and Teredo have ranges of their own; what is left must be in the one block that is given out.
  return (
    address instanceof ipaddr.IPv4 || (address.match(globalUnicast) && !unrouted.some((block) => address.match(block)))
  );
}

/** Of an inside network or this machine. Link-local ones, where clouds keep their metadata, are not. */
export function isPrivateAddress(text: string): boolean {
  const range = parseAddress(text)?.range();
  return range === "private" || range === "loopback" || range === "uniqueLocal" || range === "carrierGradeNat";
}
