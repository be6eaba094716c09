/**
 * Passwords of soft phones (docs/protocol.md P10). Nothing is stored: a password is made of the seat's SIP user, its session and
 * the time, by the installation's key, so that every process knows it, also after a restart, and it is worth nothing without
 * a session that lives.
 */
import { minuteMs } from "@liantai/api/contract";
import type { Sealer } from "../system/index.ts";

/** A password begins with its slice of time and is good to the end of the next. */
export const sliceMs = 5 * minuteMs;

const context = "sip/session";

const passwordOf = (sealer: Sealer, user: string, sessionId: string, slice: number): string =>
  sealer.sign(`${user}\n${sessionId}\n${slice}`, context);

export interface SessionPassword {
  readonly password: string;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/** The newest. */
export function sessionPassword(sealer: Sealer, user: string, sessionId: string, now: number): SessionPassword {
  const slice = Math.floor(now / sliceMs);
  return { password: passwordOf(sealer, user, sessionId, slice), expiresAt: (slice + 2) * sliceMs };
}

/** All that are good now. */
export function sessionPasswords(sealer: Sealer, user: string, sessionId: string, now: number): SessionPassword[] {
  return [now, now - sliceMs].map((at) => sessionPassword(sealer, user, sessionId, at));
}
