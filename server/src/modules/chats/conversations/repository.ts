/** SQL of conversations and of what was said in them. */
import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { ChatMessageTable, ChatSessionTable, ChatTrackTable } from "../../../ports/schema/chats.ts";
import type { ChatSessionRow } from "../types.ts";

export type ChatMessageRow = Selectable<ChatMessageTable>;

// --- conversations

export const findSession = (trx: Trx, compId: string, id: string): Promise<ChatSessionRow | undefined> =>
  trx.selectFrom("chat_session").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst();

export const lockSession = (trx: Trx, compId: string, id: string): Promise<ChatSessionRow | undefined> =>
  trx
    .selectFrom("chat_session")
    .selectAll()
    .where("compId", "=", compId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

/** The one that is open, else the last. What only waits for an agent to read it is over for its visitor. */
export const lastSession = (trx: Trx, compId: string, siteId: string, visitorId: string) =>
  trx
    .selectFrom("chat_session")
    .selectAll()
    .where("compId", "=", compId)
    .where("siteId", "=", siteId)
    .where("visitorId", "=", visitorId)
    .orderBy(sql`status <> 'closed' and left_message = 0`, "desc")
    .orderBy("startedAt", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

/** False: he has one that is open already. */
export async function insertSession(trx: Trx, row: Insertable<ChatSessionTable>): Promise<boolean> {
  const done = await trx
    .insertInto("chat_session")
    .values(row)
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return Number(done.numInsertedOrUpdatedRows ?? 0) > 0;
}

export async function updateSession(
  trx: Trx,
  { compId, id }: Pick<ChatSessionRow, "compId" | "id">,
  changes: Updateable<ChatSessionTable>,
): Promise<void> {
  await trx.updateTable("chat_session").set(changes).where("compId", "=", compId).where("id", "=", id).execute();
}

/** Never back, and never beyond what was said. True: it was moved. */
export async function setRead(
  trx: Trx,
  { compId, id }: Pick<ChatSessionRow, "compId" | "id">,
  column: "agentRead" | "visitorRead",
  seq: number,
): Promise<boolean> {
  const done = await trx
    .updateTable("chat_session")
    .set({ [column]: seq })
    .where("compId", "=", compId)
    .where("id", "=", id)
    .where(column, "<", seq)
    .where("lastSeq", ">=", seq)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Of every enterprise: those that are due, the longest first. */
export const dueSessions = (trx: Trx, now: Date, most: number) =>
  trx
    .selectFrom("chat_session")
    .select(["compId", "id"])
    .where("dueAt", "<=", now)
    .orderBy("dueAt")
    .limit(most)
    .execute();

/** It could not be seen to: others come first. */
export const putOff = (trx: Trx, { compId, id }: Pick<ChatSessionRow, "compId" | "id">, now: Date, until: Date) =>
  trx
    .updateTable("chat_session")
    .set({ dueAt: until })
    .where("compId", "=", compId)
    .where("id", "=", id)
    .where("dueAt", "<=", now)
    .execute();

const forNobody = (alias: string) =>
  sql.raw(`${alias}.status = 'waiting' and case when ${alias}.asked_agent_id <> ''
    then not exists (select from seat s where s.comp_id = ${alias}.comp_id and s.agent_id = ${alias}.asked_agent_id and s.enabled = 1)
    else not exists (select from skill_group g
      where g.comp_id = ${alias}.comp_id and g.id = ${alias}.skill_group_id and g.enabled = 1) end`);

/** Of every enterprise: those that wait for a seat or a group that is not there, or switched off. */
export const waitingForNobody = async (trx: Trx, most: number) =>
  (
    await sql<Pick<ChatSessionRow, "compId" | "id">>`
      select w.comp_id, w.id from chat_session w where ${forNobody("w")} order by w.queued_at limit ${most}
    `.execute(trx)
  ).rows;

export const waitsForNobody = async (trx: Trx, { compId, id }: Pick<ChatSessionRow, "compId" | "id">) =>
  (
    await sql`select from chat_session w where w.comp_id = ${compId} and w.id = ${id} and ${forNobody("w")}`.execute(
      trx,
    )
  ).rows.length > 0;

export const nextDue = async (trx: Trx): Promise<number | undefined> =>
  (
    await trx
      .selectFrom("chat_session")
      .select("dueAt")
      .where("dueAt", "is not", null)
      .orderBy("dueAt")
      .limit(1)
      .executeTakeFirst()
  )?.dueAt?.getTime();

// --- robot lines

/** Whoever takes a line sees who took one before: one at a time in an enterprise. */
export const lockLines = (trx: Trx, compId: string) =>
  sql`select pg_advisory_xact_lock(hashtext(${`chat-line/${compId}`}))`.execute(trx);

export async function linesHeld(trx: Trx, compId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await trx
    .selectFrom("chat_session")
    .select(["robotLineId", (e) => e.fn.countAll<string>().as("held")])
    .where("compId", "=", compId)
    .where("robotLineId", "<>", "")
    .groupBy("robotLineId")
    .execute();
  return new Map(rows.map(({ robotLineId, held }) => [robotLineId, Number(held)]));
}

/** Written at once: whoever takes a line next within this transaction counts it. */
export const lineHeldBy = (trx: Trx, { compId, id, robotLineId }: ChatSessionRow) =>
  updateSession(trx, { compId, id }, { robotLineId });

// --- messages and steps

export async function insertMessages(trx: Trx, rows: readonly Insertable<ChatMessageTable>[]): Promise<void> {
  if (rows.length > 0)
    await trx
      .insertInto("chat_message")
      .values([...rows])
      .execute();
}

export async function insertTrack(trx: Trx, rows: readonly Insertable<ChatTrackTable>[]): Promise<void> {
  if (rows.length > 0)
    await trx
      .insertInto("chat_track")
      .values([...rows])
      .execute();
}

const messagesOf = (trx: Trx, { compId, id }: Pick<ChatSessionRow, "compId" | "id">) =>
  trx.selectFrom("chat_message").selectAll().where("compId", "=", compId).where("sessionId", "=", id);

/** The last ones before `before`, oldest first; one more than `most` where there are more. */
export async function messagesBefore(
  trx: Trx,
  session: Pick<ChatSessionRow, "compId" | "id">,
  before: number | undefined,
  most: number,
): Promise<{ readonly rows: readonly ChatMessageRow[]; readonly more: boolean }> {
  let query = messagesOf(trx, session);
  if (before !== undefined) query = query.where("seq", "<", before);
  const rows = await query
    .orderBy("seq", "desc")
    .limit(most + 1)
    .execute();
  return { rows: rows.slice(0, most).reverse(), more: rows.length > most };
}

export const messageByGuid = (
  trx: Trx,
  session: Pick<ChatSessionRow, "compId" | "id">,
  sender: "visitor" | "agent",
  guid: string,
): Promise<ChatMessageRow | undefined> =>
  messagesOf(trx, session).where("sender", "=", sender).where("guid", "=", guid).executeTakeFirst();

/** Whether its visitor said so many since then. Read from the end: a conversation may have any length. */
export async function saidSince(
  trx: Trx,
  session: Pick<ChatSessionRow, "compId" | "id">,
  since: Date,
  many: number,
): Promise<boolean> {
  const first = await trx
    .selectFrom("chat_message")
    .select("createdAt")
    .where("compId", "=", session.compId)
    .where("sessionId", "=", session.id)
    .where("sender", "=", "visitor")
    .orderBy("seq", "desc")
    .offset(many - 1)
    .limit(1)
    .executeTakeFirst();
  return first !== undefined && first.createdAt > since;
}

/** Steps that stand after messages from `from` on and before `to`. */
export const trackOf = (trx: Trx, { compId, id }: Pick<ChatSessionRow, "compId" | "id">, from: number, to: number) =>
  trx
    .selectFrom("chat_track")
    .selectAll()
    .where("compId", "=", compId)
    .where("sessionId", "=", id)
    .where("seq", ">=", from)
    .where("seq", "<", to)
    .orderBy("n")
    .execute();
