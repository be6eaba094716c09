import { seatStatusText } from "@liantai/api/contract";
import { formatDuration, StatusBadge, type Column } from "@liantai/ui";
import { reasonText, toneOf } from "../../home/parts/timeline-model.ts";
import { seatLabel } from "../seats/queries.ts";
import type { StatusDetail } from "./queries.ts";

export const seatText = ({ agentId, agentName }: Pick<StatusDetail, "agentId" | "agentName">): string =>
  agentName === null ? `${agentId}（已删除）` : seatLabel({ agentId, name: agentName });

const stateText = (r: StatusDetail): string => seatStatusText(r.code, r.statusName ?? undefined);

export const statusColumns: readonly Column<StatusDetail>[] = [
  {
    id: "agent",
    title: "坐席",
    hint: "坐席的工号和姓名，已删除的只有工号",
    width: 140,
    value: seatText,
    sortBy: "agentId",
  },
  { id: "group", title: "坐席组", hint: "坐席现在所在的坐席组", width: 112, value: (r) => r.groupName },
  {
    id: "state",
    title: "状态",
    hint: "这段时间坐席的状态，自定义状态显示其名称",
    width: 106,
    value: stateText,
    cell: (r) => <StatusBadge tone={toneOf(r.code)}>{stateText(r)}</StatusBadge>,
  },
  { id: "from", title: "开始时间", hint: "进入该状态的时间", width: 160, value: (r) => r.from, sortBy: "from" },
  {
    id: "to",
    title: "结束时间",
    hint: "离开该状态的时间；仍在该状态的为“持续中”",
    width: 160,
    value: (r) => r.to ?? "持续中",
  },
  {
    id: "seconds",
    title: "时长",
    hint: "结束时间 − 开始时间；持续中的算到此刻",
    width: 90,
    align: "end",
    value: (r) => r.seconds,
    cell: (r) => formatDuration(r.seconds),
    sortBy: "seconds",
  },
  { id: "reason", title: "原因", hint: "进入该状态的原因", width: 148, value: (r) => reasonText(r.reason) },
  {
    id: "callId",
    title: "通话编号",
    hint: "该状态所属通话的编号",
    width: 200,
    value: (r) => r.callId,
    optional: true,
  },
];
