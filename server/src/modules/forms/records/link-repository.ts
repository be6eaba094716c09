/** Contacts of a customer by whatever way: links of records to calls (and what comes later), newest first. */
import type { OrderState } from "@liantai/api/contract/work-orders";
import { sql } from "kysely";
import type { Trx } from "../../../ports/database.ts";

export async function linkRecords(
  trx: Trx,
  compId: string,
  recordIds: readonly string[],
  contact: { readonly kind: string; readonly contactId: string; readonly at: Date },
): Promise<void> {
  if (recordIds.length === 0) return;
  await trx
    .insertInto("customer_link")
    .values(recordIds.map((recordId) => ({ compId, recordId, ...contact })))
    .onConflict((on) => on.doNothing())
    .execute();
}

/** The call that a record was written in. */
export const linkOwnCall = (trx: Trx, compId: string, recordId: string, callId: string, at: Date): Promise<void> =>
  linkRecords(trx, compId, [recordId], { kind: "call", contactId: callId, at });

/** When calls began to ring at an agent, of those that did. */
export async function ringTimesOf(
  trx: Trx,
  compId: string,
  callIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  if (callIds.length === 0) return new Map();
  const rows = await trx
    .selectFrom("call_record")
    .select(["callId", "ringAt"])
    .where("compId", "=", compId)
    .where("callId", "in", [...callIds])
    .where("ringAt", "is not", null)
    .execute();
  return new Map(rows.flatMap(({ callId, ringAt }) => (ringAt ? [[callId, ringAt] as const] : [])));
}

const mostPastCalls = 200;
/** Calls with these numbers that were before the record had them. */
export async function linkPastCalls(
  trx: Trx,
  compId: string,
  recordId: string,
  numbers: readonly string[],
  since: Date,
): Promise<void> {
  for (const [column, direction] of [
    ["caller", "inbound"],
    ["callee", "outbound"],
  ] as const)
    if (numbers.length > 0)
      await sql`
        insert into customer_link (comp_id, record_id, kind, contact_id, at)
        select comp_id, ${recordId}::text, 'call', call_id, start_at from call_record
        where comp_id = ${compId} and ${sql.ref(column)} = any(${sql.val([...numbers])}::text[])
          and direction = ${direction} and start_at > ${since}
        order by start_at desc limit ${mostPastCalls}
        on conflict do nothing`.execute(trx);
}

/** Records that a call belongs to: those with the number of its far side, and those that were written in it. */
export async function linkCall(trx: Trx, compId: string, callId: string, numbers: readonly string[]): Promise<void> {
  await sql`
    insert into customer_link (comp_id, record_id, kind, contact_id, at)
    select c.comp_id, r.id, 'call', c.call_id, c.start_at
    from call_record c join form_record r on r.comp_id = c.comp_id and r.deleted_at is null and (
      r.call_id = c.call_id or r.id in (
        select p.record_id from record_phone p
        where p.comp_id = ${compId} and p.number = any(${sql.val([...numbers])}::text[])))
    where c.comp_id = ${compId} and c.call_id = ${callId}
    on conflict do nothing`.execute(trx);
}

/** Calls of all enterprises that no process heard the end of: by their numbers as they stand. */
export async function linkCallsSince(trx: Trx, since: Date): Promise<void> {
  await sql`
    insert into customer_link (comp_id, record_id, kind, contact_id, at)
    select c.comp_id, p.record_id, 'call', c.call_id, c.start_at
    from call_record c join record_phone p on p.comp_id = c.comp_id
      and p.number = case c.direction when 'inbound' then c.caller else c.callee end
    where c.start_at > ${since} and c.end_at is not null and c.direction <> 'internal'
    on conflict do nothing`.execute(trx);
}

/** More are written in no call and share no number. */
const mostLooked = 200;

