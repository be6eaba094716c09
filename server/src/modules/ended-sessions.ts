/**
 * Sessions whose end was heard a moment ago. Whoever admits somebody by something that was looked up before (a ticket, a credential)
 * asks here last: an end that came meanwhile found nothing of that admission to close.
 */
import { minuteMs } from "@liantai/api/contract";
import type { Clock } from "../ports/clock.ts";

/** No look-up takes longer. */
const keepMs = 2 * minuteMs;

export interface EndedSessions<Why> {
  add(sessionId: string, why: Why): void;
  /** Undefined: no end was heard of. */
  why(sessionId: string): Why | undefined;
}

export function createEndedSessions<Why extends string>(clock: Pick<Clock, "now">): EndedSessions<Why> {
  const ended = new Map<string, { readonly why: Why; readonly at: number }>();
  return {
    add(sessionId, why) {
      const now = clock.now();
      for (const [id, { at }] of ended) {
        if (now - at < keepMs) break;
        ended.delete(id);
      }
      if (!ended.has(sessionId)) ended.set(sessionId, { why, at: now });
    },
    why: (sessionId) => ended.get(sessionId)?.why,
  };
}
