/** Sub-processes of a flow: added, renamed, taken away; who calls them. */
import { configOf, nodeTypeOf, type Classification, type FlowBody, type SubProcess } from "@liantai/api/flows";
import { changeSub, freeName, subsOf } from "./body.ts";
import { connect, newNode } from "./nodes.ts";

export const classificationNames: Readonly<Record<Classification, string>> = { 1: "主流程", 2: "子流程", 3: "问答" };
/** Names of the nodes it begins with come from their types. */
interface Made {
  readonly id: string;
  readonly classification: 2 | 3;
  readonly flowId: string;
  readonly newId: () => string;
}

/** With a start that leads to an end. */
export function addSub(body: FlowBody, { id, classification, flowId, newId }: Made): FlowBody {
  const taken = new Set(subsOf(body).map(({ subProcessName }) => subProcessName));
  const empty: SubProcess = {
    ...{ subProcessId: id, subProcessName: freeName(taken, classificationNames[classification]), classification },
    flow: { nodes: [], edges: [], groups: [] },
  };
  const [start, end] = ["start", "end"].map((type) => newNode(empty, type, { id: newId(), flowId }));
  const nodes = [
    { ...start!, x: 80, y: 120 },
    { ...end!, x: 360, y: 120 },
  ];
  const subProcess = connect({ ...empty, flow: { ...empty.flow, nodes } }, start!.nodeId, "next", end!.nodeId);
  return { ...body, nodes: [...body.nodes, { subProcess }] };
}

export const renameSub = (body: FlowBody, id: string, name: string): FlowBody =>
  changeSub(body, id, (sub) => (sub.subProcessName === name ? sub : { ...sub, subProcessName: name }));

/** Who calls it, in words: 主流程「跳转」, 问答. */
export function callersOf(body: FlowBody, id: string): readonly string[] {
  const callers = subsOf(body).flatMap(({ subProcessId, subProcessName, flow }) =>
    flow.nodes
      .filter((node) => {
        const references = nodeTypeOf(node.nodeType)?.references?.(configOf(node)) ?? [];
        return subProcessId !== id && references.some((one) => one.kind === "subProcess" && one.id === id);
      })
      .map(({ nodeName }) => `${subProcessName}「${nodeName}」`),
  );
  return [...callers, ...(body.qaNodes.some(({ subProcessId }) => subProcessId === id) ? ["问答"] : [])];
}

/** Why it may not go; undefined: it may. */
export function keptFor(body: FlowBody, { subProcessId, classification }: SubProcess): string | undefined {
  if (classification === 1) return "主流程不能删除";
  const callers = callersOf(body, subProcessId);
  return callers.length === 0 ? undefined : `${callers.join("、")}还在使用它`;
}

export function removeSub(body: FlowBody, id: string): FlowBody {
  const sub = subsOf(body).find(({ subProcessId }) => subProcessId === id);
  if (!sub || keptFor(body, sub) !== undefined) return body;
  return { ...body, nodes: body.nodes.filter(({ subProcess }) => subProcess.subProcessId !== id) };
}
