/** Lines of a canvas: what exits, `nextNodeId` and `branch` say. Derived where a flow is drawn and where it is kept. */
import { configOf } from "./compile.ts";
import type { FlowBody, FlowEdge, FlowNode, SubProcess } from "./flow.ts";
import { next, type Exit } from "./node-type.ts";
import { nodeTypeOf } from "./nodes/index.ts";

/** A type that is not known here (a newer server's) leads where its branches say. */
export function exitsByType(node: FlowNode): readonly Exit[] {
  const type = nodeTypeOf(node.nodeType);
  return type ? type.exits(configOf(node)) : [next, ...node.branch.map(({ id, nodeName }) => ({ id, name: nodeName }))];
}

export const edgeId = (source: string, exit: string): string => `${source}-${exit}`;

/** Those that lead nowhere in this canvas are none. */
export function edgesOf({ flow: { nodes } }: Pick<SubProcess, "flow">): readonly FlowEdge[] {
  const known = new Set(nodes.map(({ nodeId }) => nodeId));
  return nodes.flatMap((node) => {
    const { nodeId: source, nextNodeId, branch } = node;
    return exitsByType(node).flatMap(({ id: exit }) => {
      const target = exit === next.id ? nextNodeId : branch.find(({ id }) => id === exit)?.nodeId;
      return target !== undefined && known.has(target) ? [{ id: edgeId(source, exit), source, exit, target }] : [];
    });
  });
}

/** Whatever lines it came with. */
export const withEdges = (body: FlowBody): FlowBody => ({
  ...body,
  nodes: body.nodes.map(({ subProcess }) => ({
    subProcess: { ...subProcess, flow: { ...subProcess.flow, edges: edgesOf(subProcess) } },
  })),
});
