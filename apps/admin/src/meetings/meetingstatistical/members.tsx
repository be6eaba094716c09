import { formatTime } from "@liantai/api/contract";
import { meetingEnds } from "@liantai/api/contract/admin";
import { AppDrawer, DataTable, formatDuration, type Column } from "@liantai/ui";
import type { Meeting } from "../parts/queries.ts";

type Stay = Meeting["members"][number];

const time = (ms: number | null): string => (ms === null ? "" : formatTime(ms));

const columns: readonly Column<Stay>[] = [
  { id: "name", title: "成员", width: 100, value: (s) => s.name || s.agentId || s.number },
  { id: "number", title: "号码", width: 116, value: (s) => s.number },
  { id: "host", title: "身份", width: 76, value: (s) => (s.host ? "主持人" : "成员") },
  { id: "from", title: "入会时间", width: 156, value: (s) => time(s.from) },
  { id: "to", title: "退出时间", width: 156, value: (s) => (s.from === null ? "" : time(s.to)) },
  {
    id: "muted",
    title: "静音时长",
    width: 96,
    align: "end",
    value: (s) => s.mutedMs,
    cell: (s) => (s.muted ? formatDuration(Math.round(s.mutedMs / 1_000)) : "—"),
  },
  { id: "why", title: "退出原因", width: 104, value: (s) => (s.why === "" ? "" : meetingEnds[s.why]) },
];

/** Who was in a meeting, from when to when, and why he left. */
export function Attendance({
  meeting,
  onClose,
}: {
  readonly meeting: Meeting | undefined;
  readonly onClose: () => void;
}) {
  return (
    <AppDrawer open={meeting !== undefined} title={`${meeting?.name ?? ""} 参会成员`} width="860px" onClose={onClose}>
      {meeting && (
        <DataTable
          id="meetingattendance"
          label="参会成员"
          columns={columns}
          rowId={(stay) => `${stay.agentId}${stay.number}${meeting.members.indexOf(stay)}`}
          list={{ rows: meeting.members, fetching: false, error: undefined, retry: () => undefined }}
          empty={{ title: "没有人入会" }}
        />
      )}
    </AppDrawer>
  );
}
