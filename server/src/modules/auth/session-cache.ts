/** What is known of sessions for up to 30 s, and when each showed its last sign of life. */
import type { Caller } from "../../http/routes.ts";
import { createEndedSessions } from "../ended-sessions.ts";
import type { Clock } from "../../ports/clock.ts";

export const cacheMs = 30_000;
const touchMs = 60_000;

export interface SessionCache {
  /** Grows when somebody's rights change. */
  epoch(): number;
  /** The caller of an access token that was looked up a short while ago. */
  find(accessHash: string): Caller | undefined;
  /** Not where the session ended, or rights changed, since the look-up began (its epoch). */
  keep(accessHash: string, caller: Caller, forMs: number, asked: number): void;
  /** The session is over. */
  forget(sessionId: string): void;
  /** Rights changed somewhere: the next request of each of these reads them anew, and so does one that is being looked up. */
  forgetCallers(whose: (caller: Caller) => boolean): void;
  /** Whether its sign of life is due to be written; once a minute. */
  touch(sessionId: string, now: number): boolean;
  /** Removes what is past its time. */
  sweep(now: number): void;
}

export function createSessionCache(clock: Clock): SessionCache {
  const callers = new Map<string, { readonly caller: Caller; readonly until: number }>();
  const ended = createEndedSessions<"ended">(clock);
  const touched = new Map<string, number>();
  let epoch = 0;

  return {
    epoch: () => epoch,
    find(accessHash) {
      const known = callers.get(accessHash);
      if (known && known.until > clock.now()) return known.caller;
      callers.delete(accessHash);
      return undefined;
    },
    keep(accessHash, caller, forMs, asked) {
      if (forMs > 0 && asked === epoch && ended.why(caller.sessionId) === undefined)
        callers.set(accessHash, { caller, until: clock.now() + forMs });
    },
    forget(sessionId) {
      ended.add(sessionId, "ended");
      touched.delete(sessionId);
      for (const [hash, entry] of callers) if (entry.caller.sessionId === sessionId) callers.delete(hash);
    },
    forgetCallers(whose) {
      epoch += 1;
      for (const [hash, { caller }] of callers) if (whose(caller)) callers.delete(hash);
    },
    touch(sessionId, now) {
      if (now - (touched.get(sessionId) ?? 0) < touchMs) return false;
      touched.set(sessionId, now);
      return true;
    },
    sweep(now) {
      for (const [hash, entry] of callers) if (entry.until <= now) callers.delete(hash);
      for (const [id, at] of touched) if (now - at > 10 * touchMs) touched.delete(id);
    },
  };
}
