/** Columns of an exported call record. */
import { callResults, directionTexts, endCauses } from "@liantai/api/contract";
import { callWayText, hangupSides } from "@liantai/api/contract/admin";
import type { Cell, SheetColumn } from "../../sheets/index.ts";
import { presentRecord } from "./present.ts";
import type { RecordRow } from "./repository.ts";

const yes = (value: boolean): string => (value ? "是" : "否");

const recorded = ({ hasRecording, recordingMissing }: ReturnType<typeof presentRecord>): string =>
  hasRecording && recordingMissing.length > 0 ? "是（不完整）" : yes(hasRecording);

export const recordColumns: readonly (SheetColumn & {
  readonly of: (record: ReturnType<typeof presentRecord>) => Cell;
})[] = [
  { title: "通话编号", width: 38, of: (r) => r.callId },
  { title: "开始时间", width: 20, of: (r) => r.startTime },
  { title: "方向", width: 8, of: (r) => directionTexts[r.direction] },
  { title: "主叫号码", width: 16, of: (r) => r.caller },
  { title: "被叫号码", width: 16, of: (r) => r.callee },
  { title: "接入号码", width: 14, of: (r) => r.accessNumber },
  { title: "技能组", width: 16, of: (r) => r.skillGroupName },
  { title: "坐席工号", width: 10, of: (r) => r.agentId },
  { title: "坐席姓名", width: 12, of: (r) => r.agentName },
  { title: "结果", width: 10, of: (r) => callResults[r.result] ?? `未知（${r.result}）` },
  {
    title: "结束原因",
    width: 14,
    of: (r) => (r.cause === null ? "" : ((endCauses as Readonly<Record<string, string>>)[r.cause] ?? r.cause)),
  },
  { title: "接听时间", width: 20, of: (r) => r.answerTime },
  { title: "结束时间", width: 20, of: (r) => r.endTime },
  { title: "等待（秒）", width: 11, of: (r) => r.waitS },
  { title: "振铃（秒）", width: 11, of: (r) => r.ringS },
  { title: "通话（秒）", width: 11, of: (r) => r.talkS },
  { title: "保持（秒）", width: 11, of: (r) => r.holdS },
  { title: "首响（秒）", width: 11, of: (r) => r.firstResponseS },
  { title: "首接坐席工号", width: 13, of: (r) => r.firstAgentId },
  { title: "首接坐席姓名", width: 13, of: (r) => r.firstAgentName },
  { title: "转接次数", width: 10, of: (r) => r.transfers },
  { title: "会议", width: 8, of: (r) => yes(r.conference === 1) },
  { title: "挂机方", width: 10, of: (r) => (r.hungUpBy === null ? "" : hangupSides[r.hungUpBy]) },
  { title: "显示号码", width: 16, of: (r) => r.displayNumber },
  { title: "归属地", width: 20, of: (r) => r.place },
  { title: "优先级（分钟）", width: 14, of: (r) => r.priority },
  { title: "外呼方式", width: 14, of: callWayText },
  { title: "随路数据", width: 30, of: (r) => r.callData },
  { title: "满意度", width: 8, of: (r) => r.satisfaction },
  { title: "有录音", width: 8, of: recorded },
];

export const rowCells = (row: RecordRow, hide: boolean): readonly Cell[] => {
  const record = presentRecord(row, hide);
  return recordColumns.map(({ of }) => of(record));
};
