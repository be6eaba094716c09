/** The event log of a call as call-trace records (realtime.md, section 3). Pure. */
import { trackActionTypes, type cdrApi, type ReplyOf, type TrackInfo, formatTime } from "@liantai/api/contract";
import { flowActions } from "@liantai/api/flows";
import { applyCall, type CallFact, type ContactEntry, type Sequenced } from "../event-log/index.ts";
import { number, pressed } from "./present.ts";
import { describe } from "./track.ts";
import type { TrackNames } from "./track-names.ts";

type TrackRow = ReplyOf<typeof cdrApi.callTrack>[number];
type CallEvent = Sequenced<ContactEntry>;
type CallRecord = ReturnType<typeof applyCall>;

/** Keys pressed one after the other by one side are one step: each alone would say nothing, and hidden keys less. */
function joinDigits(events: readonly CallEvent[]): CallEvent[] {
  const joined: CallEvent[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    if (event.fact.type === "digits" && last?.fact.type === "digits" && last.fact.from === event.fact.from)
      joined[joined.length - 1] = { ...last, fact: { ...last.fact, digits: last.fact.digits + event.fact.digits } };
    else joined.push(event);
  }
  return joined;
}

/** Who asks, sends on, hands over or supervises in this step; else who called. */
function callerOf({ caller }: CallRecord, { fact, actor }: CallEvent): string {
  switch (fact.type) {
    case "consultStarted":
    case "conferenceStarted":
      return actor;
    case "transferred":
      return fact.from ?? caller;
    case "sentOn":
      return fact.agentId ?? caller;
    case "supervised":
    case "supervisionAnswered":
    case "supervisionEnded":
      return fact.by;
    default:
      return caller;
  }
}

/** Who is called in this step: the number dialled, the agent of a call that came in, else the callee of the call. */
function calleeOf({ direction, callee }: CallRecord, fact: CallFact): string {
  switch (fact.type) {
    case "dialled":
      return fact.to;
    case "consultStarted":
    case "consultAnswered":
    case "consultEnded":
    case "partyRinging":
    case "firstAnswered":
    case "notReached":
    case "transferred":
      return ("agentId" in fact && fact.agentId) || fact.to;
    case "sentOn":
    case "transferFailed":
    case "forwarded":
      return fact.to;
    case "conferenceStarted":
      return fact.with;
    case "partyLeft":
      return fact.agentId ?? fact.number;
  }
  if (fact.type !== "created" && direction === "inbound" && "agentId" in fact && fact.agentId) return fact.agentId;
  return callee;
}

/** Steps that end a wait say how long it was. */
const endsWaiting: ReadonlySet<CallFact["type"]> = new Set([
  "answered",
  "answeredAgain",
  "transferred",
  "overflowed",
  "queueLeft",
  "callbackRequested",
  "diverted",
  "ended",
]);

/** A caller is sent on out of the queue by a supervisor, or out of a talk by its agent. */
const endedWait = ({ fact }: CallEvent): boolean =>
  endsWaiting.has(fact.type) || (fact.type === "sentOn" && fact.agentId === undefined);

/** What a step of a flow adds (realtime.md section 3). */
const stepOf = ({ step, nodeId, nodeName, nextNodeId, data }: Extract<CallFact, { type: "flowStep" }>): TrackInfo => ({
  nodeId,
  nodeName,
  // Which version it is led through.
  ...(step === "entered" && typeof data?.["version"] === "number" ? { data: String(data["version"]) } : {}),
  ...(step === "intention"
    ? { data: String(data?.["score"] ?? ""), intentionLevel: String(data?.["level"] ?? "") }
    : {}),
  ...(nextNodeId === undefined ? {} : { nextNodeId }),
});

function infoOf(event: CallEvent, record: CallRecord, content: string, names: TrackNames): TrackInfo {
  const { fact } = event;
  return {
    ...(fact.type === "digits" ? { data: pressed(fact.digits, names.hideDigits).trim() } : {}),
    ...(content === "" ? {} : { content }),
    ...(fact.type === "flowStep" ? stepOf(fact) : {}),
    ...(fact.type === "flowEntered" ? { tempId: fact.flowId } : {}),
    ...(record.queuedAt !== null && endedWait(event) ? { lineupTotalTime: Math.round(record.waitMs / 1_000) } : {}),
    ...(fact.type === "created" ? { isCallout: record.direction === "outbound" ? 1 : 0 } : {}),
  };
}

export function trackRows(
  events: readonly CallEvent[],
  startAt: number,
  names: TrackNames,
  intention?: TrackIntention,
): TrackRow[] {
  const levelled = intention && events.findLast(({ fact }) => fact.type === "flowLeft" || fact.type === "ended");
  let record: CallRecord | undefined;
  const rows: TrackRow[] = [];
  for (const event of joinDigits(events)) {
    record = applyCall(record, event);
    // What came to a flow is there to run it again; what it made of it are its steps.
    const { fact } = event;
    // What is still being gathered is told again.
    const hidden =
      fact.type === "flowInput" ||
      fact.type === "flowVariables" ||
      (fact.type === "flowGathered" && fact.more === true);
    if (hidden) continue;
    const row = rowOf(event, record, startAt, names);
    rows.push(intention ? scored(row, intention, event === levelled) : row);
  }
  return rows;
}

/** What a robot's call was found to be worth. */
export interface TrackIntention {
  readonly level: string;
  readonly ruleName: string;
  readonly minScore: number | null;
  readonly maxScore: number | null;
  /** seq: of the event that gave the points. */
  readonly addends: readonly { readonly score: number; readonly seq?: number }[];
}

function scored(row: TrackRow, { level, ruleName, minScore, maxScore, addends }: TrackIntention, ends: boolean) {
  const own = addends.filter(({ seq }) => seq === row.seq);
  if (own.length === 0 && !ends) return row;
  const bounds =
    minScore === null || maxScore === null ? {} : { intentionMinScore: minScore, intentionMaxScore: maxScore };
  const info: TrackInfo = {
    ...(JSON.parse(row.info) as TrackInfo),
    ...(own.length > 0 ? { jumpScore: own.reduce((sum, { score }) => sum + score, 0) } : {}),
    ...(ends ? { intentionLevel: level, intentionName: ruleName, ...bounds } : {}),
  };
  return { ...row, info: JSON.stringify(info) };
}

function rowOf(event: CallEvent, record: CallRecord, startAt: number, names: TrackNames): TrackRow {
  const { title, detail, agentId, route } = describe(event, names, record.isDual === 1);
  return {
    seq: event.seq,
    at: formatTime(event.at),
    offsetMs: event.at - startAt,
    action: title,
    actionType: event.fact.type === "flowStep" ? flowActions[event.fact.step] : trackActionTypes[event.fact.type],
    caller: number(callerOf(record, event), names.hide),
    callee: number(calleeOf(record, event.fact), names.hide),
    info: JSON.stringify(infoOf(event, record, detail, names)),
    route,
    agentId,
  };
}
