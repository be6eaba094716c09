/** What two people did to one draft: told apart by node, and put together where they did it to different ones. Pure. */
import { nodeTypeOf, type FlowBody, type FlowNode, type SubProcess } from "@liantai/api/flows";
import { sameValue } from "@liantai/api/forms";
import { changeSub, subsOf, type Design } from "./body.ts";

/** id: the node's, the sub-process's, or a part of the whole. */
export interface Change {
  readonly kind: "added" | "removed" | "changed";
  readonly what: "node" | "sub" | "whole";
  readonly id: string;
  readonly subId: string;
  readonly name: string;
}

const wholes = {
  globals: "全局话术",
  collectVariable: "变量",
  qaNodes: "问答",
  variableFormConf: "表单对应",
  variableForm: "表单",
} as const satisfies Partial<Record<keyof FlowBody, string>>;
type Whole = keyof typeof wholes;
const wholeKeys = Object.keys(wholes) as Whole[];

const named = (node: FlowNode) => `${node.nodeName}（${nodeTypeOf(node.nodeType)?.name ?? node.nodeType}）`;

function nodesBetween(before: SubProcess, after: SubProcess): Change[] {
  const subId = after.subProcessId;
  const old = new Map(before.flow.nodes.map((node) => [node.nodeId, node]));
  const now = new Map(after.flow.nodes.map((node) => [node.nodeId, node]));
  const change = (kind: Change["kind"], node: FlowNode): Change => ({
    ...{ kind, what: "node", id: node.nodeId, subId },
    name: named(node),
  });
  return [
    ...after.flow.nodes.flatMap((node) => {
      const was = old.get(node.nodeId);
      if (!was) return [change("added", node)];
      return was === node || sameValue(was, node) ? [] : [change("changed", node)];
    }),
    ...before.flow.nodes.filter(({ nodeId }) => !now.has(nodeId)).map((node) => change("removed", node)),
  ];
}

const headOf = ({ subProcessName, classification, flow: { groups } }: SubProcess) => ({
  ...{ subProcessName, classification, groups },
});

/** From one state of a flow to another, by node and by name. Lines are their nodes' own, so they are not told apart from them. */
export function changesBetween(before: Design, after: Design): readonly Change[] {
  const [old, now] = [before, after].map(({ body }) => new Map(subsOf(body).map((sub) => [sub.subProcessId, sub])));
  const head = (kind: Change["kind"], { subProcessId, subProcessName }: SubProcess): Change => ({
    ...{ kind, what: "sub", id: subProcessId, subId: subProcessId, name: subProcessName },
  });
  const whole = (id: string, name: string): Change => ({ kind: "changed", what: "whole", id, subId: "", name });
  return [
    ...wholeKeys.filter((key) => !sameValue(before.body[key], after.body[key])).map((key) => whole(key, wholes[key])),
    ...(before.tts === after.tts ? [] : [whole("tts", "音色")]),
    ...subsOf(after.body).flatMap((sub) => {
      const was = old!.get(sub.subProcessId);
      if (!was) return [head("added", sub)];
      return [...(sameValue(headOf(was), headOf(sub)) ? [] : [head("changed", sub)]), ...nodesBetween(was, sub)];
    }),
    ...subsOf(before.body)
      .filter(({ subProcessId }) => !now!.has(subProcessId))
      .map((sub) => head("removed", sub)),
  ];
}

/** The changes of mine that meet one of theirs: the same node, the same part, or anything in a sub-process that the other took away. */
export function meeting(mine: readonly Change[], theirs: readonly Change[]): readonly Change[] {
  const meets = (a: Change, b: Change) =>
    (a.what === b.what && a.id === b.id) ||
    (a.subId !== "" && a.subId === b.subId && [a, b].some(({ what, kind }) => what === "sub" && kind === "removed"));
  return mine.filter((one) => theirs.some((other) => meets(one, other)));
}

function applied({ body, tts }: Design, one: Change, mine: Design): Design {
  const own = subsOf(mine.body).find(({ subProcessId }) => subProcessId === one.subId);
  if (one.what === "whole")
    return one.id === "tts"
      ? { body, tts: mine.tts }
      : { body: { ...body, [one.id]: mine.body[one.id as Whole] }, tts };
  if (one.what === "sub" && one.kind !== "changed") {
    const others = body.nodes.filter(({ subProcess }) => subProcess.subProcessId !== one.id);
    return { body: { ...body, nodes: own && one.kind === "added" ? [...others, { subProcess: own }] : others }, tts };
  }
  const change = (sub: SubProcess): SubProcess => {
    const { groups } = own!.flow;
    if (one.what === "sub") return { ...sub, subProcessName: own!.subProcessName, flow: { ...sub.flow, groups } };
    const node = own!.flow.nodes.find(({ nodeId }) => nodeId === one.id);
    const rest = sub.flow.nodes.filter(({ nodeId }) => nodeId !== one.id);
    const nodes =
      one.kind === "changed" && node
        ? sub.flow.nodes.map((each) => (each.nodeId === one.id ? node : each))
        : [...rest, ...(node ? [node] : [])];
    return { ...sub, flow: { ...sub.flow, nodes } };
  };
  return { body: changeSub(body, one.subId, change), tts };
}

/**
 * Theirs with what I did on top. Undefined where we both did something to one node (or part): then one of us has to give way. A branch
 * of mine to a node that they took away leads nowhere: the validator names it.
 */
export function merged(base: Design, mine: Design, theirs: Design): Design | undefined {
  const own = changesBetween(base, mine);
  if (meeting(own, changesBetween(base, theirs)).length > 0) return undefined;
  return own.reduce((now, one) => applied(now, one, mine), theirs);
}
