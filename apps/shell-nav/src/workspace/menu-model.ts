/** The menu tree as the left menu draws it (console.md section 2): what can be opened, and how. */
import { href, matchTab, tabOf, type MenuItem } from "@liantai/api/contract/base";
import { homeKey, tabFor, type OpenRequest, type OpenTab } from "@liantai/api/client";

export interface MenuLeaf {
  readonly kind: "leaf";
  readonly id: string;
  readonly name: string;
  readonly icon: string | null;
  /** Key of the tab that it opens. */
  readonly key: string;
  readonly request: OpenRequest;
}

/** An address outside without an alias: a window of its own. */
export interface MenuLink {
  readonly kind: "link";
  readonly id: string;
  readonly name: string;
  readonly icon: string | null;
  readonly url: string;
}

export interface MenuGroup {
  readonly kind: "group";
  readonly id: string;
  readonly name: string;
  readonly icon: string | null;
  readonly children: readonly MenuNode[];
}

export type MenuNode = MenuLeaf | MenuLink | MenuGroup;

const external = /^https?:\/\//i;

function leafOf({ id, name, icon, url, alias }: MenuItem, home: OpenTab): MenuNode[] {
  if (!url) return [];
  if (external.test(url)) {
    if (!alias) return [{ kind: "link", id, name, icon, url }];
    const params = { alias, url };
    return [
      { kind: "leaf", id, name, icon, key: href("/page", params), request: { to: "/page", params, title: name } },
    ];
  }
  const path = url.startsWith("/") ? url : `/${url}`;
  const request = { to: path, title: name };
  const tab = tabOf(path) && matchTab(path) ? tabFor(request, home) : undefined;
  if (!tab) return [];
  if (tab.key !== homeKey) return [{ kind: "leaf", id, name, icon, key: tab.key, request }];
  // Unless an operator named it, the entry is called as its tab is.
  const shown = name === tabOf(homeKey)?.title ? home.title : name;
  return [{ kind: "leaf", id, name: shown, icon, key: homeKey, request }];
}

function nodesOf(items: readonly MenuItem[], home: OpenTab): MenuNode[] {
  return items.flatMap((item): MenuNode[] => {
    if (item.category !== 2 || item.hidden) return [];
    const children = nodesOf(item.children, home);
    if (children.length === 0) return leafOf(item, home);
    return [{ kind: "group", id: item.id, name: item.name, icon: item.icon, children }];
  });
}

/** The first tab has one entry: that of the role's home page inside its group goes where 工作台 stands already. */
function withoutSecondHome(nodes: readonly MenuNode[]): MenuNode[] {
  return nodes.flatMap((node): MenuNode[] => {
    if (node.kind === "leaf") return node.key === homeKey ? [] : [node];
    if (node.kind === "link") return [node];
    const children = withoutSecondHome(node.children);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

/**
 * Category 2 only; groups in which nothing can be opened are left out, and what is hidden with all that is below it. `home`: the
 * first tab.
 */
export function menuNodes(items: readonly MenuItem[], home: OpenTab): MenuNode[] {
  const nodes = nodesOf(items, home);
  const first = nodes.find((node) => node.kind === "leaf" && node.key === homeKey);
  if (!first) return nodes;
  return nodes.flatMap((node) => (node === first ? [node] : withoutSecondHome([node])));
}

export const holds = (node: MenuNode, key: string): boolean =>
  node.kind === "group" ? node.children.some((n) => holds(n, key)) : node.kind === "leaf" && node.key === key;

export const leaves = (nodes: readonly MenuNode[]): number =>
  nodes.reduce((sum, n) => sum + (n.kind === "group" ? leaves(n.children) : 1), 0);

/** A tree of this many entries fits the workspace open, with the heads of its groups, at 720 px of height. */
const fits = 14;

/**
 * The groups that begin open: from the first on, until the next would push what stands below it out of the page. A role with few
 * entries finds all of them open.
 */
export function openAtFirst(nodes: readonly MenuNode[]): ReadonlySet<string> {
  const open = new Set<string>();
  const whole = (node: MenuGroup): void => {
    open.add(node.id);
    for (const child of node.children) if (child.kind === "group") whole(child);
  };
  let room = fits - nodes.filter((node) => node.kind !== "group").length;
  for (const node of nodes) {
    if (node.kind !== "group") continue;
    room -= leaves([node]);
    if (room < 0) break;
    whole(node);
  }
  return open;
}
