/** SQL of what flows of conversations gathered for forms. */
import type { Insertable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { ChatGatheredTable } from "../../../ports/schema/chats.ts";

export async function insertGathered(trx: Trx, row: Insertable<ChatGatheredTable>): Promise<void> {
  await trx.insertInto("chat_gathered").values(row).execute();
}

/** Conversations that are over for their visitors, with what nobody has seen to. */
const unseen = (trx: Trx) =>
  trx
    .selectFrom("chat_gathered as g")
    .innerJoin("chat_session as s", (on) => on.onRef("s.compId", "=", "g.compId").onRef("s.id", "=", "g.sessionId"))
    .where("g.writtenAt", "is", null)
    .where((e) => e.or([e("s.status", "=", "closed"), e("s.leftMessage", "=", 1)]));

/** Of any enterprise, those that said something, or ended, since then. */
export const gatheredChats = (trx: Trx, since: Date): Promise<{ compId: string; sessionId: string }[]> =>
  unseen(trx)
    .select(["g.compId", "g.sessionId"])
    .distinct()
    .where((e) => e(e.fn.coalesce("s.endedAt", "s.lastAt"), ">=", since))
    .execute();

/** In the order of its flows; empty: it goes on, or there is nothing left of it. */
export const gatheredInChat = (trx: Trx, compId: string, sessionId: string) =>
  unseen(trx)
    .select(["g.formId", "g.flowName", "g.robot", "g.values", "g.secret", "s.startedAt"])
    .where("g.compId", "=", compId)
    .where("g.sessionId", "=", sessionId)
    .orderBy("g.n")
    .execute();

/** false: this form was seen to before. Another process that sees to it at the same moment waits here. */
export async function takeGathered(
  trx: Trx,
  { compId, sessionId, formId }: { readonly compId: string; readonly sessionId: string; readonly formId: string },
  done: { readonly writtenAt: Date; readonly formName: string; readonly recordId: string; readonly refusal: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("chat_gathered")
    .set(done)
    .where("compId", "=", compId)
    .where("sessionId", "=", sessionId)
    .where("formId", "=", formId)
    .where("writtenAt", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What became of it, once a form. recordId '': refused, for this reason; formType null: the form, or the record, is gone. */
export const writtenInChat = (trx: Trx, compId: string, sessionId: string) =>
  trx
    .selectFrom("chat_gathered as g")
    .leftJoin("form_record as r", (on) =>
      on.onRef("r.compId", "=", "g.compId").onRef("r.id", "=", "g.recordId").on("r.deletedAt", "is", null),
    )
    .leftJoin("form_definition as f", (on) => on.onRef("f.compId", "=", "r.compId").onRef("f.id", "=", "r.formId"))
    .select(["g.formId", "g.formName", "g.recordId", "g.refusal", "g.writtenAt", "f.formType", "r.orderId"])
    .distinct()
    .where("g.compId", "=", compId)
    .where("g.sessionId", "=", sessionId)
    .where("g.writtenAt", "is not", null)
    .orderBy("g.writtenAt")
    .orderBy("g.formId")
    .execute();
