/** The log and its projections in SQL. */
import { sql } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { AgentProjection, StatusRow } from "./agent-status.ts";
import type { CallRecord } from "./call-record.ts";
import { writeSpans } from "./spans.ts";
import type { AgentEntry, ContactEntry, Entry, Sequenced } from "./events.ts";

interface Stream {
  readonly compId: string;
  readonly stream: Entry["stream"];
  readonly id: string;
}

const row = (e: Sequenced, epoch: number) => {
  const { type, ...rest } = e.fact;
  return {
    compId: e.compId,
    stream: e.stream,
    streamId: e.id,
    seq: e.seq,
    at: new Date(e.at),
    type,
    actor: e.actor,
    reason: e.reason ?? null,
    data: JSON.stringify({ kind: e.kind, ...rest }),
    epoch,
  };
};

/** epochs: of each event. */
export async function insertEvents(trx: Trx, events: readonly Sequenced[], epochs: readonly number[]): Promise<void> {
  await trx
    .insertInto("event")
    .values(events.map((e, at) => row(e, epochs[at] ?? 0)))
    .execute();
}

export interface StoredEvent {
  compId: string;
  stream: string;
  streamId: string;
  seq: number;
  at: Date;
  type: string;
  actor: string;
  reason: string | null;
  data: Record<string, unknown>;
}

export function entry(r: StoredEvent): Sequenced {
  const { kind, ...rest } = r.data;
  // A target has a kind, too, and it was written over the entry's.
  const ofTarget = kind !== "call" && kind !== "agent";
  return {
    compId: r.compId,
    stream: r.stream,
    kind: ofTarget ? (r.stream === "agent" ? "agent" : "call") : kind,
    id: r.streamId,
    seq: Number(r.seq),
    at: r.at.getTime(),
    actor: r.actor,
    ...(r.reason === null ? {} : { reason: r.reason }),
    fact: { type: r.type, ...rest, ...(ofTarget ? { kind } : {}) },
  } as Sequenced;
}

export async function readStream(trx: Trx, { compId, stream, id }: Stream): Promise<Sequenced[]> {
  const rows = await trx
    .selectFrom("event")
    .selectAll()
    .where("compId", "=", compId)
    .where("stream", "=", stream)
    .where("streamId", "=", id)
    .orderBy("seq")
    .execute();
  return rows.map((r) => entry(r));
}

/** Streams by key, a page at a time, so that a rebuild need not hold all. */
export async function streamsOf(
  trx: Trx,
  stream: Entry["stream"],
  after: { readonly compId: string; readonly id: string } | undefined,
  limit: number,
): Promise<{ compId: string; id: string }[]> {
  let query = trx
    .selectFrom("event")
    .select(["compId", "streamId"])
    .where("stream", "=", stream)
    .groupBy(["compId", "streamId"])
    .orderBy("compId")
    .orderBy("streamId")
    .limit(limit);
  if (after) query = query.where(sql<boolean>`(comp_id, stream_id) > (${after.compId}, ${after.id})`);
  return (await query.execute()).map((r) => ({ compId: r.compId, id: r.streamId }));
}

export async function readAgentProjection(
  trx: Trx,
  compId: string,
  agentId: string,
): Promise<AgentProjection | undefined> {
  const last = await trx
    .selectFrom("event")
    .select((e) => e.fn.max("seq").as("seq"))
    .where("compId", "=", compId)
    .where("stream", "=", "agent")
    .where("streamId", "=", agentId)
    .executeTakeFirst();
  if (last?.seq == null) return undefined;
  const open = await trx
    .selectFrom("agent_status")
    .selectAll()
    .where("compId", "=", compId)
    .where("agentId", "=", agentId)
    .where("toAt", "is", null)
    .executeTakeFirst();
  if (!open) return { seq: Number(last.seq), touched: [] };
  return {
    seq: Number(last.seq),
    touched: [],
    open: {
      compId,
      agentId,
      seq: Number(open.seq),
      code: open.code,
      customStatusId: open.customStatusId,
      fromAt: open.fromAt.getTime(),
      toAt: null,
      reason: open.reason,
      callId: open.callId,
    },
  };
}

const at = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

export const callRow = (r: CallRecord) => ({
  compId: r.compId,
  callId: r.callId,
  direction: r.direction,
  caller: r.caller,
  callee: r.callee,
  accessNumber: r.accessNumber,
  skillGroupId: r.skillGroupId,
  agentId: r.agentId,
  firstAgentId: r.firstAgentId,
  firstGroupId: r.firstGroupId,
  slMs: r.slMs,
  shortMs: r.shortMs,
  transfers: r.transfers,
  conference: r.conference,
  isDual: r.isDual,
  hungUpBy: r.hungUpBy,
  satisfaction: r.satisfaction,
  displayNumber: r.displayNumber,
  boostMs: r.boostMs,
  callData: r.callData && JSON.stringify(r.callData),
  linkedCallId: r.linkedCallId,
  callStyle: r.callStyle,
  callType: r.callType,
  taskId: r.taskId,
  customerMs: r.customerMs,
  startAt: new Date(r.startAt),
  queuedAt: at(r.queuedAt),
  ringAt: at(r.ringAt),
  answerAt: at(r.answerAt),
  endAt: at(r.endAt),
  waitMs: r.waitMs,
  ringMs: r.ringMs,
  talkMs: r.talkMs,
  holdMs: r.holdMs,
  result: r.result,
  cause: r.cause,
  recordingKey: r.recordingKey,
  recordingMs: r.recordingMs,
  recordingBytes: r.recordingBytes,
  recordingDigest: r.recordingDigest,
  recordingMissing: r.recordingMissing && writeSpans(r.recordingMissing),
  appliedSeq: r.appliedSeq,
});

