/** Single-use tickets that open one socket: tokens never stand in a URL (goals.md, Trust). */
import type { Caller } from "../../http/routes.ts";
import type { Ports } from "../../ports/index.ts";
import type { Sessions } from "./sessions.ts";
import { isRefused } from "./session-callers.ts";
import { hashToken } from "./tokens.ts";

export type TicketUse = "message" | "cti";

export const ticketMs = 30_000;

export interface Tickets {
  issue(
    caller: Pick<Caller, "sessionId">,
    use: TicketUse,
  ): Promise<{ readonly ticket: string; readonly expiresIn: number }>;
  /**
   * Who opens the socket; undefined for a ticket that is spent, late, of another use, of an ended session or of one
   * that is held up (Caller.held). Spends it.
   */
  redeem(ticket: string, use: TicketUse): Promise<Caller | undefined>;
}

export function createTickets({ broker, random }: Pick<Ports, "broker" | "random">, sessions: Sessions): Tickets {
  const key = (ticket: string) => `auth:ticket:${hashToken(ticket)}`;
  return {
    async issue(caller, use) {
      const ticket = random.token(32);
      await broker.set(key(ticket), JSON.stringify({ sessionId: caller.sessionId, use }), ticketMs);
      return { ticket, expiresIn: ticketMs / 1000 };
    },
    async redeem(ticket, use) {
      const kept = await broker.take(key(ticket));
      if (kept === undefined) return undefined;
      const bound = JSON.parse(kept) as { sessionId: string; use: TicketUse };
      if (bound.use !== use) return undefined;
      const caller = await sessions.byId(bound.sessionId);
      return isRefused(caller) || caller.held !== undefined ? undefined : caller;
    },
  };
}
