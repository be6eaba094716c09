/** 呼转 of a seat that is signed in: it counts at once, in a call too. */
import type { SeatForward } from "../../numbers/index.ts";
import { forwardFields, type AgentSession } from "./agent-session.ts";
import type { AgentSessions } from "./agent-sessions.ts";

const same = (a: SeatForward | undefined, b: SeatForward | undefined): boolean =>
  a?.to === b?.to && a?.modes.join() === b?.modes.join();

export function takeForward(sessions: AgentSessions, session: AgentSession, forward: SeatForward | undefined): void {
  if (same(session.seat.forward, forward)) return;
  const { forward: _, ...seat } = session.seat;
  session.seat = { ...seat, ...(forward ? { forward } : {}) };
  sessions.notify(session, "transferNumber", forwardFields(session));
  sessions.refresh(session);
}