export async function saveCalls(trx: Trx, records: readonly CallRecord[]): Promise<void> {
  if (records.length === 0) return;
  const values = records.map(callRow);
  await trx
    .insertInto("call_record")
    .values(values)
    .onConflict((c) =>
      c.columns(["compId", "callId"]).doUpdateSet((e) => ({
        direction: e.ref("excluded.direction"),
        caller: e.ref("excluded.caller"),
        callee: e.ref("excluded.callee"),
        accessNumber: e.ref("excluded.accessNumber"),
        skillGroupId: e.ref("excluded.skillGroupId"),
        agentId: e.ref("excluded.agentId"),
        firstAgentId: e.ref("excluded.firstAgentId"),
        firstGroupId: e.ref("excluded.firstGroupId"),
        slMs: e.ref("excluded.slMs"),
        shortMs: e.ref("excluded.shortMs"),
        transfers: e.ref("excluded.transfers"),
        conference: e.ref("excluded.conference"),
        isDual: e.ref("excluded.isDual"),
        hungUpBy: e.ref("excluded.hungUpBy"),
        satisfaction: e.ref("excluded.satisfaction"),
        displayNumber: e.ref("excluded.displayNumber"),
        boostMs: e.ref("excluded.boostMs"),
        callData: e.ref("excluded.callData"),
        linkedCallId: e.ref("excluded.linkedCallId"),
        callStyle: e.ref("excluded.callStyle"),
        callType: e.ref("excluded.callType"),
        taskId: e.ref("excluded.taskId"),
        customerMs: e.ref("excluded.customerMs"),
        startAt: e.ref("excluded.startAt"),
        queuedAt: e.ref("excluded.queuedAt"),
        ringAt: e.ref("excluded.ringAt"),
        answerAt: e.ref("excluded.answerAt"),
        endAt: e.ref("excluded.endAt"),
        waitMs: e.ref("excluded.waitMs"),
        ringMs: e.ref("excluded.ringMs"),
        talkMs: e.ref("excluded.talkMs"),
        holdMs: e.ref("excluded.holdMs"),
        result: e.ref("excluded.result"),
        cause: e.ref("excluded.cause"),
        recordingKey: e.ref("excluded.recordingKey"),
        recordingMs: e.ref("excluded.recordingMs"),
        recordingBytes: e.ref("excluded.recordingBytes"),
        recordingDigest: e.ref("excluded.recordingDigest"),
        recordingMissing: e.ref("excluded.recordingMissing"),
        appliedSeq: e.ref("excluded.appliedSeq"),
      })),
    )
    .execute();
}

export const statusRow = (r: StatusRow) => ({
  compId: r.compId,
  agentId: r.agentId,
  seq: r.seq,
  code: r.code,
  customStatusId: r.customStatusId,
  fromAt: new Date(r.fromAt),
  toAt: at(r.toAt),
  reason: r.reason,
  callId: r.callId,
});

export async function saveStatus(trx: Trx, rows: readonly StatusRow[]): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(statusRow);
  await trx
    .insertInto("agent_status")
    .values(values)
    .onConflict((c) => c.columns(["compId", "agentId", "seq"]).doUpdateSet((e) => ({ toAt: e.ref("excluded.toAt") })))
    .execute();
}

export async function clearProjections(trx: Trx): Promise<void> {
  await clearParts(trx);
  await trx.deleteFrom("call_record").execute();
  await trx.deleteFrom("agent_status").execute();
}

/** What a call has beside its record. Of one call; of all without one. */
export async function clearParts(trx: Trx, call?: { readonly compId: string; readonly callId: string }): Promise<void> {
  const of = (id: "call_id" | "meeting_id") =>
    call ? sql`where comp_id = ${call.compId} and ${sql.ref(id)} = ${call.callId}` : sql``;
  await sql`delete from call_leg ${of("call_id")}`.execute(trx);
  await sql`delete from call_visit ${of("call_id")}`.execute(trx);
  await sql`delete from flow_stay ${of("call_id")}`.execute(trx);
  await sql`delete from robot_talk ${of("call_id")}`.execute(trx);
  await sql`delete from meeting ${of("meeting_id")}`.execute(trx);
}

export const isContact = (e: Sequenced): e is Sequenced<ContactEntry> => e.stream === "contact";
export const isAgent = (e: Sequenced): e is Sequenced<AgentEntry> => e.stream === "agent";
