import { type ReplyOf, formatTime } from "@liantai/api/contract";
import type { MenuNode, roleApi } from "@liantai/api/contract/admin";
import { installation } from "../../http/company.ts";

import { audienceOf, isGroup, treeOf, type MenuRow } from "../organisation/index.ts";
import type { ListedRole } from "./repository.ts";

type RoleReply = ReplyOf<typeof roleApi.query>;

export const presentRole = (row: ListedRole): RoleReply => ({
  id: row.id,
  compId: row.compId,
  compName: row.compId === installation ? "" : (row.compName ?? ""),
  name: row.name,
  kind: row.kind,
  roleType: row.roleType,
  builtin: row.builtin === 1 ? 1 : 0,
  remark: row.remark,
  accounts: Number(row.accounts),
  createdAt: formatTime(row.createdAt),
});

const presentMenu = (row: MenuRow, children: MenuNode[]): MenuNode => ({
  id: row.id,
  parentId: row.parentId,
  name: row.name,
  url: row.url,
  alias: row.alias,
  icon: row.icon,
  category: row.category,
  code: row.code,
  sort: row.sort,
  source: row.source === "operator" ? "operator" : "code",
  edited: row.edited === 1 || row.moved === 1 ? 1 : 0,
  hidden: row.hidden,
  who: isGroup(row) ? [] : audienceOf(row),
  children,
});

export const presentTree = (rows: readonly MenuRow[], shape: { empty?: boolean } = {}): MenuNode[] =>
  treeOf(rows, presentMenu, shape);

/** '组织与权限 / 坐席角色 / 新增' */
export function trailOf(rows: ReadonlyMap<string, MenuRow>, id: string): string {
  const row = rows.get(id);
  if (!row) return id;
  return row.parentId === null ? row.name : `${trailOf(rows, row.parentId)} / ${row.name}`;
}
