/** Which transaction a request belongs to. Pure. */
import type { IncomingRequestMessage } from "sip.js/lib/core/index.js";

const COOKIE = "z9hG4bK";

/**
 * RFC 3261 section 17.2.3: the branch, who sent it, and the method (an ACK and a CANCEL belong to the INVITE's). A branch without the
 * cookie, or with nothing behind it, is of an older client and says nothing: then the call and the number of the request do.
 */
export function transactionOf({ viaBranch, via, method, callId, cseq, fromTag }: IncomingRequestMessage): string {
  const of = method === "ACK" || method === "CANCEL" ? "INVITE" : method;
  const unique = viaBranch?.startsWith(COOKIE) && viaBranch.length > COOKIE.length;
  const own = unique ? viaBranch : `${callId} ${cseq} ${fromTag}`;
  return `${own} ${via.host.toLowerCase()}:${via.port ?? ""} ${of}`;
}
