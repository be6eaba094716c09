import { nodeTypeOf, type FlowBody, type FlowNode, type SubProcess } from "@liantai/api/flows";
import { subsOf } from "./body.ts";

export interface Hit {
  readonly sub: SubProcess;
  readonly node: FlowNode;
  /** What was found, where it is not the name: the type's word, a wording, the remark. */
  readonly where: string;
}

/** Nodes whose name, type, wordings or remark hold the text, in the order of the flow; `most` of them. */
export function search(body: FlowBody, text: string, most = 50): readonly Hit[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return [];
  const holds = (one: string) => one.toLowerCase().includes(wanted);
  const hits = subsOf(body).flatMap((sub) =>
    sub.flow.nodes.flatMap((node): Hit[] => {
      if (holds(node.nodeName) || node.nodeId === text.trim()) return [{ sub, node, where: "" }];
      const word = nodeTypeOf(node.nodeType)?.name ?? node.nodeType;
      const where = [word, ...node.talkings.map((one) => one.text), node.remark].find(holds);
      return where === undefined ? [] : [{ sub, node, where }];
    }),
  );
  return hits.slice(0, most);
}
