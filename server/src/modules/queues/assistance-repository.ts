/** SQL of 举手求助. */
import type { Insertable } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { AssistanceTable } from "../../ports/schema/queues.ts";
import type { Within } from "./repository.ts";

export const insertAssistance = (trx: Trx, row: Insertable<AssistanceTable>) =>
  trx
    .insertInto("assistance")
    .values(row)
    .onConflict((on) => on.columns(["compId", "agentId"]).where("endedAt", "is", null).doNothing())
    .returning("id")
    .executeTakeFirst();

interface AssistanceFilter {
  readonly within?: Within;
  readonly id?: string;
  readonly agentId?: string;
}

/** Open ones, the longest first. */
export function openAssistance(trx: Trx, compId: string, filter: AssistanceFilter) {
  let query = trx
    .selectFrom("assistance as a")
    .leftJoin("seat as s", (j) => j.onRef("s.compId", "=", "a.compId").onRef("s.agentId", "=", "a.agentId"))
    .selectAll("a")
    .select("s.name")
    .where("a.compId", "=", compId)
    .where("a.endedAt", "is", null);
  const { within, id, agentId } = filter;
  if (id !== undefined) query = query.where("a.id", "=", id);
  if (agentId !== undefined) query = query.where("a.agentId", "=", agentId);
  // Nobody answers himself: a monitor's own request is for other monitors.
  if (within)
    query = query
      .where("a.agentId", "<>", within.agentId)
      .where((e) => (within.groupIds.length > 0 ? e("s.groupId", "in", within.groupIds) : e.lit(false)));
  return query.orderBy("a.askedAt").orderBy("a.id").execute();
}
export type AssistanceRow = Awaited<ReturnType<typeof openAssistance>>[number];

export const ownAssistance = (trx: Trx, compId: string, agentId: string, callId: string) =>
  trx
    .selectFrom("assistance")
    .selectAll()
    .where("compId", "=", compId)
    .where("agentId", "=", agentId)
    .where("callId", "=", callId)
    .where("endedAt", "is", null)
    .execute();

/** The first answer counts; a later line replaces the one before. */
export async function answerAssistance(
  trx: Trx,
  compId: string,
  id: string,
  answer: { readonly at: Date; readonly by: string; readonly way: string; readonly line: string },
): Promise<boolean> {
  const open = trx
    .updateTable("assistance")
    .where("compId", "=", compId)
    .where("id", "=", id)
    .where("endedAt", "is", null);
  const first = await open
    .set({ answeredAt: answer.at, answeredBy: answer.by, way: answer.way })
    .where("answeredAt", "is", null)
    .executeTakeFirst();
  if (answer.line !== "") await open.set({ line: answer.line }).execute();
  return first.numUpdatedRows > 0n;
}

/** What was open and is over now. */
export const endAssistance = (trx: Trx, compId: string, agentId: string, at: Date) =>
  trx
    .updateTable("assistance")
    .set({ endedAt: at })
    .where("compId", "=", compId)
    .where("agentId", "=", agentId)
    .where("endedAt", "is", null)
    .returning(["id"])
    .execute();

/** Of all enterprises. */
export const everyOpen = (trx: Trx) =>
  trx.selectFrom("assistance").select(["compId", "agentId", "callId"]).where("endedAt", "is", null).execute();
