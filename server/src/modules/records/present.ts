/** Rows as replies; masking lives here. */
import { maskPhone } from "@liantai/api/contract";
import { formatTime, readSpans } from "../event-log/index.ts";
import type { RecordRow } from "./repository.ts";

const time = (at: Date | null): string | null => at && formatTime(at);
const seconds = (ms: number): number => Math.round(ms / 1_000);
/** Keys that were pressed, or how many. */
export const pressed = (keys: string, hide: boolean): string => (hide ? ` ${keys.length} 位` : keys);
export const number = (text: string, hide: boolean): string => (hide ? maskPhone(text) : text);

export function presentRecord(r: RecordRow, hide: boolean) {
  return {
    callId: r.call_id,
    direction: r.direction as "inbound" | "outbound" | "internal",
    caller: number(r.caller, hide),
    callee: number(r.callee, hide),
    accessNumber: r.access_number,
    skillGroupId: r.skill_group_id,
    skillGroupName: r.skill_group_name,
    agentId: r.agent_id,
    agentName: r.agent_name,
    startTime: formatTime(r.start_at),
    answerTime: time(r.answer_at),
    endTime: time(r.end_at),
    waitS: seconds(r.wait_ms),
    ringS: seconds(r.ring_ms),
    talkS: seconds(r.talk_ms),
    holdS: seconds(r.hold_ms),
    result: r.result,
    cause: r.cause,
    hasRecording: r.recording_key !== null,
    recordingMissing: readSpans(r.recording_missing),
  };
}
