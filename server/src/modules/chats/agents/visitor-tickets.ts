/** Tickets of visitors' pages for the chat socket; those of agents are auth's (modules/auth/tickets.ts), and these are kept alike. */
import type { Broker } from "../../../ports/broker.ts";
import type { Random } from "../../../ports/clock.ts";
import { hashToken, ticketMs } from "../../auth/index.ts";
import type { VisitorOf, VisitorTickets } from "../types.ts";

export function visitorTickets(broker: Pick<Broker, "set" | "take">, random: Pick<Random, "token">): VisitorTickets {
  const key = (ticket: string): string => `chat:ticket:${hashToken(ticket)}`;
  return {
    async issue(compId, visitorId, sessionId) {
      const ticket = random.token(32);
      await broker.set(key(ticket), JSON.stringify({ compId, visitorId, sessionId }), ticketMs);
      return ticket;
    },
    async redeem(ticket) {
      const kept = await broker.take(key(ticket));
      return kept === undefined ? undefined : (JSON.parse(kept) as VisitorOf);
    },
  };
}
