/**
 * The process to follow: where the agent stands in a flow of type 5, by what is said. Pure. The agent said what a step asks him to say,
 * or the customer's sentence takes one of its branches: the next step is shown, in a sub-process where the flow leads into one.
 */
import type { AssistProcess, AssistSide, AssistStep } from "@liantai/api/contract/assist";
import { configOf, mainOf, promptWording, type FlowBody, type FlowNode, type Prompts } from "@liantai/api/flows";

/** A published flow of type 5, the shared sub-processes that it calls linked in. */
export interface AssistFlow {
  readonly flowId: string;
  readonly name: string;
  readonly body: FlowBody;
  /** Shared prompts that it says; absent: none. */
  readonly prompts?: Prompts;
}

/** The branch that a sentence takes, of those of a node that have an intent; undefined: none. */
export type Understand = (text: string, node: FlowNode) => string | undefined;

interface Place {
  readonly subId: string;
  readonly nodeId: string;
}

export interface Position extends Place {
  readonly flow: AssistFlow;
  /** Who called the sub-process that it is in, and who called that. */
  readonly calls: readonly Place[];
}

const mostCalls = 10;

const nodesOf = ({ body }: AssistFlow, subId: string): readonly FlowNode[] =>
  body.nodes.find(({ subProcess }) => subProcess.subProcessId === subId)?.subProcess.flow.nodes ?? [];

const nodeAt = ({ flow, subId, nodeId }: Position): FlowNode | undefined =>
  nodesOf(flow, subId).find((node) => node.nodeId === nodeId);

/** Of a shared prompt as the flow's own language has it; a sound alone is nothing that an agent could read. */
const wordsOf = ({ body, prompts }: AssistFlow, { talkings }: FlowNode): string =>
  talkings
    .filter(({ skills }) => skills.when === undefined)
    .map(({ playType, promptId, text }) =>
      playType === "prompt" ? promptWording(prompts, promptId, firstValues(body))?.text : text,
    )
    .filter(Boolean)
    .join("\n");

const firstValues = ({ collectVariable }: FlowBody): Record<string, string> =>
  Object.fromEntries(collectVariable.map(({ vName, value }) => [vName, value]));

/** Exits that lead somewhere. */
const exitsOf = ({ nextNodeId, branch }: FlowNode): readonly string[] =>
  [nextNodeId, ...branch.map(({ nodeId }) => nodeId)].filter(Boolean);

/** A jump within the flow: to a node of its canvas, or into a sub-process. */
function jumpOf(node: FlowNode): { readonly kind: "node" | "sub"; readonly id: string } | undefined {
  if (node.nodeType !== "jump") return undefined;
  const { to, targetId } = configOf(node) as { readonly to: string; readonly targetId: string };
  return to === "flow" ? undefined : { kind: to === "node" ? "node" : "sub", id: targetId };
}

/** The first node of a canvas. */
const startOf = (flow: AssistFlow, subId: string): string | undefined =>
  nodesOf(flow, subId).find(({ nodeType }) => nodeType === "start")?.nodeId;

/** The canvas is over: its caller goes on by the exit of the result, as in calls. undefined: nobody called it. */
function returned(at: Position, result: string): Position | undefined {
  const place = at.calls.at(-1);
  if (!place) return undefined;
  const caller: Position = { ...at, ...place, calls: at.calls.slice(0, -1) };
  const node = nodeAt(caller);
  const to = node?.branch.find(({ id, nodeId }) => id === result && nodeId !== "")?.nodeId || node?.nextNodeId;
  return to ? { ...caller, nodeId: to } : returned(caller, result);
}

const resultOf = (node: FlowNode): string => String(configOf(node)["result"] || "next");

/** Where a node without words leads; the same position: it is where one stays; undefined: it is over. */
function passed(at: Position, node: FlowNode): Position | undefined {
  if (node.nodeType === "end") return returned(at, resultOf(node));
  const jump = jumpOf(node);
  if (jump?.kind === "node") return { ...at, nodeId: jump.id };
  const start = jump && startOf(at.flow, jump.id);
  if (jump && start !== undefined && at.calls.length < mostCalls)
    return {
      ...at,
      ...{ subId: jump.id, nodeId: start, calls: [...at.calls, { subId: at.subId, nodeId: node.nodeId }] },
    };
  const [only, ...others] = new Set(exitsOf(node));
  if (only === undefined && at.calls.length > 0) return returned(at, "next");
  return only === undefined || others.length > 0 ? at : { ...at, nodeId: only };
}

/** A node without words of its own and with one way out is passed by. */
function settle(from: Position): Position | undefined {
  const seen = new Set<string>();
  for (let at: Position | undefined = from; at !== undefined;) {
    const node = nodeAt(at);
    const key = [at.subId, at.nodeId, at.calls.length].join("/");
    if (!node || seen.has(key)) return undefined;
    if (wordsOf(at.flow, node) !== "") return at;
    seen.add(key);
    const next: Position | undefined = passed(at, node);
    if (next === at) return at;
    at = next;
  }
  return undefined;
}

/** undefined: the flow has no beginning. */
export function beginProcess(flow: AssistFlow): Position | undefined {
  const subId = mainOf(flow.body)?.subProcessId ?? "";
  const nodeId = startOf(flow, subId);
  return nodeId === undefined ? undefined : settle({ flow, subId, nodeId, calls: [] });
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
  const node = nodeAt(at);
  if (!node || text === "") return at;
  const to = (nodeId: string): Position => settle({ ...at, nodeId }) ?? at;
  if (side === "agent") {
    if (node.branch.some(({ nodeId }) => nodeId !== "") || !wasSaid(text, wordsOf(at.flow, node))) return at;
    if (node.nextNodeId !== "") return to(node.nextNodeId);
    const back = returned(at, "next");
    return (back && settle(back)) ?? at;
  }
  const taken = understand?.(text, node) ?? node.branch.find((each) => named(text, each.nodeName))?.id;
  const branch = node.branch.find(({ id }) => id === taken)?.nodeId;
  return branch ? to(branch) : at;
}

/** The sentence has the branch's own word in it. */
const named = (text: string, word: string): boolean => word.length > 1 && text.includes(word);

/** Of a canvas, and where it calls a sub-process those of that; each canvas once. */
function stepsOf(flow: AssistFlow, subId: string, seen: Set<string>): readonly AssistStep[] {
  if (seen.has(subId)) return [];
  seen.add(subId);
  return nodesOf(flow, subId).flatMap((node) => {
    const content = wordsOf(flow, node);
    const jump = jumpOf(node);
    return [
      ...(content === "" ? [] : [{ nodeId: node.nodeId, nodeName: node.nodeName, content }]),
      ...(jump?.kind === "sub" ? stepsOf(flow, jump.id, seen) : []),
    ];
  });
}

export function present(at: Position): AssistProcess {
  const { flow, nodeId } = at;
  const node = nodeAt(at);
  return {
    flowId: flow.flowId,
    flowData: { name: flow.name, steps: [...stepsOf(flow, mainOf(flow.body)?.subProcessId ?? "", new Set())] },
    nodeData: { nodeId, content: node ? wordsOf(flow, node) : "" },
  };
}
