/** A shared sub-process made out of one of a flow: its canvas becomes the main one, and what it calls and uses goes along. */
import { configOf, nodeTypeOf, type FlowBody, type SubProcess } from "@liantai/api/flows";
import { subsOf } from "./body.ts";

/** With those that it calls. */
function withCalled(body: FlowBody, first: SubProcess): readonly SubProcess[] {
  const found = new Map([[first.subProcessId, first]]);
  for (const sub of found.values())
    for (const node of sub.flow.nodes)
      for (const { kind, id } of nodeTypeOf(node.nodeType)?.references?.(configOf(node)) ?? []) {
        const called = kind === "subProcess" ? subsOf(body).find(({ subProcessId }) => subProcessId === id) : undefined;
        if (called) found.set(id, called);
      }
  return [...found.values()];
}

const setIn = (subs: readonly SubProcess[]): ReadonlySet<string> =>
  new Set(
    subs.flatMap(({ flow }) =>
      flow.nodes.flatMap((node) => [...(nodeTypeOf(node.nodeType)?.sets?.(configOf(node)) ?? [])]),
    ),
  );

/** Variables that it never sets and that have no first value are those it is handed. */
export function sharedOf(body: FlowBody, subProcessId: string): FlowBody | undefined {
  const first = subsOf(body).find((sub) => sub.subProcessId === subProcessId);
  if (!first) return undefined;
  const subs = withCalled(body, first);
  const text = JSON.stringify(subs);
  const used = body.collectVariable.filter(({ vName }) => new RegExp(`(?<![\\w.])${vName}(?!\\w)`).test(text));
  const set = setIn(subs);
  const inputs = used.filter(({ vName, value }) => value === "" && !set.has(vName)).map(({ vName }) => vName);
  const nodes = first.flow.nodes.map((node) =>
    node.nodeType === "start" ? { ...node, config: { ...node.config, inputs } } : node,
  );
  return {
    ...body,
    nodes: [
      { subProcess: { ...first, classification: 1, flow: { ...first.flow, nodes } } },
      ...subs.slice(1).map((sub) => ({ subProcess: { ...sub, classification: 2 as const } })),
    ],
    collectVariable: used,
    ...{ qaNodes: [], variableForm: "", variableFormConf: {} },
    removeIds: { talkIds: [], wordIds: [], nodeIds: [] },
  };
}
