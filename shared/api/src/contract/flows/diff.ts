/** How two texts of a flow differ: nodes, wordings, and what is the flow's as a whole. Pure: the page shows it of a stale save, too. */
import type { FlowDiff } from "./diff-reply.ts";
import type { FlowBody, FlowNode, SubProcess, Talking } from "./engine/flow.ts";

interface Placed {
  readonly sub: SubProcess;
  readonly node: FlowNode;
}

/** JSON with sorted keys: equal things have equal texts. */
export function stable(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stable).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{${entries
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, each]) => `${JSON.stringify(key)}:${stable(each)}`)
    .join(",")}}`;
}
const same = (a: unknown, b: unknown): boolean => stable(a) === stable(b);

const nodesOf = (body: FlowBody): ReadonlyMap<string, Placed> =>
  new Map(
    body.nodes.flatMap(({ subProcess: sub }) => sub.flow.nodes.map((node) => [node.nodeId, { sub, node }] as const)),
  );

function whatOf(a: Placed, b: Placed): string[] {
  const { node: x } = a;
  const { node: y } = b;
  return [
    ...(x.nodeName === y.nodeName ? [] : ["名称"]),
    ...(x.nodeType === y.nodeType ? [] : ["类型"]),
    ...(same([x.config, x.sensitive, x.remark], [y.config, y.sensitive, y.remark]) ? [] : ["属性"]),
    ...(same([x.branch, x.nextNodeId], [y.branch, y.nextNodeId]) ? [] : ["分支"]),
    ...(same(x.talkings, y.talkings) ? [] : ["话术"]),
    ...(same([x.x, x.y, x.size], [y.x, y.y, y.size]) ? [] : ["位置"]),
    ...(a.sub.subProcessId === b.sub.subProcessId ? [] : ["所在子流程"]),
  ];
}

function nodeChanges(a: ReadonlyMap<string, Placed>, b: ReadonlyMap<string, Placed>): FlowDiff["nodes"] {
  const line = ({ sub, node }: Placed, change: "added" | "removed" | "changed", what: string[]) => ({
    change,
    subProcessId: sub.subProcessId,
    subProcessName: sub.subProcessName,
    nodeId: node.nodeId,
    nodeName: node.nodeName,
    nodeType: node.nodeType,
    what,
  });
  const changed = [...b].flatMap(([id, now]) => {
    const before = a.get(id);
    if (!before) return [line(now, "added", [])];
    const what = whatOf(before, now);
    return what.length > 0 ? [line(now, "changed", what)] : [];
  });
  return [...changed, ...[...a].filter(([id]) => !b.has(id)).map(([, gone]) => line(gone, "removed", []))];
}

interface Worded {
  readonly talking: Talking;
  readonly nodeId: string;
  readonly nodeName: string;
}

/** As it reads in a list. */
const spoken = ({ playType, text, audios, promptId = "" }: Talking): string =>
  playType === "prompt" ? `[共享话术]${promptId}` : playType === "audio" ? `[语音]${audios.join("、")}` : text;

function wordingsOf(body: FlowBody, nodes: ReadonlyMap<string, Placed>): ReadonlyMap<string, Worded> {
  const own = [...nodes.values()].flatMap(({ node }) =>
    node.talkings.map(
      (talking) => [talking.talkKey, { talking, nodeId: node.nodeId, nodeName: node.nodeName }] as const,
    ),
  );
  const globals = [...body.globals.unknown.talkings, ...body.globals.timeout.talkings]
    .flat()
    .map((talking) => [talking.talkKey, { talking, nodeId: "", nodeName: "全局" }] as const);
  return new Map([...globals, ...own]);
}

function wordingChanges(a: ReadonlyMap<string, Worded>, b: ReadonlyMap<string, Worded>): FlowDiff["wordings"] {
  return [...new Set([...b.keys(), ...a.keys()])].flatMap((talkKey) => {
    const [before, now] = [a.get(talkKey), b.get(talkKey)];
    if (before && now && same(before.talking, now.talking)) return [];
    const { nodeId, nodeName } = (now ?? before)!;
    const change = before ? (now ? "changed" : "removed") : "added";
    const said = (worded: Worded | undefined) => (worded ? spoken(worded.talking) : "");
    return [{ change, nodeId, nodeName, talkKey, before: said(before), after: said(now) } as const];
  });
}

const variables = ({ collectVariable }: FlowBody): string =>
  collectVariable.map(({ vName, vAlias, type, value }) => `${vName}（${vAlias}）${type}=${value}`).join("；");
const subs = ({ nodes }: FlowBody): string => nodes.map(({ subProcess }) => subProcess.subProcessName).join("、");
function limits({ nodes, globals: { unknown, timeout } }: FlowBody): string {
  const all = nodes.flatMap(({ subProcess }) => subProcess.flow.nodes);
  const exit = (id = "") => (id === "" ? "" : `到「${all.find(({ nodeId }) => nodeId === id)?.nodeName ?? id}」`);
  return `没听懂${unknown.limit}次${exit(unknown.exit)}，超时${timeout.limit}次${exit(timeout.exit)}`;
}
const form = ({ variableForm, variableFormConf }: FlowBody): string =>
  variableForm === "" ? "" : `${variableForm} ${stable(variableFormConf)}`;
const questions = ({ qaNodes }: FlowBody): string =>
  qaNodes.map(({ subProcessId, dictionariesId }) => `${dictionariesId}→${subProcessId}`).join("；");

/** From a to b. tts: JSON text of the voice. */
export function diffFlows(a: FlowBody, b: FlowBody, tts: readonly [string, string] = ["", ""]): FlowDiff {
  const [x, y] = [nodesOf(a), nodesOf(b)];
  const others = [
    ["子流程", subs(a), subs(b)],
    ["变量", variables(a), variables(b)],
    ["全局设置", limits(a), limits(b)],
    ["问答", questions(a), questions(b)],
    ["变量写入表单", form(a), form(b)],
    ["音色", tts[0], tts[1]],
  ] as const;
  return {
    nodes: nodeChanges(x, y),
    wordings: wordingChanges(wordingsOf(a, x), wordingsOf(b, y)),
    others: others.filter(([, p, q]) => p !== q).map(([what, before, after]) => ({ what, before, after })),
  };
}
