/** SQL of lists of conversations, and who may read them. */
import { sql } from "kysely";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import type { ChatSessionRow } from "../types.ts";

export interface SessionFilters extends PageQuery {
  readonly webId?: string | undefined;
  readonly status?: string | undefined;
  readonly nick?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** Who took part; undefined: all. */
  readonly agentId?: string | undefined;
}

export function listSessions(trx: Trx, compId: string, filters: SessionFilters) {
  const { webId, status, nick, from, to, agentId } = filters;
  let base = trx
    .selectFrom("chat_session as s")
    .innerJoin("chat_visitor as v", (on) => on.onRef("v.compId", "=", "s.compId").onRef("v.id", "=", "s.visitorId"))
    .where("s.compId", "=", compId);
  if (webId) base = base.where("s.siteId", "=", webId);
  if (status) base = base.where("s.status", "=", status as ChatSessionRow["status"]);
  if (nick) base = base.where("v.nick", "ilike", containing(nick));
  if (from) base = base.where("s.startedAt", ">=", from);
  if (to) base = base.where("s.startedAt", "<=", to);
  if (agentId !== undefined) base = base.where(tookPart(agentId));
  return pageOf(base, filters, {
    rows: (query) =>
      query
        .leftJoin("chat_site as w", (on) => on.onRef("w.compId", "=", "s.compId").onRef("w.id", "=", "s.siteId"))
        .leftJoin("skill_group as g", (on) =>
          on.onRef("g.compId", "=", "s.compId").onRef("g.id", "=", "s.skillGroupId"),
        )
        .leftJoin("seat as a", (on) => on.onRef("a.compId", "=", "s.compId").onRef("a.agentId", "=", "s.agentId"))
        .selectAll("s")
        .select(["v.nick", "w.webName", "g.name as groupName", "a.name as agentName"]),
    order: { startTime: "s.startedAt" },
    descending: true,
    filled: ["s.startedAt"],
    tie: "s.id",
  });
}

const tookPart = (agentId: string) =>
  sql<boolean>`(s.agent_id = ${agentId} or exists (
    select from chat_message m
    where m.comp_id = s.comp_id and m.session_id = s.id and m.sender = 'agent' and m.sender_id = ${agentId}
  ))`;

/** Whether this agent took part in it, or (visitorId) in any conversation of that visitor. */
export const hasPart = async (
  trx: Trx,
  compId: string,
  agentId: string,
  of: { readonly sessionId: string } | { readonly visitorId: string },
): Promise<boolean> => {
  const query = trx
    .selectFrom("chat_session as s")
    .select("s.id")
    .where("s.compId", "=", compId)
    .where(tookPart(agentId));
  const found = await (
    "sessionId" in of ? query.where("s.id", "=", of.sessionId) : query.where("s.visitorId", "=", of.visitorId)
  )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
};
