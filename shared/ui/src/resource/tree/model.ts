/** Trees as data, and as the rows that are drawn of them. */

export interface TreeNode {
  readonly id: string;
  readonly label: string;
  readonly children?: readonly TreeNode[];
  /** Behind the label, e.g. how many. */
  readonly badge?: string | number;
}

export interface TreeRow {
  readonly node: TreeNode;
  /** From 1. */
  readonly level: number;
  readonly parent: string | undefined;
  readonly open: boolean;
  readonly position: number;
  readonly size: number;
}

const below = (node: TreeNode): readonly TreeNode[] => node.children ?? [];

/** The rows in sight; of closed nodes only themselves. */
export function rowsOf(
  nodes: readonly TreeNode[],
  closed: ReadonlySet<string>,
  level = 1,
  parent?: string,
): readonly TreeRow[] {
  return nodes.flatMap((node, i) => {
    const open = below(node).length > 0 && !closed.has(node.id);
    const row: TreeRow = { node, level, parent, open, position: i + 1, size: nodes.length };
    return open ? [row, ...rowsOf(below(node), closed, level + 1, node.id)] : [row];
  });
}

/** Of nodes whose label has the text, and of those that lead to them; a node that is found keeps all that is below it. */
export function matching(nodes: readonly TreeNode[], text: string): readonly TreeNode[] {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return nodes;
  return nodes.flatMap((node) => {
    if (node.label.toLowerCase().includes(wanted)) return [node];
    const children = matching(below(node), text);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

/** The node and all below it. */
export const idsOf = (node: TreeNode): readonly string[] => [node.id, ...below(node).flatMap(idsOf)];

/** Ids from the root down to the node, itself included; empty when it is not there. */
export function pathTo(nodes: readonly TreeNode[], id: string): readonly string[] {
  for (const node of nodes) {
    if (node.id === id) return [id];
    const rest = pathTo(below(node), id);
    if (rest.length > 0) return [node.id, ...rest];
  }
  return [];
}

export type CheckState = boolean | "mixed";

/** A node counts as checked with all below it; checked itself, but not all of that, is mixed. */
export function checkState(node: TreeNode, checked: ReadonlySet<string>): CheckState {
  if (!checked.has(node.id)) return idsOf(node).some((id) => checked.has(id)) ? "mixed" : false;
  return idsOf(node).every((id) => checked.has(id)) ? true : "mixed";
}

/** Checks a node with all below it and what leads to it; unchecks it with all below it. What leads to it stays. */
export function afterCheck(
  nodes: readonly TreeNode[],
  node: TreeNode,
  checked: ReadonlySet<string>,
): ReadonlySet<string> {
  const next = new Set(checked);
  if (checkState(node, checked) === true) for (const id of idsOf(node)) next.delete(id);
  else for (const id of [...pathTo(nodes, node.id), ...idsOf(node)]) next.add(id);
  return next;
}
