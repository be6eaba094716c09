/**
 * The names this server answers to (docs/protocol.md R7). Any other Host is refused before a route is looked for: a page of
 * another site whose name was pointed here (DNS rebinding) gets nothing, and no link is made with a foreign name.
 */
import { networkInterfaces } from "node:os";
import { isLoopback } from "./address.ts";

export interface HostOptions {
  /** HOST. */
  readonly host: string;
  readonly publicUrl: string | undefined;
  /** ALLOWED_HOSTS: lower case, without ports. */
  readonly allowedHosts: readonly string[];
}

/** Lower case, without port, brackets and the root's dot; undefined: no host at all. */
export function hostNameOf(header: string | undefined): string | undefined {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^:[\]\s/@]+))(?::\d{1,5})?$/i.exec(header ?? "");
  return (match?.[1] ?? match?.[2])?.toLowerCase().replace(/\.$/, "");
}

const everywhere = ["0.0.0.0", "::"];
const ownAddresses = (): readonly string[] =>
  Object.values(networkInterfaces())
    .flat()
    .flatMap((each) => (each ? [each.address.toLowerCase()] : []));

/** Listening on every address it answers to those of this machine, too, which may come and go. */
export function hostsOf(
  { host, publicUrl, allowedHosts }: HostOptions,
  own: () => readonly string[] = ownAddresses,
): (header: string | undefined) => boolean {
  const known = new Set([host.toLowerCase(), ...allowedHosts]);
  if (publicUrl !== undefined) known.add(hostNameOf(new URL(publicUrl).host) ?? "");
  return (header) => {
    const name = hostNameOf(header);
    if (name === undefined) return false;
    return known.has(name) || isLoopback(name) || (everywhere.includes(host) && own().includes(name));
  };
}
