import { StatusBadge, type Column } from "@liantai/ui";
import { roleTypeText, type Role } from "./model.ts";

export const roleColumns = ({ enterprise = false, type = true, builtin = false } = {}): readonly Column<Role>[] => [
  ...(enterprise
    ? [{ id: "compName", title: "企业", width: 180, value: (r: Role) => `${r.compName}（${r.compId}）` }]
    : []),
  { id: "name", title: "角色名称", width: 136, value: (r) => r.name, sortBy: "name" },
  ...(type
    ? [{ id: "roleType", title: "角色类型", width: 100, value: (r: Role) => roleTypeText(r), sortBy: "roleType" }]
    : []),
  ...(builtin
    ? [
        {
          id: "builtin",
          title: "默认角色",
          width: 84,
          value: (r: Role) => r.builtin,
          cell: (r: Role) => (
            <StatusBadge tone={r.builtin ? "ready" : "offline"}>{r.builtin ? "是" : "否"}</StatusBadge>
          ),
        },
      ]
    : []),
  { id: "accounts", title: "账号数", width: 84, align: "end", value: (r) => r.accounts, sortBy: "accounts" },
  { id: "remark", title: "备注", width: 136, value: (r) => r.remark },
  { id: "createdAt", title: "创建时间", width: 156, value: (r) => r.createdAt, sortBy: "createdAt" },
];
