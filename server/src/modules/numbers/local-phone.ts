/**
 * The soft phone on the agent's machine (terminal type 4). The page may not open its socket: a worker may, whose script comes with
 * a policy of its own to whoever has a ticket of querySecretKey (decision 048).
 */
import { isLocalPhone } from "@liantai/api/contract";
import { localPhoneScripts } from "@liantai/api/contract/local-phone";
import type { Tickets } from "../auth/index.ts";
import type { Database } from "../../ports/database.ts";
import { settingsOf } from "../seats/index.ts";
import { findSeat } from "./repository.ts";

export interface LocalPhone {
  /** Path of the script, for the session that asks. */
  script(sessionId: string): Promise<string>;
  /** The port that the script may speak to; undefined: not with this ticket, or not any more. Spends it. */
  port(ticket: string): Promise<number | undefined>;
}

export interface LocalPhoneDeps {
  readonly database: Database;
  readonly tickets: Pick<Tickets, "issue" | "redeem">;
}

export const createLocalPhone = ({ database, tickets }: LocalPhoneDeps): LocalPhone => ({
  script: async (sessionId) => `${localPhoneScripts}${(await tickets.issue({ sessionId }, "localPhone")).ticket}.js`,
  async port(ticket) {
    const caller = await tickets.redeem(ticket, "localPhone");
    const { compId, agentId = null } = caller ?? {};
    if (compId === undefined || agentId === null) return undefined;
    return database.tenant(compId, async (trx) => {
      const seat = await findSeat(trx, compId, agentId);
      return seat && isLocalPhone(seat.terminalType) ? (await settingsOf(trx, compId)).localPhonePort : undefined;
    });
  },
});
