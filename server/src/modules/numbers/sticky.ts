/** The agent who talked last with a customer. */
import { dayMs, formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { stickyApi } from "@liantai/api/contract/admin";
import { compOf } from "../../http/company.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { Ports } from "../../ports/index.ts";
import { findSeat, lastAgent } from "./repository.ts";

export async function stickAgent(
  { database, clock }: Pick<Ports, "database" | "clock">,
  { compId, phone, days }: BodyOf<typeof stickyApi.stickAgent>,
  { caller }: RequestContext,
): Promise<ReplyOf<typeof stickyApi.stickAgent>> {
  const comp = compOf(caller, compId);
  return database.tenant(comp, async (trx) => {
    const last = await lastAgent(trx, comp, phone, new Date(clock.now() - days * dayMs));
    if (!last) return null;
    const seat = await findSeat(trx, comp, last.agentId);
    return {
      agentId: last.agentId,
      agentName: seat?.name ?? "",
      callId: last.callId,
      at: formatTime(last.at.getTime()),
      enabled: seat?.enabled ?? 0,
    };
  });
}