/** What was written in it, and then what has its number; the newest of each first. */
export async function recordsOfCall(trx: Trx, compId: string, callId: string): Promise<string[]> {
  const linked = trx
    .selectFrom("customer_link as l")
    .innerJoin("form_record as r", (on) => on.onRef("r.compId", "=", "l.compId").onRef("r.id", "=", "l.recordId"))
    .where("l.compId", "=", compId)
    .where("l.kind", "=", "call")
    .where("l.contactId", "=", callId)
    .where("r.deletedAt", "is", null)
    .select("r.id")
    .orderBy("r.createdAt", "desc")
    .orderBy("r.id")
    .limit(mostLooked);
  const written = trx
    .selectFrom("form_record as r")
    .where("r.compId", "=", compId)
    .where("r.callId", "=", callId)
    .where("r.deletedAt", "is", null)
    .select("r.id")
    .orderBy("r.createdAt", "desc")
    .orderBy("r.id")
    .limit(mostLooked);
  const rows = [...(await written.execute()), ...(await linked.execute())];
  return [...new Set(rows.map(({ id }) => id))];
}

interface TimelineQuestion {
  readonly pageNo: number;
  readonly pageSize: number;
  readonly kind?: string | undefined;
  /** Orders alone that are neither ended nor deleted. */
  readonly open: boolean;
}

const ended: readonly OrderState[] = ["done", "deleted"];

/** A page of a record's timeline, calls with what is on record of them. */
export async function timelineOf(
  trx: Trx,
  compId: string,
  recordId: string,
  { pageNo, pageSize, kind, open }: TimelineQuestion,
) {
  const all = trx.selectFrom("customer_link as l").where("l.compId", "=", compId).where("l.recordId", "=", recordId);
  const ofKind = kind ? all.where("l.kind", "=", kind) : all;
  const asked = !open
    ? ofKind
    : ofKind
        .where("l.kind", "=", "order")
        .where((e) =>
          e.exists(
            e
              .selectFrom("work_order as o")
              .select("o.id")
              .whereRef("o.compId", "=", "l.compId")
              .whereRef("o.id", "=", "l.contactId")
              .where("o.state", "not in", ended),
          ),
        );
  // What lies in the recycle bin, or is gone, refers to nobody.
  const links = asked.where((e) =>
    e.or([
      e("l.kind", "<>", "record"),
      e.exists(
        e
          .selectFrom("form_record as r")
          .select("r.id")
          .whereRef("r.compId", "=", "l.compId")
          .whereRef("r.id", "=", "l.contactId")
          .where("r.deletedAt", "is", null),
      ),
    ]),
  );
  const [rows, { total }] = await Promise.all([
    links
      .leftJoin("call_record as c", (on) =>
        on.onRef("c.compId", "=", "l.compId").onRef("c.callId", "=", "l.contactId").on("l.kind", "=", "call"),
      )
      .leftJoin("chat_session as h", (on) =>
        on.onRef("h.compId", "=", "l.compId").onRef("h.id", "=", "l.contactId").on("l.kind", "=", "chat"),
      )
      .leftJoin("chat_site as w", (on) => on.onRef("w.compId", "=", "h.compId").onRef("w.id", "=", "h.siteId"))
      .leftJoin("seat as s", (on) =>
        on.onRef("s.compId", "=", "l.compId").on("s.agentId", "=", (e) => e.fn.coalesce("c.agentId", "h.agentId")),
      )
      .select([
        "l.kind",
        "l.contactId",
        "l.at",
        "c.direction",
        "c.caller",
        "c.callee",
        "c.endAt",
        "c.talkMs",
        "c.result",
      ])
      .select((e) => e.fn.coalesce("c.agentId", "h.agentId").as("agentId"))
      .select(["s.name as agentName", "w.webName", "h.status as chatStatus", "h.answeredAt", "h.endedAt"])
      .orderBy("l.at", "desc")
      .orderBy("l.contactId", "desc")
      .limit(pageSize)
      .offset((pageNo - 1) * pageSize)
      .execute(),
    links.select((e) => e.fn.countAll().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}
export type TimelineRow = Awaited<ReturnType<typeof timelineOf>>["rows"][number];
