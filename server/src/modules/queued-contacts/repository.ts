/** SQL of callers who left a queue and keep their place in it. */
import { sql, type Expression, type Insertable, type Selectable, type Updateable } from "kysely";
import { readCallData, type CallData } from "@liantai/api/contract";
import { pageOf, type PageQuery } from "../../adapters/database/page.ts";
import type { Trx } from "../../ports/database.ts";
import type { QueuedContactTable } from "../../ports/schema/groups.ts";

export type QueuedContactRow = Selectable<QueuedContactTable>;

const open = ["waiting", "dialling"] as const;

/** The one that is asked for already, if there is one. */
export const openCallback = (trx: Trx, compId: string, skillGroupId: string, number: string) =>
  trx
    .selectFrom("queued_contact")
    .selectAll()
    .where("compId", "=", compId)
    .where("kind", "=", "callback")
    .where("skillGroupId", "=", skillGroupId)
    .where("number", "=", number)
    .where("state", "in", open)
    .executeTakeFirst();

/** False: the same number waits in the same group. */
export async function keepContact(trx: Trx, row: Insertable<QueuedContactTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("queued_contact")
    .values(row)
    .onConflict((c) => c.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) > 0;
}

export const changeContact = (trx: Trx, compId: string, id: string, changes: Updateable<QueuedContactTable>) =>
  trx.updateTable("queued_contact").set(changes).where("compId", "=", compId).where("id", "=", id).execute();

/** Callbacks of all enterprises. */
export const openContacts = (trx: Trx, compId?: string) =>
  trx
    .selectFrom("queued_contact")
    .selectAll()
    .where("kind", "=", "callback")
    .where("state", "in", open)
    .$if(compId !== undefined, (q) => q.where("compId", "=", compId ?? ""))
    .orderBy("arrivedAt")
    .execute();

/** One of before it was measured is as long as its recording. */
const lengthOf = (own: Expression<number | null>, recording: Expression<number | null>) =>
  sql<number | null>`coalesce(${own}, ${recording})`.as("lengthMs");

/** Messages of all enterprises that nobody sees to and that are offered, left since then. */
export const openMessages = (trx: Trx, since: Date, compId?: string) =>
  trx
    .selectFrom("queued_contact as c")
    .leftJoin("call_record as r", (j) => j.onRef("r.compId", "=", "c.compId").onRef("r.callId", "=", "c.callId"))
    .where("c.kind", "=", "voicemail")
    .where("c.state", "=", "waiting")
    .where("c.agentId", "is", null)
    .where("c.quiet", "=", 0)
    .where("c.askedAt", ">=", since)
    .$if(compId !== undefined, (q) => q.where("c.compId", "=", compId ?? ""))
    .selectAll("c")
    .select((e) => lengthOf(e.ref("c.messageMs"), e.ref("r.recordingMs")))
    .orderBy("c.askedAt")
    .execute();

/** False: somebody sees to it already, or has. */
export async function claimMessage(
  trx: Trx,
  compId: string,
  id: string,
  changes: Updateable<QueuedContactTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("queued_contact")
    .set(changes)
    .where("compId", "=", compId)
    .where("id", "=", id)
    .where("kind", "=", "voicemail")
    .where("state", "=", "waiting")
    .where("agentId", "is", null)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

export const findContact = (trx: Trx, compId: string, id: string) =>
  trx.selectFrom("queued_contact").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst();

export interface ContactFilters extends PageQuery {
  readonly kind: QueuedContactRow["kind"];
  readonly groupIds: readonly string[];
  readonly state?: QueuedContactRow["state"] | undefined;
  readonly number?: string | undefined;
}

/** Newest first. */
export function listContacts(trx: Trx, compId: string, filters: ContactFilters) {
  const { kind, groupIds, state, number } = filters;
  let base = trx
    .selectFrom("queued_contact as c")
    .where("c.compId", "=", compId)
    .where("c.kind", "=", kind)
    .where("c.skillGroupId", "in", groupIds.length > 0 ? groupIds : [""]);
  if (state) base = base.where("c.state", "=", state);
  if (number) base = base.where("c.number", "=", number);
  return pageOf(base, filters, {
    rows: (query) => query.selectAll("c"),
    order: { askedAt: "c.askedAt" },
    descending: true,
    tie: "c.id",
  });
}

/** How many were asked for since then, by skill group. */
export async function countCallbacks(trx: Trx, compId: string, from: Date): Promise<ReadonlyMap<string, number>> {
  const rows = await trx
    .selectFrom("queued_contact")
    .select((e) => ["skillGroupId", e.fn.countAll().as("n")])
    .where("compId", "=", compId)
    .where("kind", "=", "callback")
    .where("askedAt", ">=", from)
    .groupBy("skillGroupId")
    .execute();
  return new Map(rows.map(({ skillGroupId, n }) => [skillGroupId, Number(n)]));
}

const voicemails = (trx: Trx, compId: string) =>
  trx
    .selectFrom("queued_contact as c")
    .leftJoin("call_record as r", (j) => j.onRef("r.compId", "=", "c.compId").onRef("r.callId", "=", "c.callId"))
    .leftJoin("seat as s", (j) => j.onRef("s.compId", "=", "c.compId").onRef("s.agentId", "=", "c.agentId"))
    .leftJoin("skill_group as g", (j) => j.onRef("g.compId", "=", "c.compId").onRef("g.id", "=", "c.skillGroupId"))
    .where("c.compId", "=", compId)
    .where("c.kind", "=", "voicemail")
    .selectAll("c")
    .select((e) => lengthOf(e.ref("c.messageMs"), e.ref("r.recordingMs")))
    .select(["s.name as agentName", "g.name as groupName"]);

export type VoicemailRow = NonNullable<Awaited<ReturnType<typeof findVoicemail>>>;

/** The message of a call. */
export const findVoicemail = (trx: Trx, compId: string, callId: string) =>
  voicemails(trx, compId).where("c.callId", "=", callId).executeTakeFirst();

export const findVoicemailById = (trx: Trx, compId: string, id: string) =>
  voicemails(trx, compId).where("c.id", "=", id).executeTakeFirst();

/** Messages that a seat is to see to, the oldest first, and how many there are. */
export async function listOwnMessages(trx: Trx, compId: string, agentId: string, most: number) {
  const base = trx
    .selectFrom("queued_contact")
    .where("compId", "=", compId)
    .where("kind", "=", "voicemail")
    .where("state", "=", "waiting")
    .where("agentId", "=", agentId);
  const rows = await base
    .select(["id", "callId", "number", "askedAt", "messageMs"])
    .orderBy("askedAt")
    .orderBy("id")
    .limit(most)
    .execute();
  const { total } = await base.select((e) => e.fn.countAll().as("total")).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** Newest first, with seat, group and length. */
export async function listVoicemails(trx: Trx, compId: string, filters: ContactFilters) {
  const { rows, total } = await listContacts(trx, compId, filters);
  const ids = rows.map(({ id }) => id);
  const named = ids.length === 0 ? [] : await voicemails(trx, compId).where("c.id", "in", ids).execute();
  const byId = new Map(named.map((row) => [row.id, row]));
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), total };
}

export async function callDataOf(trx: Trx, compId: string, callId: string): Promise<CallData | undefined> {
  const row = await trx
    .selectFrom("call_record")
    .select("callData")
    .where("compId", "=", compId)
    .where("callId", "=", callId)
    .executeTakeFirst();
  return readCallData(row?.callData ?? "");
}
