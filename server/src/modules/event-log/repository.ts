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

const row = (e: Sequenced) => {
  const { type, ...rest } = e.fact;
  return {
    comp_id: e.compId,
    stream: e.stream,
    stream_id: e.id,
    seq: e.seq,
    at: new Date(e.at),
    type,
    actor: e.actor,
    reason: e.reason ?? null,
    data: JSON.stringify({ kind: e.kind, ...rest }),
  };
};

export async function insertEvents(trx: Trx, events: readonly Sequenced[]): Promise<void> {
  await trx.insertInto("event").values(events.map(row)).execute();
}

export interface StoredEvent {
  comp_id: string;
  stream: string;
  stream_id: string;
  seq: number;
  at: Date;
  type: string;
  actor: string;
  reason: string | null;
  data: Record<string, unknown>;
}

export function entry(r: StoredEvent): Sequenced {
  const { kind, ...rest } = r.data;
  return {
    compId: r.comp_id,
    stream: r.stream,
    kind,
    id: r.stream_id,
    seq: Number(r.seq),
    at: r.at.getTime(),
    actor: r.actor,
    ...(r.reason === null ? {} : { reason: r.reason }),
    fact: { type: r.type, ...rest },
  } as Sequenced;
}

export async function readStream(trx: Trx, { compId, stream, id }: Stream): Promise<Sequenced[]> {
  const rows = await trx
    .selectFrom("event")
    .selectAll()
    .where("comp_id", "=", compId)
    .where("stream", "=", stream)
    .where("stream_id", "=", id)
    .orderBy("seq")
    .execute();
  return rows.map((r) => entry(r as StoredEvent));
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
    .select(["comp_id", "stream_id"])
    .where("stream", "=", stream)
    .groupBy(["comp_id", "stream_id"])
    .orderBy("comp_id")
    .orderBy("stream_id")
    .limit(limit);
  if (after) query = query.where(sql<boolean>`(comp_id, stream_id) > (${after.compId}, ${after.id})`);
  return (await query.execute()).map((r) => ({ compId: r.comp_id, id: r.stream_id }));
}

export async function readAgentProjection(
  trx: Trx,
  compId: string,
  agentId: string,
): Promise<AgentProjection | undefined> {
  const last = await trx
    .selectFrom("event")
    .select((e) => e.fn.max("seq").as("seq"))
    .where("comp_id", "=", compId)
    .where("stream", "=", "agent")
    .where("stream_id", "=", agentId)
    .executeTakeFirst();
  if (last?.seq == null) return undefined;
  const open = await trx
    .selectFrom("agent_status")
    .selectAll()
    .where("comp_id", "=", compId)
    .where("agent_id", "=", agentId)
    .where("to_at", "is", null)
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
      customStatusId: open.custom_status_id,
      fromAt: open.from_at.getTime(),
      toAt: null,
      reason: open.reason,
      callId: open.call_id,
    },
  };
}

const at = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

export const callRow = (r: CallRecord) => ({
  comp_id: r.compId,
  call_id: r.callId,
  direction: r.direction,
  caller: r.caller,
  callee: r.callee,
  access_number: r.accessNumber,
  skill_group_id: r.skillGroupId,
  agent_id: r.agentId,
  start_at: new Date(r.startAt),
  queued_at: at(r.queuedAt),
  ring_at: at(r.ringAt),
  answer_at: at(r.answerAt),
  end_at: at(r.endAt),
  wait_ms: r.waitMs,
  ring_ms: r.ringMs,
  talk_ms: r.talkMs,
  hold_ms: r.holdMs,
  result: r.result,
  cause: r.cause,
  recording_key: r.recordingKey,
  recording_ms: r.recordingMs,
  recording_bytes: r.recordingBytes,
  recording_digest: r.recordingDigest,
  recording_missing: r.recordingMissing && writeSpans(r.recordingMissing),
  applied_seq: r.appliedSeq,
});

