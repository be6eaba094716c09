/** SQL of conversations as the pages of agents and visitors read them. */
import { chatPageSize } from "@liantai/api/contract/im";
import type { Selectable } from "kysely";
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

/** What an agent has; `sessionId`: this one of it. */
export async function talkingWith(trx: Trx, compId: string, agentId: string, sessionId?: string): Promise<string[]> {
  let base = trx
    .selectFrom("chat_session")
    .select("id")
    .where("compId", "=", compId)
    .where("agentId", "=", agentId)
    .where("status", "=", "talking");
  if (sessionId !== undefined) base = base.where("id", "=", sessionId);
  return (await base.orderBy("lastAt", "desc").limit(friendsMost).execute()).map(({ id }) => id);
}

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
