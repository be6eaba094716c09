/** 菜单管理: the tree as the server has it, and what may be done with a node. */
import { mayOperate, queriesOf, selectUser, useSelector } from "@liantai/api/client";
import { menuApi, menuIcons, type MenuNode } from "@liantai/api/contract/admin";
import type { Option } from "@liantai/ui";
import type { TreeNode } from "@liantai/ui/resource";

export const menus = queriesOf(menuApi);
export type { MenuNode };

export const isGroup = (node: Pick<MenuNode, "category" | "url">): boolean => node.category === 2 && node.url === null;
export const isButton = (node: Pick<MenuNode, "category">): boolean => node.category === 1;
export const kindText = (node: MenuNode): string => (isButton(node) ? "按钮" : isGroup(node) ? "分组" : "菜单");

export const whoOptions = [
  { value: "O", label: "运营人员" },
  { value: "A", label: "企业管理员" },
  { value: "S", label: "坐席" },
  { value: "M", label: "班长" },
] as const satisfies readonly Option[];
export const whoText = (node: MenuNode): string =>
  whoOptions
    .filter(({ value }) => node.who.includes(value))
    .map(({ label }) => label)
    .join("、");

const iconTexts: Readonly<Record<(typeof menuIcons)[number], string>> = {
  house: "房子",
  phone: "电话",
  "phone-outgoing": "呼出电话",
  "clipboard-list": "清单",
  "message-circle": "对话",
  mail: "邮件",
  workflow: "流程",
  "book-open": "书本",
  "clipboard-check": "检查单",
  "chart-column": "图表",
  "building-2": "大楼",
  settings: "设置",
  globe: "地球",
  "circle-help": "问号",
};
export const iconOptions: readonly Option[] = menuIcons.map((value) => ({ value, label: iconTexts[value] }));
export const iconText = (icon: string | null): string => iconTexts[icon as (typeof menuIcons)[number]] ?? icon ?? "";

export const asTree = (nodes: readonly MenuNode[]): TreeNode[] =>
  nodes.map((node) => ({
    id: node.id,
    label: node.name,
    ...(isButton(node)
      ? { badge: "按钮" }
      : node.hidden === 1
        ? { badge: "已隐藏" }
        : node.source === "operator"
          ? { badge: "自建" }
          : {}),
    children: asTree(node.children),
  }));

export interface Found {
  readonly node: MenuNode;
  readonly siblings: readonly MenuNode[];
  readonly trail: readonly MenuNode[];
}

export function findMenu(
  nodes: readonly MenuNode[],
  id: string | undefined,
  trail: readonly MenuNode[] = [],
): Found | undefined {
  for (const node of nodes) {
    if (node.id === id) return { node, siblings: nodes, trail };
    const below = findMenu(node.children, id, [...trail, node]);
    if (below) return below;
  }
  return undefined;
}

/** Groups that a menu can be moved into: not itself, nor what is below it. */
export function groupOptions(nodes: readonly MenuNode[], moved: MenuNode, depth = 0): Option[] {
  return nodes.flatMap((node) =>
    !isGroup(node) || node.id === moved.id
      ? []
      : [
          { value: node.id, label: `${"　".repeat(depth)}${node.name}` },
          ...groupOptions(node.children, moved, depth + 1),
        ],
  );
}

export function useMenuRights() {
  const user = useSelector(selectUser);
  return {
    add: mayOperate(user, "menu.add"),
    update: mayOperate(user, "menu.update"),
    delete: mayOperate(user, "menu.delete"),
  };
}
