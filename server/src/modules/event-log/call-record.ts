/** Projection of a call's events into its record: pure, so that a rebuild gives equal rows. */
import { mergeCallData, type CallData, type CallDirection, type EndCause } from "@liantai/api/contract";
import type { HangupSide } from "@liantai/api/contract/admin";
import type { CallFact, ContactEntry, Sequenced } from "./events.ts";
import type { MissingSpan } from "../../ports/switch.ts";
import { resultOf } from "./results.ts";
import { saidAfter, saidOf, type Said } from "./said.ts";
import { shortMsOf } from "./visits.ts";

/** Times are epoch ms, lengths ms. Fields below `since` are bookkeeping and not stored. */
export interface CallRecord {
  readonly compId: string;
  readonly callId: string;
  readonly direction: CallDirection;
  readonly caller: string;
  readonly callee: string;
  readonly accessNumber: string | null;
  readonly skillGroupId: string | null;
  /** Who talked last; while nobody has, who was rung last. */
  readonly agentId: string | null;
  readonly firstAgentId: string | null;
  /** The first whose queue it waited in, and its limits at that moment: of the service level, of a short abandon. */
  readonly firstGroupId: string | null;
  readonly slMs: number | null;
  readonly shortMs: number | null;
  /** Times an agent gave the customer to somebody else, who took him. */
  readonly transfers: number;
  readonly conference: 0 | 1;
  readonly isDual: 0 | 1;
  readonly hungUpBy: HangupSide | null;
  /** The customer's mark. */
  readonly satisfaction: number | null;
  /** What the callee of an outbound call saw. */
  readonly displayNumber: string | null;
  /** What counted as waited besides the wait, at the last. */
  readonly boostMs: number;
  /** What travelled with the call, at the last. */
  readonly callData: CallData | null;
  /** Of a callback the call in which it was asked for, and of that one the callback dialled last. */
  readonly linkedCallId: string | null;
  /** As what it went out from the bar: 1 callType is fixCallType, 0 the seat's terminal type. */
  readonly callStyle: 0 | 1 | null;
  readonly callType: number | null;
  /** The dialling task that it was for. */
  readonly taskId: string | null;
  /** The customer's time with at least one agent, each ms once. */
  readonly customerMs: number;
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
  readonly since: Readonly<Partial<Record<Interval, number>>>;
  /** What the network said of who was called. */
  readonly release: Said | null;
  /** When its recording began. */
  readonly recordedFrom: number | null;
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
  firstAgentId: null,
  firstGroupId: null,
  slMs: null,
  shortMs: null,
  transfers: 0,
  conference: 0,
  isDual: 0,
  hungUpBy: null,
  satisfaction: null,
  displayNumber: null,
  boostMs: 0,
  callData: null,
  linkedCallId: null,
  callStyle: null,
  callType: null,
  taskId: null,
  customerMs: 0,
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
  release: null,
  recordedFrom: null,
  liveRecording: null,
});

type Interval = "wait" | "ring" | "talk" | "hold" | "customer";
const lengths = {
  wait: "waitMs",
  ring: "ringMs",
  talk: "talkMs",
  hold: "holdMs",
  customer: "customerMs",
} as const satisfies Record<Interval, keyof CallRecord>;

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

const talkedTo = (record: CallRecord, at: number, agentId: string | undefined): CallRecord => ({
  ...record,
  agentId: agentId ?? record.agentId,
  firstAgentId: record.firstAgentId ?? agentId ?? record.agentId,
  answerAt: record.answerAt ?? at,
  result: 200,
});

const resultAtEnd = ({ answerAt, release, result }: CallRecord, cause: EndCause, inCall = false): number =>
  resultOf({ cause, answered: answerAt !== null || result === 200, inCall, ...saidOf(release) });

/** Whether an agent is with the customer: his time goes on, or stands. */
export const withAgent = (record: CallRecord, at: number, there: boolean): CallRecord =>
  there ? open(record, at, "customer") : close(record, at, "customer");

