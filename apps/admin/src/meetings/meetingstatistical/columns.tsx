import { Button } from "@chakra-ui/react";
import { formatTime } from "@liantai/api/contract";
import { formatDuration, StatusBadge, type Column } from "@liantai/ui";
import type { Meeting } from "../parts/queries.ts";

export const lengthS = ({ from, to }: Pick<Meeting, "from" | "to">): number | null =>
  to === null ? null : Math.round((to - from) / 1_000);

/** Each once, who came in. */
export const attended = ({ members }: Meeting): number =>
  new Set(members.flatMap(({ from, agentId, number }) => (from === null ? [] : [agentId || number]))).size;

interface Presses {
  readonly onMembers: (meeting: Meeting) => void;
  readonly onPlay: ((meeting: Meeting) => void) | undefined;
}

export const meetingColumns = ({ onMembers, onPlay }: Presses): readonly Column<Meeting>[] => [
  { id: "name", title: "会议室", width: 150, value: (m) => m.name },
  { id: "from", title: "开始时间", width: 156, value: (m) => formatTime(m.from), sortBy: "startTime" },
  {
    id: "to",
    title: "结束时间",
    width: 146,
    value: (m) => (m.to === null ? "会议中" : formatTime(m.to)),
    cell: (m) => (m.to === null ? <StatusBadge tone="talking">会议中</StatusBadge> : formatTime(m.to)),
  },
  {
    id: "length",
    title: "时长",
    width: 80,
    align: "end",
    value: lengthS,
    cell: (m) => formatDuration(lengthS(m) ?? 0),
  },
  { id: "openedBy", title: "召开人", width: 100, value: (m) => m.openedBy },
  {
    id: "members",
    title: "参会人数",
    width: 100,
    align: "end",
    value: attended,
    cell: (m) => (
      <Button size="2xs" variant="ghost" onClick={() => onMembers(m)}>
        {attended(m)} 人
      </Button>
    ),
  },
  {
    id: "recording",
    title: "录音",
    width: 90,
    value: (m) => m.recording?.ms ?? null,
    cell: (m) =>
      m.recording && onPlay ? (
        <Button size="2xs" variant="ghost" onClick={() => onPlay(m)}>
          播放
        </Button>
      ) : m.recording ? (
        formatDuration(Math.round(m.recording.ms / 1_000))
      ) : (
        "—"
      ),
  },
];
