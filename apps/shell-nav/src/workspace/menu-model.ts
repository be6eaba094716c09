/** The menu tree as the left menu draws it (console.md section 2): what can be opened, and how. */
import { href, matchTab, tabOf, type MenuItem } from "@liantai/api/contract/base";
import { tabFor, type OpenRequest } from "@liantai/api/client";

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

function leafOf({ id, name, icon, url, alias }: MenuItem): MenuNode[] {
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
  const tab = tabOf(path) && matchTab(path) ? tabFor(request) : undefined;
  return tab ? [{ kind: "leaf", id, name, icon, key: tab.key, request }] : [];
}

/** Category 2 only; groups in which nothing can be opened are left out, and what is hidden with all that is below it. */
export function menuNodes(items: readonly MenuItem[]): MenuNode[] {
  return items.flatMap((item): MenuNode[] => {
    if (item.category !== 2 || item.hidden) return [];
    const children = menuNodes(item.children);
    if (children.length === 0) return leafOf(item);
    return [{ kind: "group", id: item.id, name: item.name, icon: item.icon, children }];
  });
}

export const holds = (node: MenuNode, key: string): boolean =>
  node.kind === "group" ? node.children.some((n) => holds(n, key)) : node.kind === "leaf" && node.key === key;

export const leaves = (nodes: readonly MenuNode[]): number =>
  nodes.reduce((sum, n) => sum + (n.kind === "group" ? leaves(n.children) : 1), 0);
