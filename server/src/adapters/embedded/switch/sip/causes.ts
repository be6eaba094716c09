/** Between our words for why a leg ended and SIP's numbers for it. Pure. */
import type { HangupCause } from "../../../../ports/switch.ts";

/** The final response that refuses an incoming call. */
export const STATUS_OF: Readonly<Record<HangupCause, number>> = {
  normal: 603,
  cancelled: 480,
  busy: 486,
  rejected: 603,
  forbidden: 403,
  "no-answer": 480,
  unreachable: 480,
  "not-found": 404,
  lost: 480,
  failed: 500,
  shutdown: 503,
};

/** What a final response of the called device means. `rang`: it had answered 180 or 183 before. */
export function causeOf(status: number, rang: boolean): HangupCause {
  switch (status) {
    case 486:
    case 600:
      return "busy";
    case 403:
    case 603:
      return "rejected";
    case 408:
      return "no-answer";
    case 480:
      return rang ? "no-answer" : "unreachable";
    case 404:
    case 484:
    case 604:
      return "not-found";
    case 487:
      return "cancelled";
    case 503: // sip.js makes it up when the socket cannot send
      return "unreachable";
    default:
      return "failed";
  }
}

/** The Q.850 cause that a far side gives in its Reason headers (RFC 3326). */
export function q850Of(reasons: readonly string[]): number | undefined {
  const found = reasons.flatMap(
    (value) => /(?:^|,)\s*Q\.850\s*;[^,]*?\bcause\s*=\s*(\d{1,3})(?!\d)/i.exec(value) ?? [],
  );
  return found[1] === undefined ? undefined : Number(found[1]);
}

/** Value of a Reason header (RFC 3326) for a BYE or CANCEL, so that a device can show why. */
export function reasonHeader(cause: HangupCause): string {
  const q850: Partial<Record<HangupCause, number>> = {
    normal: 16,
    busy: 17,
    "no-answer": 19,
    rejected: 21,
    "not-found": 1,
    unreachable: 20,
  };
  return `Q.850;cause=${q850[cause] ?? 31};text="${cause}"`;
}
