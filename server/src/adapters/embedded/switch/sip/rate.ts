/**
 * How much a sender may make us read. A bucket fills by the second up to its size and a message takes from it before it is
 * looked at. Nobody signed in on the socket: it and all such sockets of its address together have little. Pure: time is
 * handed in.
 */
import { networkOf } from "../../../../http/address.ts";
import { Buckets, type Allowance, type Bucket } from "../../../../http/buckets.ts";

export { Bucket } from "../../../../http/buckets.ts";

/** Two REGISTERs sign a device in; a busy telephone with many calls stays far below the last. */
export const allowances = {
  nameless: { size: 20, perSecond: 2 },
  /** An office of a thousand comes back at once behind one address after a restart. */
  address: { size: 2_000, perSecond: 100 },
  signedIn: { size: 300, perSecond: 60 },
} as const satisfies Record<string, Allowance>;

/** Sockets of an address that nobody signed in on, at once: each costs a file descriptor, and they live for a minute. */
export const maxNamelessSockets = 2_000;

/** Of a message: an offer of a browser with many candidates has 8 kB. */
export const maxBytes = (signedIn: boolean): number => (signedIn ? 32 : 8) * 1024;

/** One bucket for all sockets of an address; of IPv6 its network of 64 bits, which is what one customer has. */
export class AddressBuckets extends Buckets {
  constructor() {
    super(allowances.address);
  }

  override of(address: string, now: number): Bucket {
    return super.of(networkOf(address), now);
  }
}
