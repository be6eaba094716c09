/** Rows as replies; masking lives here. */
import { maskPhone, formatTime, minuteMs, type CallData } from "@liantai/api/contract";
import { readSpans } from "../event-log/index.ts";
import { numberPlace } from "../numbers/index.ts";
import { administratorText, isAdministrators } from "./administrators.ts";
import { dataText } from "./data-text.ts";
import type { LegRow, RecordRow } from "./repository.ts";

const time = (at: Date | null): string | null => at && formatTime(at);
const seconds = (ms: number): number => Math.round(ms / 1_000);
/** Keys that were pressed, or how many. */
export const pressed = (keys: string, hide: boolean): string => (hide ? ` ${keys.length} 位` : keys);
export const number = (text: string, hide: boolean): string => (hide ? maskPhone(text) : text);

export function presentRecord(r: RecordRow, hide: boolean) {
  return {
    callId: r.callId,
    direction: r.direction,
    caller: number(r.caller, hide),
    callee: number(r.callee, hide),
    accessNumber: r.accessNumber,
    skillGroupId: r.skillGroupId,
    skillGroupName: r.skillGroupName,
    agentId: r.agentId,
    agentName: r.agentName,
    startTime: formatTime(r.startAt),
    answerTime: time(r.answerAt),
    endTime: time(r.endAt),
    waitS: seconds(r.waitMs),
    ringS: seconds(r.ringMs),
    talkS: seconds(r.talkMs),
    holdS: seconds(r.holdMs),
    result: r.result,
    cause: r.cause,
    firstAgentId: r.firstAgentId,
    firstAgentName: r.firstAgentName,
    transfers: r.transfers,
    conference: r.conference,
    hungUpBy: r.hungUpBy,
    displayNumber: r.displayNumber,
    place: numberPlace(r.direction === "inbound" ? r.caller : r.callee),
    priority: Math.round(r.boostMs / minuteMs),
    callData: dataText(JSON.parse(r.callData ?? "{}") as CallData, (text) => number(text, hide)),
    linkedCallId: r.linkedCallId,
    callStyle: r.callStyle,
    callType: r.callType,
    satisfaction: r.satisfaction,
    firstResponseS: r.answerAt && seconds(r.answerAt.getTime() - r.startAt.getTime()),
    hasRecording: r.recordingKey !== null,
    recordingMissing: readSpans(r.recordingMissing),
  };
}

/** Colleagues' extensions are no secret, nor are administrators' accounts; customers' numbers are. */
export function presentLeg(l: LegRow, hide: boolean, takers: ReadonlySet<string>) {
  const other = isAdministrators(l, takers) ? administratorText(l.number) : number(l.number, hide);
  return {
    seq: l.seq,
    party: l.party,
    role: l.role,
    agentId: l.agentId,
    agentName: l.agentName,
    number: l.agentId === null ? other : l.number,
    skillGroupId: l.skillGroupId,
    skillGroupName: l.skillGroupName,
    startTime: formatTime(l.startAt),
    ringTime: time(l.ringAt),
    answerTime: time(l.answerAt),
    endTime: time(l.endAt),
    talkS: seconds(l.talkMs),
    holdS: seconds(l.holdMs),
    consultS: seconds(l.consultMs),
    conferenceS: seconds(l.conferenceMs),
    supervision: l.supervision,
    result: l.result,
    left: l.left,
    sipCode: l.sipCode,
    q850: l.q850,
    mos: l.mos,
    worstMos: l.worstMos,
    loss: l.loss,
    jitterMs: l.jitterMs,
    rttMs: l.rttMs,
  };
}
