/** Names of the network, asked once: who checked an address connects to that address (DNS rebinding). */
import { lookup as systemLookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}
/** Every address of a name. */
export type Resolve = (host: string) => Promise<readonly ResolvedAddress[]>;
export const resolveBySystem: Resolve = (host) => systemLookup(host, { all: true, verbatim: true });

/** For a connection that may go to this address and to no other. */
export const pinnedTo =
  ({ address, family }: ResolvedAddress): LookupFunction =>
  (_host, { all }, done) =>
    all ? done(null, [{ address, family }]) : done(null, address, family);
