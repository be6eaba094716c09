/**
 * Where an enterprise's interfaces may go: public unicast addresses on the listed ports, and what an operator allowed this
 * enterprise besides. Everything else (private, loopback, link-local with cloud metadata, unique-local, CGNAT, multicast,
 * mapped and translated addresses, …) is refused. Pure; docs/decisions/019-outward-interfaces.md.
 */
import { interfacePorts } from "@liantai/api/contract/admin";
import ipaddr from "ipaddr.js";
import { isPublicAddress, parseAddress } from "../../outward/addresses.ts";

export interface Allowance {
  /** A host name, an address or a network. */
  readonly target: string;
  /** '8080,9000-9100'; '': interfacePorts. */
  readonly ports: string;
}

const plainHost = (host: string): string => host.toLowerCase().replace(/\.$/, "");

function covers(target: string, host: string, address: string): boolean {
  if (plainHost(target) === plainHost(host)) return true;
  const parsed = parseAddress(address);
  if (!parsed) return false;
  const network = ipaddr.isValidCIDR(target)
    ? ipaddr.parseCIDR(target)
    : parseAddress(target)
      ? ([parseAddress(target)!, parseAddress(target)!.kind() === "ipv4" ? 32 : 128] as const)
      : undefined;
  return network !== undefined && network[0].kind() === parsed.kind() && parsed.match(network[0], network[1]);
}

const inPorts = (ports: string, port: number): boolean =>
  ports === ""
    ? interfacePorts.some(([from, to]) => port >= from && port <= to)
    : ports.split(",").some((part) => {
        const [from, to = from] = part.trim().split("-").map(Number);
        return port >= from! && port <= to!;
      });

/** Undefined: may go there. Otherwise why not, as people read it. */
export function refusalOf(
  host: string,
  address: string,
  port: number,
  allowances: readonly Allowance[],
): string | undefined {
  const matching = allowances.filter(({ target }) => covers(target, host, address));
  const open = isPublicAddress(address);
  if ((open && inPorts("", port)) || matching.some(({ ports }) => inPorts(ports, port))) return undefined;
  if (!open && matching.length === 0) return "地址指向内网、本机或保留网段，不允许访问";
  return `端口${port}不在允许的范围内`;
}

/** What an operator may write as a target; networks of more than 2^24 addresses (IPv6: /32) are none. */
export function isTarget(text: string): boolean {
  if (ipaddr.isValidCIDR(text)) {
    const [network, bits] = ipaddr.parseCIDR(text);
    return bits >= (network.kind() === "ipv4" ? 8 : 32);
  }
  return (
    parseAddress(text) !== undefined ||
    /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,62})(?:\.[a-z0-9](?:[a-z0-9-]{0,62}))*$/i.test(text)
  );
}