/** What stands in the record as the fact says it. */
function stated(record: CallRecord, { fact }: Sequenced<ContactEntry>): CallRecord {
  if (fact.type === "conferenceStarted") return { ...record, conference: 1 };
  if (fact.type === "movedUp") return { ...record, boostMs: record.boostMs + fact.byMs };
  if (fact.type === "dataSet") return { ...record, callData: mergeCallData(record.callData ?? {}, fact.data) };
  if (fact.type === "callbackDialled") return { ...record, linkedCallId: fact.callId };
  if (fact.type === "meetingEntered") return { ...record, linkedCallId: fact.meetingId };
  return fact.type === "surveyAnswered" ? { ...record, satisfaction: fact.score } : record;
}

/** What figures of the enterprise go by, so that nothing is counted twice. */
const firstGroup = (record: CallRecord, fact: Extract<CallFact, { type: "queued" }>): Partial<CallRecord> =>
  record.firstGroupId === null
    ? { firstGroupId: fact.skillGroupId, slMs: fact.slMs ?? null, shortMs: shortMsOf(fact) }
    : {};

const begun = (record: CallRecord, fact: Extract<CallFact, { type: "created" }>): CallRecord => ({
  ...record,
  direction: fact.direction,
  caller: fact.caller,
  callee: fact.callee,
  accessNumber: fact.accessNumber ?? null,
  skillGroupId: fact.skillGroupId ?? null,
  agentId: fact.agentId ?? null,
  isDual: fact.dual ? 1 : 0,
  callData: fact.callData ?? null,
  linkedCallId: fact.callbackOf ?? null,
  callStyle: fact.callStyle ?? null,
  callType: fact.callType ?? null,
  taskId: fact.task?.id ?? null,
});

export function applyCall(before: CallRecord | undefined, event: Sequenced<ContactEntry>): CallRecord {
  const { fact, at } = event;
  const record = { ...(before ?? fresh(event.compId, event.id, at)), appliedSeq: event.seq };
  switch (fact.type) {
    case "created":
      return begun(record, fact);
    case "dialled":
      return record.direction === "outbound" && record.displayNumber === null
        ? { ...record, displayNumber: fact.displayed ?? null }
        : record;
    case "queued":
      return open(
        {
          ...record,
          skillGroupId: fact.skillGroupId,
          ...firstGroup(record, fact),
          queuedAt: record.queuedAt ?? at,
          boostMs: fact.boostMs ?? 0,
        },
        at,
        "wait",
      );
    case "offered":
      return open(
        {
          ...record,
          agentId: record.answerAt === null ? fact.agentId : record.agentId,
          skillGroupId: fact.skillGroupId ?? record.skillGroupId,
          ringAt: record.ringAt ?? at,
          result: record.answerAt === null && record.result !== 200 ? 180 : record.result,
        },
        at,
        "ring",
      );
    case "farRinging":
      return open({ ...record, ringAt: record.ringAt ?? at, result: 180 }, at, "ring");
    case "lineAnnounced":
      return { ...record, release: { ...record.release, announced: fact.result } };
    case "pickedUp":
      return close({ ...record, result: 200 }, at, "ring");
    case "offerEnded":
      return close(record, at, "ring");
    case "answered":
    case "answeredAgain":
      return open(close(talkedTo(record, at, fact.agentId), at, "wait", "ring"), at, "talk");
    case "transferred":
      return close(
        { ...talkedTo(record, at, fact.agentId), transfers: record.transfers + (fact.mode === "takenOver" ? 0 : 1) },
        at,
        "wait",
        "ring",
      );
    case "notReached": {
      const { type: _, to: __, agentId: ___, cause: ____, ...release } = fact;
      return close({ ...record, release: saidAfter(record.release, release) }, at, "ring");
    }
    case "held":
      return open(record, at, "hold");
    case "resumed":
      return close(record, at, "hold");
    // The talk is over for the agent; the customer answers a voice.
    case "surveyStarted":
      return close(record, at, "talk", "hold");
    case "requeued":
      return open(close(record, at, "talk", "hold"), at, "wait");
    // It waits no more, whoever talks with it then.
    case "overflowed":
    case "queueLeft":
    case "callbackRequested":
    case "sentOn":
    case "diverted":
      return close(record, at, "wait");
    case "recordingStarted":
      return { ...record, liveRecording: fact.file, recordedFrom: record.recordedFrom ?? at };
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
        { ...record, endAt: at, cause, result: resultAtEnd(record, cause, fact.inCall) },
        at,
        "wait",
        "ring",
        "talk",
        "hold",
        "customer",
      );
    }
    default:
      return stated(record, event);
  }
}
