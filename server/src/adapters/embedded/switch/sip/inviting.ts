/** The INVITE by which the engine calls a device. */
import { URI, type NameAddrHeader } from "sip.js/lib/grammar/index.js";
import type { OriginateRequest } from "../../../../ports/switch.ts";
import { oneLine, wantedHeaders } from "./headers.ts";
import type { SipLeg } from "./leg.ts";

/** To a registered user. */
export type ToDevice = OriginateRequest & { readonly to: string };

export function invite(
  leg: Pick<SipLeg, "invite">,
  contact: NameAddrHeader,
  request: ToDevice,
  offer: string,
  realm: string,
): void {
  const from = {
    uri: new URI("sip", request.from || "anonymous", realm),
    name: oneLine(request.fromName ?? "").replace(/["\\]/g, ""),
  };
  leg.invite(contact.uri, from, new URI("sip", request.to, realm), wantedHeaders(request), offer);
}
