import { roleTypeTexts } from "@liantai/api/contract/admin";
import { StatusBadge, type Column } from "@liantai/ui";
import type { CompanyAccount } from "../parts/model.ts";
import { totpColumn } from "./totp.ts";

const stateTexts = ["停用", "启用", "通话后停用"] as const;
const stateTones = ["offline", "ready", "busy"] as const;

export const accountColumns: readonly Column<CompanyAccount>[] = [
  { id: "company", title: "企业", width: 200, value: (r) => `${r.compName}（${r.compId}）`, sortBy: "compId" },
  { id: "account", title: "账号", width: 96, value: (r) => r.account, sortBy: "account" },
  { id: "nickName", title: "姓名", width: 88, value: (r) => r.nickName, sortBy: "nickName" },
  { id: "roleType", title: "类型", width: 84, value: (r) => roleTypeTexts[r.roleType]!, sortBy: "roleType" },
  { id: "roleName", title: "角色", width: 96, value: (r) => r.roleName },
  { id: "agent", title: "坐席", width: 128, value: (r) => (r.agentId ? `${r.agentName}（${r.agentId}）` : "") },
  { id: "isSys", title: "系统管理员", width: 92, value: (r) => (r.isSys === 1 ? "是" : "否") },
  {
    id: "enabled",
    title: "状态",
    width: 100,
    value: (r) => stateTexts[r.enabled]!,
    cell: (r) => <StatusBadge tone={stateTones[r.enabled]!}>{stateTexts[r.enabled]}</StatusBadge>,
  },
  { id: "online", title: "登录", width: 72, value: (r) => (r.locked ? "暂缓登录" : r.online ? "在线" : "离线") },
  totpColumn,
  { id: "createdAt", title: "创建时间", width: 156, value: (r) => r.createdAt, sortBy: "createdAt", optional: true },
  { id: "remark", title: "备注", width: 160, value: (r) => r.remark, optional: true },
];
