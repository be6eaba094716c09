/** What this switch does and says that it does: sip.js' core answers with a list of its own, which promises more. */
import { AllowedMethods } from "sip.js/lib/core/user-agent-core/allowed-methods.js";

const OURS: readonly string[] = ["INVITE", "ACK", "CANCEL", "BYE", "OPTIONS", "REGISTER", "INFO", "UPDATE"];
/** Methods of other RFCs, which we know and do not have: 405. Anything else nobody knows: 501 (RFC 3261 section 21.5.2). */
const OTHERS: readonly string[] = ["MESSAGE", "NOTIFY", "PRACK", "PUBLISH", "REFER", "SUBSCRIBE"];
const known = new Set([...OURS, ...OTHERS]);

export const isKnown = (method: string): boolean => known.has(method);
export const ALLOW = `Allow: ${OURS.join(", ")}`;

/** From now on sip.js refuses what we do not have with 405, in a dialogue too, and its Allow is true. */
export function allowOurs(): void {
  AllowedMethods.splice(0, AllowedMethods.length, ...OURS);
}
