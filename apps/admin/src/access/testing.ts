/** Rows of this area's tests. */
import type { MenuNode } from "@liantai/api/contract/admin";

export const role = (over: object = {}) => ({
  id: "r1",
  compId: "100001",
  compName: "演示企业",
  name: "外呼坐席",
  kind: "custom",
  roleType: 2,
  builtin: 0,
  remark: "",
  accounts: 0,
  createdAt: "2026-11-20 09:00:00",
  ...over,
});

export const node = (id: string, over: Partial<MenuNode> = {}): MenuNode => ({
  id,
  parentId: null,
  name: id,
  url: `/${id}`,
  alias: null,
  icon: null,
  category: 2,
  code: null,
  sort: 1,
  source: "code",
  edited: 0,
  hidden: 0,
  who: ["O", "A", "S", "M"],
  children: [],
  ...over,
});
