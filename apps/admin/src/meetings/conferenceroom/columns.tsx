import { StatusBadge, type Column } from "@liantai/ui";
import type { Room } from "../parts/queries.ts";

const settings: readonly (readonly [keyof Room, string])[] = [
  ["record", "录音"],
  ["enterMuted", "入会静音"],
  ["tone", "提示音"],
  ["waitForHost", "等待主持人"],
];

function State({ room }: { readonly room: Room }) {
  if (room.enable === 0) return <StatusBadge tone="offline">已停用</StatusBadge>;
  return room.state === 1 ? (
    <StatusBadge tone="talking">{`会议中 ${room.present}人`}</StatusBadge>
  ) : (
    <StatusBadge tone="ready">空闲</StatusBadge>
  );
}

export const roomColumns: readonly Column<Room>[] = [
  { id: "name", title: "会议室名称", width: 136, value: (r) => r.name, sortBy: "name" },
  { id: "code", title: "会议号", width: 90, value: (r) => r.code, sortBy: "code", hint: "拨打此号码进入会议室" },
  { id: "state", title: "状态", width: 108, value: (r) => r.state, cell: (r) => <State room={r} /> },
  { id: "members", title: "固定成员", width: 76, align: "end", value: (r) => r.members },
  { id: "maxMembers", title: "人数上限", width: 76, align: "end", value: (r) => r.maxMembers, optional: true },
  {
    id: "settings",
    title: "设置",
    width: 210,
    value: (r) => settings.flatMap(([key, text]) => (r[key] === 1 ? [text] : [])).join("、"),
  },
  { id: "memberPin", title: "成员密码", width: 80, value: (r) => r.memberPin },
  { id: "hostPin", title: "主持人密码", width: 88, value: (r) => r.hostPin, optional: true },
  { id: "owner", title: "创建人", width: 80, value: (r) => r.ownerName || (r.ownerId ? r.ownerId : "管理员") },
  { id: "remark", title: "备注", width: 160, value: (r) => r.remark, optional: true },
];
