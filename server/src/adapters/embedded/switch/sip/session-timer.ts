/** Session timers (RFC 4028): the device refreshes, we notice when it does not. Pure. */
import type { IncomingRequestMessage } from "sip.js/lib/core/index.js";

/** RFC 4028 section 5: no element may ask for less. */
const MIN_S = 90;

export type SessionTimer =
  /** Nobody refreshes. */
  | { readonly kind: "off" }
  /** 422: the device has to ask for more. */
  | { readonly kind: "short"; readonly extraHeaders: readonly string[] }
  | { readonly kind: "on"; readonly afterMs: number; readonly extraHeaders: readonly string[] };

const listed = (message: IncomingRequestMessage, ...names: readonly string[]): string[] =>
  names.flatMap((name) => message.getHeaders(name)).flatMap((value) => value.split(",").map((each) => each.trim()));

/**
 * What an INVITE or UPDATE asks for. A device that wants us to refresh gets no timer, which section 9 allows: without
 * Session-Expires in the 2xx the session does not expire.
 */
export function sessionTimerOf(message: IncomingRequestMessage): SessionTimer {
  const value = message.getHeader("session-expires") ?? message.getHeader("x");
  const [, digits, rest = ""] = /^\s*(\d{1,9})\s*(;.*)?$/.exec(value ?? "") ?? [];
  if (digits === undefined || !listed(message, "supported", "k").includes("timer")) return { kind: "off" };
  const seconds = Number(digits);
  if (seconds < MIN_S) return { kind: "short", extraHeaders: [`Min-SE: ${MIN_S}`] };
  if (/;\s*refresher\s*=\s*uas\b/i.test(rest)) return { kind: "off" };
  return {
    kind: "on",
    // Section 10: who does not refresh gives up a third before the end, 32 s at most.
    afterMs: (seconds - Math.min(32, seconds / 3)) * 1_000,
    extraHeaders: [`Session-Expires: ${seconds};refresher=uac`, "Require: timer"],
  };
}
