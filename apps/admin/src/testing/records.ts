import { cdrApi } from "@liantai/api/contract";
import { callLegApi, skillGroupApi } from "@liantai/api/contract/admin";
import type { CallRecord } from "../call-records/words.ts";

export const paths = {
  records: cdrApi.callRecords.path,
  detail: cdrApi.callDetail.path,
  track: cdrApi.callTrack.path,
  legs: callLegApi.list.path,
  play: cdrApi.playRecording.path,
  peaks: cdrApi.recordingPeaks.path,
  skillGroups: skillGroupApi.list.path,
};

export const record = (over: Partial<CallRecord> = {}): CallRecord => ({
  callId: "c1",
  direction: "inbound",
  caller: "138****5678",
  callee: "4001",
  accessNumber: "4001",
  skillGroupId: "g1",
  skillGroupName: "售后",
  agentId: "1001",
  agentName: "王芳",
  startTime: "2026-11-20 09:00:00",
  answerTime: "2026-11-20 09:00:20",
  endTime: "2026-11-20 09:03:25",
  waitS: 12,
  ringS: 8,
  talkS: 185,
  holdS: 0,
  result: 200,
  cause: "completed",
  firstAgentId: "1001",
  firstAgentName: "王芳",
  transfers: 0,
  conference: 0,
  hungUpBy: "customer",
  displayNumber: null,
  place: "广东省深圳市 中国移动",
  priority: 0,
  callData: "",
  satisfaction: null,
  firstResponseS: 20,
  hasRecording: true,
  recordingMissing: [],
  ...over,
});
