/** Single-use tickets that open one socket: tokens never stand in a URL (goals.md, Trust). */
import { createHash } from "node:crypto";
import type { Caller } from "../../http/routes.ts";
import type { Ports } from "../../ports/index.ts";
import type { Sessions } from "./sessions.ts";
import { isRefused } from "./session-callers.ts";
import { hashToken } from "./tokens.ts";

/**
 * localPhone: for the script that may speak to the soft phone on the agent's machine. assist: audio of a telephone elsewhere.
 * audition: audio of who listens to a flow. chat: the chat socket.
 */
export type TicketUse = "message" | "cti" | "assist" | "audition" | "localPhone" | "chat";

export const ticketMs = 30_000;

const md5 = (text: string): string => createHash("md5").update(text).digest("hex");

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
  /** The same by the ticket's lower-case hex MD5, which is what the CTI login calls a password. */
  redeemDigest(digest: string, use: "cti"): Promise<Caller | undefined>;
}

export function createTickets({ broker, random }: Pick<Ports, "broker" | "random">, sessions: Sessions): Tickets {
  const key = (ticket: string) => `auth:ticket:${hashToken(ticket)}`;
  const digestKey = (digest: string) => `auth:ticket.md5:${hashToken(digest)}`;
  async function take(name: string, use: TicketUse): Promise<Caller | undefined> {
    const kept = await broker.take(name);
    if (kept === undefined) return undefined;
    const bound = JSON.parse(kept) as { sessionId: string; use: TicketUse };
    if (bound.use !== use) return undefined;
    const caller = await sessions.byId(bound.sessionId);
    return isRefused(caller) || caller.held !== undefined ? undefined : caller;
  }
  return {
    async issue(caller, use) {
      const ticket = random.token(32);
      await broker.set(key(ticket), JSON.stringify({ sessionId: caller.sessionId, use }), ticketMs);
      // Which one it is, never the ticket itself.
      if (use === "cti") await broker.set(digestKey(md5(ticket)), key(ticket), ticketMs);
      return { ticket, expiresIn: ticketMs / 1000 };
    },
    redeem: (ticket, use) => take(key(ticket), use),
    async redeemDigest(digest, use) {
      const name = /^[0-9a-f]{32}$/.test(digest) ? await broker.take(digestKey(digest)) : undefined;
      return name === undefined ? undefined : take(name, use);
    },
  };
}
