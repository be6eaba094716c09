/** Where a node leads: its exits by its type, wired by `nextNodeId` ('next') and `branch` (all others). */
import { exitsByType, next, nodeTypeOf, type Exit, type FlowNode, type SubProcess } from "@liantai/api/flows";

export { edgeId, edgesOf } from "@liantai/api/flows";

/** target '': it leads nowhere; intentId '': it names no intent. */
export interface WiredExit extends Exit {
  readonly target: string;
  readonly intentId: string;
}

const kept = new WeakMap<FlowNode, readonly WiredExit[]>();

export function exitsOf(node: FlowNode): readonly WiredExit[] {
  const before = kept.get(node);
  if (before) return before;
  const made = exitsByType(node).map((exit): WiredExit => {
    const branch = node.branch.find(({ id }) => id === exit.id);
    return exit.id === next.id
      ? { ...exit, target: node.nextNodeId, intentId: "" }
      : { ...exit, target: branch?.nodeId ?? "", intentId: branch?.dictionariesId ?? "" };
  });
  kept.set(node, made);
  return made;
}

const withBranch = (node: FlowNode, exit: Exit, nodeId: string): FlowNode => {
  const old = node.branch.find(({ id }) => id === exit.id);
  const one = { id: exit.id, nodeName: exit.name, nodeId, dictionariesId: old?.dictionariesId ?? "" };
  return { ...node, branch: old ? node.branch.map((each) => (each === old ? one : each)) : [...node.branch, one] };
};

/** An exit is led elsewhere; '': nowhere. */
export function wired(node: FlowNode, exitId: string, target: string): FlowNode {
  const exit = exitsOf(node).find(({ id }) => id === exitId);
  if (!exit || exit.target === target) return node;
  return exitId === next.id ? { ...node, nextNodeId: target } : withBranch(node, exit, target);
}

/** Branches of exits that the node has no more go, those of renamed exits take the new word. */
export function tidied(node: FlowNode): FlowNode {
  if (!nodeTypeOf(node.nodeType)) return node;
  const exits = new Map(exitsOf(node).map((exit) => [exit.id, exit]));
  const branch = node.branch
    .filter(({ id }) => exits.has(id) && id !== next.id)
    .map((one) => {
      const { name } = exits.get(one.id)!;
      return one.nodeName === name ? one : { ...one, nodeName: name };
    });
  const same = branch.length === node.branch.length && branch.every((one, at) => one === node.branch[at]);
  const leads = node.nextNodeId === "" || exits.has(next.id);
  if (same && leads) return node;
  return { ...node, ...(same ? {} : { branch }), ...(leads ? {} : { nextNodeId: "" }) };
}

/** Why this exit may not lead there; undefined: it may. A node may lead to itself: whether that ends is the validator's. */
export function refusalOf({ flow: { nodes } }: SubProcess, source: string, exit: string, target: string) {
  const [from, to] = [nodes.find(({ nodeId }) => nodeId === source), nodes.find(({ nodeId }) => nodeId === target)];
  if (!from || !to) return "请选择要连接的节点";
  if (exitsOf(from).every(({ id }) => id !== exit)) return `「${from.nodeName}」没有这个出口`;
  if (to.nodeType === "start") return "连线不能指向开始节点";
  return undefined;
}

/** Of a jump within its canvas: no exit, but where it goes is to be seen. */
export const jumpsTo = ({ nodeType, config }: FlowNode): string =>
  nodeType === "jump" && config["to"] === "node" && typeof config["targetId"] === "string" ? config["targetId"] : "";
