/** Between Asterisk's figures for why a channel ended and our words. Pure. */
import type { HangupCause, Release } from "../../../../ports/switch.ts";
import { causeOf } from "../../../embedded/switch/sip/causes.ts";

/** ITU-T Q.850, from which Asterisk makes the final response to a caller: 486, 404, 603, 480, 500, 503. */
const Q850: Readonly<Record<HangupCause, number>> = {
  normal: 16,
  cancelled: 31,
  busy: 17,
  rejected: 21,
  forbidden: 21,
  "no-answer": 19,
  unreachable: 20,
  "not-found": 1,
  lost: 31,
  failed: 38,
  shutdown: 42,
};
export const reasonCode = (cause: HangupCause): number => Q850[cause];

/** How a call ended that was not answered. `status`: the final response, 0 where there was none. */
export function causeOfEnd(status: number, { rang, earlyMedia }: Release): HangupCause {
  return status === 0 ? "unreachable" : causeOf(status, rang === true || earlyMedia !== undefined);
}

/** The node and not the number is the cause: another node may do better. */
export const nodeFailed = (status: number): boolean =>
  status === 0 || status === 408 || (status >= 500 && status < 600);
