/** SQL of conversations as the pages of agents and visitors read them. */
import { chatPageSize } from "@liantai/api/contract/im";
import { sql, type Selectable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { ChatMessageTable } from "../../../ports/schema/chats.ts";
import type { ChatSessionRow, Saying } from "../types.ts";

export type ChatMessageRow = Selectable<ChatMessageTable>;

/** An agent has no more than its maximum; the table's friends are no list of thousands. */
const friendsMost = 500;

export const findSession = (trx: Trx, compId: string, id: string): Promise<ChatSessionRow | undefined> =>
  trx.selectFrom("chat_session").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst();

/** Only where it is his: a visitor's own, or what this agent has or had last. */
export const ownSession = (trx: Trx, compId: string, id: string, by: Saying["by"]) =>
  trx
    .selectFrom("chat_session")
    .selectAll()
    .where("compId", "=", compId)
    .where("id", "=", id)
    .where((e) => ("agentId" in by ? e("agentId", "=", by.agentId) : e("visitorId", "=", by.visitorId)))
    .executeTakeFirst();

export const sessionsIn = (trx: Trx, compId: string, ids: readonly string[]): Promise<ChatSessionRow[]> =>
  trx.selectFrom("chat_session").selectAll().where("compId", "=", compId).where("id", "in", ids).execute();

/** Who talks with an agent, the newest word first; `sessionId`: this one of them. */
export function friendsOf(trx: Trx, compId: string, agentId: string, sessionId?: string) {
  let base = trx
    .selectFrom("chat_session as s")
    .innerJoin("chat_visitor as v", (j) => j.onRef("v.compId", "=", "s.compId").onRef("v.id", "=", "s.visitorId"))
    .leftJoin("chat_site as w", (j) => j.onRef("w.compId", "=", "s.compId").onRef("w.id", "=", "s.siteId"))
    .leftJoin("skill_group as g", (j) => j.onRef("g.compId", "=", "s.compId").onRef("g.id", "=", "s.skillGroupId"))
    .where("s.compId", "=", compId)
    .where("s.agentId", "=", agentId)
    .where("s.status", "=", "talking");
  if (sessionId !== undefined) base = base.where("s.id", "=", sessionId);
  return base
    .select(["s.id", "s.visitorId", "s.startedAt", "s.lastAt", "s.lastText", "s.skillGroupId", "v.nick"])
    .select(["w.webName", "g.name as skillGroupName"])
    .select(
      sql<number>`(select count(*) from chat_message m where m.comp_id = s.comp_id and m.session_id = s.id
        and m.sender = 'visitor' and m.seq > s.agent_read)::integer`.as("unread"),
    )
    .orderBy("s.lastAt", "desc")
    .orderBy("s.id")
    .limit(friendsMost)
    .execute();
}
export type FriendRow = Awaited<ReturnType<typeof friendsOf>>[number];

/** The last `most` between these numbers, oldest first; more: others of them come before. */
export async function messagesOf(
  trx: Trx,
  { compId, id }: Pick<ChatSessionRow, "compId" | "id">,
  { after = 0, before }: { readonly after?: number | undefined; readonly before?: number | undefined },
  most: number = chatPageSize,
): Promise<{ readonly rows: readonly ChatMessageRow[]; readonly more: boolean }> {
  let query = trx
    .selectFrom("chat_message")
    .selectAll()
    .where("compId", "=", compId)
    .where("sessionId", "=", id)
    .where("seq", ">", after);
  if (before !== undefined) query = query.where("seq", "<", before);
  const rows = await query
    .orderBy("seq", "desc")
    .limit(most + 1)
    .execute();
  return { rows: rows.slice(0, most).toReversed(), more: rows.length > most };
}
