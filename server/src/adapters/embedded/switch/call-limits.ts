/** How many calls a device may begin. Pure. */
import { isNear, networkOf } from "../../../http/address.ts";
import type { SipCredential } from "../../../ports/switch.ts";
import type { Leg } from "./legs.ts";
import type { SipSocket } from "./sip/socket.ts";

/** Of one socket at once; more is a loop or an attack. */
const mostOfSocket = 32;
/** Of one that has a single call: beside it there may be the next, while it is not known yet that the one before is lost. */
const mostOfSingle = 2;
/** Of all such devices of a network: nobody knows them. An address nearby may be all of them, behind a proxy that does not say so. */
export const mostOfNetwork = 20;

type Device = Pick<SipSocket, "remoteAddress" | "single">;
type Began = Pick<Leg, "user" | "direction"> & { readonly sip: { readonly socket: Device | undefined } };

/** The status that refuses one more; undefined: none does. */
export function tooManyCalls(
  legs: Iterable<Began>,
  { user, single }: Pick<SipCredential, "user" | "single">,
  socket: Device,
): 486 | 503 | undefined {
  const all = [...legs];
  if (!single) return all.filter(({ sip }) => sip.socket === socket).length >= mostOfSocket ? 486 : undefined;
  const begun = all.filter(({ direction, sip }) => direction === "in" && sip.socket?.single);
  if (begun.filter((leg) => leg.user === user).length >= mostOfSingle) return 486;
  const network = networkOf(socket.remoteAddress);
  const near = isNear(socket.remoteAddress);
  const ofNetwork = begun.filter(({ sip }) => networkOf(sip.socket!.remoteAddress) === network);
  return !near && ofNetwork.length >= mostOfNetwork ? 503 : undefined;
}
