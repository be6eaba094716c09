/** SQL that removes old conversations, a few rows at a time. */
import { sql } from "kysely";
import type { Trx } from "../../../ports/database.ts";

/** system: of the whole installation. */
export const enterprises = async (trx: Trx): Promise<readonly string[]> =>
  (await trx.selectFrom("enterprise").select("compId").orderBy("compId").execute()).map(({ compId }) => compId);

/** That ended before then. What goes on, or was left as a message and nobody has read, is none of them. */
export const endedSessions = async (trx: Trx, compId: string, before: Date, most: number): Promise<readonly string[]> =>
  (
    await trx
      .selectFrom("chat_session")
      .select("id")
      .where("compId", "=", compId)
      // By the index; nothing ends before it began.
      .where("startedAt", "<", before)
      .where("status", "=", "closed")
      .where("endedAt", "<", before)
      // The flow of one whose visitor is gone runs on for a moment.
      .where("flowState", "=", "")
      .orderBy("startedAt")
      .orderBy("id")
      .limit(most)
      .execute()
  ).map(({ id }) => id);

/** How many of the rows of one conversation are gone now; fewer than `most`: all of them. */
export async function deleteSaid(
  trx: Trx,
  { compId, id }: { readonly compId: string; readonly id: string },
  most: number,
): Promise<number> {
  const messages = await sql`delete from chat_message where comp_id = ${compId} and session_id = ${id} and seq in (
    select seq from chat_message where comp_id = ${compId} and session_id = ${id} order by seq limit ${most})`.execute(
    trx,
  );
  const steps = await sql`delete from chat_track where comp_id = ${compId} and session_id = ${id} and n in (
    select n from chat_track where comp_id = ${compId} and session_id = ${id} order by n limit ${most})`.execute(trx);
  return Math.max(Number(messages.numAffectedRows ?? 0), Number(steps.numAffectedRows ?? 0));
}

export const deleteSession = (trx: Trx, compId: string, id: string) =>
  trx.deleteFrom("chat_session").where("compId", "=", compId).where("id", "=", id).execute();

/** Who was here last before then, and of whom no conversation is left. Who comes back at the moment stays. */
export async function deleteVisitors(trx: Trx, compId: string, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from chat_visitor v using (
      select o.id from chat_visitor o where o.comp_id = ${compId} and o.last_at < ${before}
        and not exists (select from chat_session s where s.comp_id = o.comp_id and s.visitor_id = o.id)
      limit ${most} for update
    ) old where v.comp_id = ${compId} and v.id = old.id and v.last_at < ${before}`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
