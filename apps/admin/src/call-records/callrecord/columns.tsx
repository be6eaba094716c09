import { Button, HStack, Text } from "@chakra-ui/react";
import { formatDuration, StatusBadge, type Column } from "@liantai/ui";
import { IncompleteSign } from "@liantai/ui/resource";
import {
  agentText,
  causeText,
  directionText,
  firstAgentText,
  hangupText,
  priorityText,
  resultText,
  resultTone,
  satisfactionText,
  type CallRecord,
} from "../words.ts";
import { openDetail } from "./model.ts";

const seconds = (
  id: "waitS" | "ringS" | "talkS" | "holdS",
  title: string,
  value: (record: CallRecord) => number,
  optional = false,
): Column<CallRecord> => ({
  id,
  title,
  width: 68,
  sortBy: id,
  align: "end",
  value,
  cell: (record) => formatDuration(value(record)),
  optional,
});

/** Without brackets a name of four characters and an id of five digits stand in the column as a whole. */
function Agent({ record }: { readonly record: CallRecord }) {
  const { agentId, agentName } = record;
  if (!agentId) return "—";
  return (
    <span title={agentText(record)}>
      {agentName && `${agentName} `}
      <Text as="span" {...(agentName ? { color: "fg.muted" } : {})}>
        {agentId}
      </Text>
    </span>
  );
}

/** What a row offers to whom it is granted. */
export interface RowRights {
  readonly detail: boolean;
  readonly play: boolean;
}

/**
 * Together they are as wide as the list at 1280 px beside the open menu: none is cut off and nothing scrolls sideways
 * (screen.test.tsx).
 */
export const callRecordColumns = (
  play: (record: CallRecord) => void,
  may: RowRights,
): readonly Column<CallRecord>[] => [
  { id: "startTime", title: "开始时间", width: 156, value: (r) => r.startTime, sortBy: "startTime" },
  { id: "direction", title: "方向", width: 48, value: directionText },
  { id: "caller", title: "主叫号码", width: 108, value: (r) => r.caller },
  { id: "callee", title: "被叫号码", width: 108, value: (r) => r.callee },
  { id: "accessNumber", title: "接入号码", width: 92, value: (r) => r.accessNumber },
  { id: "skillGroup", title: "技能组", width: 78, value: (r) => r.skillGroupName },
  { id: "agent", title: "坐席", width: 112, value: agentText, sortBy: "agentId", cell: (r) => <Agent record={r} /> },
  {
    id: "result",
    title: "结果",
    width: 90,
    value: resultText,
    sortBy: "result",
    cell: (r) => <StatusBadge tone={resultTone(r)}>{resultText(r)}</StatusBadge>,
  },
  { id: "cause", title: "结束原因", width: 116, value: causeText, optional: true },
  seconds("waitS", "等待", (r) => r.waitS),
  seconds("ringS", "振铃", (r) => r.ringS, true),
  seconds("talkS", "通话", (r) => r.talkS),
  seconds("holdS", "保持", (r) => r.holdS, true),
  { id: "answerTime", title: "接听时间", width: 156, value: (r) => r.answerTime, sortBy: "answerTime", optional: true },
  { id: "endTime", title: "结束时间", width: 156, value: (r) => r.endTime, sortBy: "endTime", optional: true },
  { id: "firstAgent", title: "首接坐席", width: 112, value: firstAgentText, optional: true },
  { id: "transfers", title: "转接次数", width: 80, align: "end", value: (r) => r.transfers, optional: true },
  { id: "conference", title: "会议", width: 60, value: (r) => (r.conference === 1 ? "是" : "否"), optional: true },
  { id: "hungUpBy", title: "挂机方", width: 76, value: hangupText, optional: true },
  { id: "satisfaction", title: "满意度", width: 76, align: "end", value: satisfactionText, optional: true },
  { id: "displayNumber", title: "显示号码", width: 108, value: (r) => r.displayNumber, optional: true },
  {
    id: "firstResponseS",
    title: "首响",
    width: 68,
    align: "end",
    value: (r) => r.firstResponseS,
    cell: (r) => (r.firstResponseS === null ? "—" : formatDuration(r.firstResponseS)),
    optional: true,
  },
  { id: "place", title: "归属地", width: 150, value: (r) => r.place, optional: true },
  { id: "priority", title: "优先级", width: 76, align: "end", value: priorityText, optional: true },
  { id: "callData", title: "随路数据", width: 180, value: (r) => r.callData, optional: true },
  { id: "callId", title: "通话编号", width: 200, value: (r) => r.callId, optional: true },
  {
    id: "actions",
    title: "操作",
    width: 118,
    value: () => null,
    actions: true,
    cell: (r) => (
      <HStack gap="1">
        {may.detail && (
          <Button size="2xs" variant="ghost" onClick={() => openDetail(r)}>
            详情
          </Button>
        )}
        {may.play && r.hasRecording && (
          <Button size="2xs" variant="ghost" onClick={() => play(r)}>
            播放
          </Button>
        )}
        <IncompleteSign missing={r.recordingMissing} />
      </HStack>
    ),
  },
];
