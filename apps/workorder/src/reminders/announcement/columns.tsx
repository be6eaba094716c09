import { announcementStates } from "@liantai/api/contract/workorder";
import { StatusBadge, type Column } from "@liantai/ui";
import type { Announcement } from "../parts/queries.ts";

const tones = { draft: "busy", published: "ready", withdrawn: "offline" } as const;

export const audienceText = ({ everyone, roleIds, groupIds, agentIds }: Announcement): string =>
  everyone === 1
    ? "所有人"
    : [
        roleIds.length > 0 ? `${roleIds.length}个角色` : "",
        groupIds.length > 0 ? `${groupIds.length}个坐席组` : "",
        agentIds.length > 0 ? `${agentIds.length}个坐席` : "",
      ]
        .filter(Boolean)
        .join("、");

const readText = ({ toMe, readAt }: Announcement): string => (toMe === 0 ? "—" : readAt === null ? "未读" : "已读");

const own: readonly Column<Announcement>[] = [
  { id: "publishedAt", title: "发布时间", width: 160, value: (r) => r.publishedAt ?? "", sortBy: "publishedAt" },
  { id: "des", title: "公告标题", width: 210, value: (r) => (r.mustRead === 1 ? `【必读】${r.des}` : r.des) },
  { id: "createdBy", title: "发布人", width: 90, value: (r) => r.createdBy },
  {
    id: "readAt",
    title: "我的阅读",
    width: 84,
    value: readText,
    cell: (r) => (r.toMe === 1 && r.readAt === null ? <StatusBadge tone="busy">未读</StatusBadge> : readText(r)),
  },
];

/** Of those who write. */
const written: readonly Column<Announcement>[] = [
  {
    id: "state",
    title: "状态",
    width: 84,
    value: (r) => announcementStates[r.state],
    cell: (r) => <StatusBadge tone={tones[r.state]}>{announcementStates[r.state]}</StatusBadge>,
  },
  { id: "audience", title: "发布范围", width: 120, value: audienceText },
  {
    id: "readers",
    title: "已读人数",
    width: 84,
    value: (r) => (r.receivers === null ? "" : `${r.readers} / ${r.receivers}`),
  },
];

export const columnsFor = (writes: boolean): readonly Column<Announcement>[] => (writes ? [...own, ...written] : own);
