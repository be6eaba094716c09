/** Projection of a call's events into its record: pure, so that a rebuild gives equal rows. */
import type { CallDirection, EndCause } from "@liantai/api/contract";
import type { ContactEntry, Sequenced } from "./events.ts";
import type { MissingSpan } from "../../ports/switch.ts";
import { resultOf } from "./results.ts";

/** Times are epoch ms, lengths ms. Fields below `since` are bookkeeping and not stored. */
export interface CallRecord {
  readonly compId: string;
  readonly callId: string;
  readonly direction: CallDirection;
  readonly caller: string;
  readonly callee: string;
  readonly accessNumber: string | null;
  readonly skillGroupId: string | null;
  readonly agentId: string | null;
  readonly startAt: number;
  readonly queuedAt: number | null;
  readonly ringAt: number | null;
  readonly answerAt: number | null;
  readonly endAt: number | null;
  /** In the queue, ringing included, until answered or given up; adds up over several turns. */
  readonly waitMs: number;
  readonly ringMs: number;
  /** From answer to end, hold included. */
  readonly talkMs: number;
  readonly holdMs: number;
  readonly result: number;
  readonly cause: EndCause | null;
  readonly recordingKey: string | null;
  readonly recordingMs: number | null;
  readonly recordingBytes: number | null;
  readonly recordingDigest: string | null;
  readonly recordingMissing: readonly MissingSpan[] | null;
  readonly appliedSeq: number;
  /** When each running interval began. */
  readonly since: { readonly wait?: number; readonly ring?: number; readonly talk?: number; readonly hold?: number };
  /** File of a recording that runs or is not stored yet. */
  readonly liveRecording: string | null;
}

const fresh = (compId: string, callId: string, at: number): CallRecord => ({
  compId,
  callId,
  direction: "inbound",
  caller: "",
  callee: "",
  accessNumber: null,
  skillGroupId: null,
  agentId: null,
  startAt: at,
  queuedAt: null,
  ringAt: null,
  answerAt: null,
  endAt: null,
  waitMs: 0,
  ringMs: 0,
  talkMs: 0,
  holdMs: 0,
  result: 100,
  cause: null,
  recordingKey: null,
  recordingMs: null,
  recordingBytes: null,
  recordingDigest: null,
  recordingMissing: null,
  appliedSeq: 0,
  since: {},
  liveRecording: null,
});

type Interval = keyof CallRecord["since"];
const lengths = { wait: "waitMs", ring: "ringMs", talk: "talkMs", hold: "holdMs" } as const satisfies Record<
  Interval,
  keyof CallRecord
>;

/** Ends the intervals named and adds them up. */
function close(record: CallRecord, at: number, ...names: Interval[]): CallRecord {
  let next = record;
  for (const name of names) {
    const began = next.since[name];
    if (began === undefined) continue;
    const { [name]: _, ...rest } = next.since;
    next = { ...next, [lengths[name]]: next[lengths[name]] + Math.max(0, at - began), since: rest };
  }
  return next;
}

const open = (record: CallRecord, at: number, name: Interval): CallRecord =>
  record.since[name] === undefined ? { ...record, since: { ...record.since, [name]: at } } : record;

export function applyCall(before: CallRecord | undefined, event: Sequenced<ContactEntry>): CallRecord {
  const { fact, at } = event;
  const record = { ...(before ?? fresh(event.compId, event.id, at)), appliedSeq: event.seq };
  switch (fact.type) {
    case "created":
      return {
        ...record,
        direction: fact.direction,
        caller: fact.caller,
        callee: fact.callee,
        accessNumber: fact.accessNumber ?? null,
        skillGroupId: fact.skillGroupId ?? null,
        agentId: fact.agentId ?? null,
      };
    case "queued":
      return open({ ...record, skillGroupId: fact.skillGroupId, queuedAt: record.queuedAt ?? at }, at, "wait");
    case "offered":
      return open(
        {
          ...record,
          agentId: fact.agentId,
          skillGroupId: fact.skillGroupId ?? record.skillGroupId,
          ringAt: record.ringAt ?? at,
          result: record.answerAt === null ? 180 : record.result,
        },
        at,
        "ring",
      );
    case "farRinging":
      return open({ ...record, ringAt: record.ringAt ?? at, result: 180 }, at, "ring");
    case "offerEnded":
      return close(record, at, "ring");
    case "answered":
      return open(
        close(
          { ...record, agentId: fact.agentId ?? record.agentId, answerAt: record.answerAt ?? at, result: 200 },
          at,
          "wait",
          "ring",
        ),
        at,
        "talk",
      );
    case "transferred":
      return { ...record, agentId: fact.agentId ?? record.agentId };
    case "held":
      return open(record, at, "hold");
    case "resumed":
      return close(record, at, "hold");
    // The talk is over for the agent; the customer answers a voice.
    case "surveyStarted":
      return close(record, at, "talk", "hold");
    case "requeued":
      return open(close(record, at, "talk", "hold"), at, "wait");
    case "recordingStarted":
      return { ...record, liveRecording: fact.file };
    case "recordingStored":
      return {
        ...record,
        recordingKey: fact.key,
        recordingMs: fact.durationMs,
        recordingBytes: fact.bytes,
        recordingDigest: fact.digest ?? null,
        recordingMissing: fact.missing?.length ? fact.missing : null,
        liveRecording: null,
      };
    case "ended": {
      const cause = event.reason as EndCause;
      return close(
        { ...record, endAt: at, cause, result: resultOf(cause, record.answerAt !== null) },
        at,
        "wait",
        "ring",
        "talk",
        "hold",
      );
    }
    default:
      return record;
  }
}
