/** SQL of visitors. */
import type { Insertable, Selectable, Updateable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { ChatVisitorTable } from "../../../ports/schema/chats.ts";

export type ChatVisitorRow = Selectable<ChatVisitorTable>;

/** system: whose he is is what his secret says. */
export const visitorsByHash = (trx: Trx, secretHash: string) =>
  trx.selectFrom("chat_visitor").selectAll().where("secretHash", "=", secretHash).execute();

export const findVisitor = (trx: Trx, compId: string, id: string): Promise<ChatVisitorRow | undefined> =>
  trx.selectFrom("chat_visitor").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst();

export async function insertVisitor(trx: Trx, row: Insertable<ChatVisitorTable>): Promise<void> {
  await trx.insertInto("chat_visitor").values(row).execute();
}

export async function updateVisitor(
  trx: Trx,
  compId: string,
  id: string,
  changes: Updateable<ChatVisitorTable>,
): Promise<void> {
  await trx.updateTable("chat_visitor").set(changes).where("compId", "=", compId).where("id", "=", id).execute();
}

export const sessionsOfVisitor = async (trx: Trx, compId: string, visitorId: string): Promise<number> =>
  Number(
    (
      await trx
        .selectFrom("chat_session")
        .select((e) => e.fn.countAll<string>().as("count"))
        .where("compId", "=", compId)
        .where("visitorId", "=", visitorId)
        .executeTakeFirstOrThrow()
    ).count,
  );

/** Of a visitor's own conversations: the voice that a message plays. */
export const voiceOfMessage = async (
  trx: Trx,
  compId: string,
  visitorId: string,
  messageId: string,
): Promise<string | undefined> =>
  (
    await trx
      .selectFrom("chat_message as m")
      .innerJoin("chat_session as s", (on) => on.onRef("s.compId", "=", "m.compId").onRef("s.id", "=", "m.sessionId"))
      .select("m.content")
      .where("m.compId", "=", compId)
      .where("m.id", "=", messageId)
      .where("m.msgType", "=", 2)
      .where("s.visitorId", "=", visitorId)
      .executeTakeFirst()
  )?.content;
