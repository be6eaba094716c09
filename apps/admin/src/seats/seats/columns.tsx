import { seatStatusText } from "@liantai/api/contract";
import { autoAnswerTexts, seatEnableTexts, seatRoleTexts, terminalTypeTexts } from "@liantai/api/contract/admin";
import { StatusBadge, type Column, type StateTone } from "@liantai/ui";
import type { Agent } from "./queries.ts";

const statusTones: Readonly<Record<number, StateTone>> = {
  0: "offline",
  1: "ready",
  2: "busy",
  4: "wrapUp",
  5: "ringing",
  7: "ringing",
  13: "held",
  15: "ringing",
};
const enableTones: Readonly<Record<number, StateTone>> = { 0: "offline", 1: "ready", 2: "held" };
const flag = (id: string, title: string, value: (seat: Agent) => number): Column<Agent> => ({
  id,
  title,
  width: 84,
  value: (s) => (value(s) === 1 ? "是" : "否"),
  optional: true,
});

export const statusTone = (code: number): StateTone => statusTones[code] ?? "talking";

export const seatColumns: readonly Column<Agent>[] = [
  { id: "agentId", title: "工号", width: 70, value: (s) => s.agentId, sortBy: "agentId" },
  { id: "name", title: "姓名", width: 80, value: (s) => s.name, sortBy: "name" },
  { id: "roleType", title: "角色", width: 52, value: (s) => seatRoleTexts[s.roleType] ?? "" },
  {
    id: "status",
    title: "当前状态",
    width: 88,
    value: (s) => seatStatusText(s.status, s.customStatusName ?? undefined),
    cell: (s) => (
      <StatusBadge tone={statusTone(s.status)}>{seatStatusText(s.status, s.customStatusName ?? undefined)}</StatusBadge>
    ),
  },
  {
    id: "enable",
    title: "启用",
    width: 76,
    value: (s) => seatEnableTexts[s.enable] ?? "",
    cell: (s) => <StatusBadge tone={enableTones[s.enable] ?? "offline"}>{seatEnableTexts[s.enable]}</StatusBadge>,
  },
  { id: "group", title: "坐席组", width: 92, value: (s) => s.groupName },
  { id: "extension", title: "分机", width: 66, value: (s) => s.extension, sortBy: "extension" },
  {
    id: "terminalType",
    title: "终端类型",
    width: 100,
    value: (s) => terminalTypeTexts[s.terminalType] ?? "",
    optional: true,
  },
  { id: "skillGroups", title: "技能组", width: 96, value: (s) => s.skillGroups.map((g) => g.name).join("、") },
  {
    id: "maxSession",
    title: "会话上限",
    width: 84,
    align: "end",
    value: (s) => s.maxSession ?? "默认",
    optional: true,
  },
  {
    id: "isAutoAnswer",
    title: "自动接听",
    width: 124,
    value: (s) => autoAnswerTexts[s.isAutoAnswer] ?? "",
    optional: true,
  },
  flag("isPopup", "来电弹屏", (s) => s.isPopup),
  flag("isHiddenNum", "隐藏号码", (s) => s.isHiddenNum),
  { id: "roleName", title: "权限角色", width: 110, value: (s) => s.roleName, optional: true },
  {
    id: "mustChange",
    title: "初始密码",
    width: 84,
    value: (s) => (s.mustChange === 1 ? "未修改" : "已修改"),
    optional: true,
  },
  { id: "createdAt", title: "创建时间", width: 156, value: (s) => s.createdAt, sortBy: "createdAt", optional: true },
];