export async function saveCalls(trx: Trx, records: readonly CallRecord[]): Promise<void> {
  if (records.length === 0) return;
  const values = records.map(callRow);
  await trx
    .insertInto("call_record")
    .values(values)
    .onConflict((c) =>
      c.columns(["comp_id", "call_id"]).doUpdateSet((e) => ({
        direction: e.ref("excluded.direction"),
        caller: e.ref("excluded.caller"),
        callee: e.ref("excluded.callee"),
        access_number: e.ref("excluded.access_number"),
        skill_group_id: e.ref("excluded.skill_group_id"),
        agent_id: e.ref("excluded.agent_id"),
        start_at: e.ref("excluded.start_at"),
        queued_at: e.ref("excluded.queued_at"),
        ring_at: e.ref("excluded.ring_at"),
        answer_at: e.ref("excluded.answer_at"),
        end_at: e.ref("excluded.end_at"),
        wait_ms: e.ref("excluded.wait_ms"),
        ring_ms: e.ref("excluded.ring_ms"),
        talk_ms: e.ref("excluded.talk_ms"),
        hold_ms: e.ref("excluded.hold_ms"),
        result: e.ref("excluded.result"),
        cause: e.ref("excluded.cause"),
        recording_key: e.ref("excluded.recording_key"),
        recording_ms: e.ref("excluded.recording_ms"),
        recording_bytes: e.ref("excluded.recording_bytes"),
        recording_digest: e.ref("excluded.recording_digest"),
        recording_missing: e.ref("excluded.recording_missing"),
        applied_seq: e.ref("excluded.applied_seq"),
      })),
    )
    .execute();
}

export const statusRow = (r: StatusRow) => ({
  comp_id: r.compId,
  agent_id: r.agentId,
  seq: r.seq,
  code: r.code,
  custom_status_id: r.customStatusId,
  from_at: new Date(r.fromAt),
  to_at: at(r.toAt),
  reason: r.reason,
  call_id: r.callId,
});

export async function saveStatus(trx: Trx, rows: readonly StatusRow[]): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(statusRow);
  await trx
    .insertInto("agent_status")
    .values(values)
    .onConflict((c) =>
      c.columns(["comp_id", "agent_id", "seq"]).doUpdateSet((e) => ({ to_at: e.ref("excluded.to_at") })),
    )
    .execute();
}

export async function clearProjections(trx: Trx): Promise<void> {
  await trx.deleteFrom("call_record").execute();
  await trx.deleteFrom("agent_status").execute();
}

/** Calls without an end: left by a process that died. */
export async function openCalls(trx: Trx): Promise<{ compId: string; callId: string }[]> {
  const rows = await trx.selectFrom("call_record").select(["comp_id", "call_id"]).where("end_at", "is", null).execute();
  return rows.map((r) => ({ compId: r.comp_id, callId: r.call_id }));
}

/** Agents whose open interval is not offline. */
export async function openAgents(trx: Trx): Promise<{ compId: string; agentId: string }[]> {
  const rows = await trx
    .selectFrom("agent_status")
    .select(["comp_id", "agent_id"])
    .where("to_at", "is", null)
    .where("code", "<>", 0)
    .execute();
  return rows.map((r) => ({ compId: r.comp_id, agentId: r.agent_id }));
}

export const isContact = (e: Sequenced): e is Sequenced<ContactEntry> => e.stream === "contact";
export const isAgent = (e: Sequenced): e is Sequenced<AgentEntry> => e.stream === "agent";

/** When an ended call without a stored recording began; undefined: there is no such call. */
export async function awaitingRecording(trx: Trx, compId: string, callId: string): Promise<Date | undefined> {
  const row = await trx
    .selectFrom("call_record")
    .select("start_at")
    .where("comp_id", "=", compId)
    .where("call_id", "=", callId)
    .where("end_at", "is not", null)
    .where("recording_key", "is", null)
    .executeTakeFirst();
  return row?.start_at;
}
