/** Rows as replies; masking lives here. */
import { maskPhone, formatTime } from "@liantai/api/contract";
import { readSpans } from "../event-log/index.ts";
import type { RecordRow } from "./repository.ts";

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
    hasRecording: r.recordingKey !== null,
    recordingMissing: readSpans(r.recordingMissing),
  };
}
