/**
 * The process to follow: where the agent stands in a flow of type 5, by what is said. Pure. The agent said what a step asks him to say,
 * or the customer's sentence takes one of its branches: the next step is shown.
 */
import type { AssistProcess, AssistSide, AssistStep } from "@liantai/api/contract/assist";
import type { FlowBody, FlowNode } from "@liantai/api/flows";

/** A published flow of type 5. */
export interface AssistFlow {
  readonly flowId: string;
  readonly name: string;
  readonly body: FlowBody;
}

/** The branch that a sentence takes, of those of a node that have an intent; undefined: none. */
export type Understand = (text: string, node: FlowNode) => string | undefined;

export interface Position {
  readonly flow: AssistFlow;
  readonly nodeId: string;
}

const nodesOf = ({ body }: AssistFlow): readonly FlowNode[] =>
  (body.nodes.find(({ subProcess }) => subProcess.classification === 1) ?? body.nodes[0])?.subProcess.flow.nodes ?? [];

const nodeOf = (flow: AssistFlow, nodeId: string): FlowNode | undefined =>
  nodesOf(flow).find((node) => node.nodeId === nodeId);

const wordsOf = ({ talkings }: FlowNode): string =>
  talkings
    .map(({ text }) => text)
    .filter(Boolean)
    .join("\n");

/** Exits that lead somewhere. */
const exitsOf = ({ nextNodeId, branch }: FlowNode): readonly string[] =>
  [nextNodeId, ...branch.map(({ nodeId }) => nodeId)].filter(Boolean);

/** A node without words of its own and with one way out is passed by. */
function settle(flow: AssistFlow, nodeId: string): Position | undefined {
  let node = nodeOf(flow, nodeId);
  for (const seen = new Set<string>(); node && !seen.has(node.nodeId);) {
    const exits = [...new Set(exitsOf(node))];
    if (wordsOf(node) !== "" || exits.length !== 1) return { flow, nodeId: node.nodeId };
    seen.add(node.nodeId);
    node = nodeOf(flow, exits[0]!);
  }
  return undefined;
}

/** undefined: the flow has no beginning. */
export function beginProcess(flow: AssistFlow): Position | undefined {
  const start = nodesOf(flow).find(({ nodeType }) => nodeType === "start");
  return start && settle(flow, start.nodeId);
}

const bigrams = (text: string): ReadonlySet<string> => {
  const letters = (text.match(/[\p{L}\p{N}]/gu) ?? []).join("");
  return new Set(Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2)));
};

/** Half of what the step says was said, however it was put. */
function wasSaid(text: string, wanted: string): boolean {
  const [heard, asked] = [bigrams(text), bigrams(wanted)];
  if (asked.size === 0) return false;
  return [...asked].filter((each) => heard.has(each)).length * 2 >= asked.size;
}

/** Where it goes on after a sentence; the same position: the sentence is none of its. */
export function follow(at: Position, side: AssistSide, text: string, understand?: Understand): Position {
  const node = nodeOf(at.flow, at.nodeId);
  if (!node || text === "") return at;
  if (side === "agent") {
    if (node.nextNodeId === "" || node.branch.some(({ nodeId }) => nodeId !== "")) return at;
    return wasSaid(text, wordsOf(node)) ? (settle(at.flow, node.nextNodeId) ?? at) : at;
  }
  const taken = understand?.(text, node) ?? node.branch.find((each) => named(text, each.nodeName))?.id;
  const to = node.branch.find(({ id }) => id === taken)?.nodeId;
  return to ? (settle(at.flow, to) ?? at) : at;
}

/** The sentence has the branch's own word in it. */
const named = (text: string, word: string): boolean => word.length > 1 && text.includes(word);

export function present({ flow, nodeId }: Position): AssistProcess {
  const steps: AssistStep[] = nodesOf(flow)
    .filter((node) => wordsOf(node) !== "")
    .map((node) => ({ nodeId: node.nodeId, nodeName: node.nodeName, content: wordsOf(node) }));
  const node = nodeOf(flow, nodeId);
  return {
    flowId: flow.flowId,
    flowData: { name: flow.name, steps },
    nodeData: { nodeId, content: node ? wordsOf(node) : "" },
  };
}
