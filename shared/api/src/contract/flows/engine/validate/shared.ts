/** Shared sub-processes: those that are called, and what a flow that is one itself may not have. */
import type { CollectedVariable } from "../flow.ts";
import {
  calledVersion,
  inputsOf,
  link,
  mainOf,
  resultsOf,
  sharedCalls,
  type SharedCall,
  type SharedFlows,
} from "../shared/link.ts";
import { own } from "../values.ts";
import type { Finding, Surroundings } from "./finding.ts";
import { graphOf, type Graph } from "./graph.ts";
import { ofFlow, ofNode } from "./of.ts";

export const sharedRule = "shared";

const typeWords: Readonly<Record<CollectedVariable["type"], string>> = {
  text: "文本",
  number: "数字",
  boolean: "是否",
  list: "列表",
};

/** Why it cannot be called; undefined: it can. */
function unfit(shared: SharedFlows, { flowId, versionId }: SharedCall): string | undefined {
  const flow = own(shared, flowId);
  if (!flow) return "公共子流程不存在";
  if (!flow.enabled) return `公共子流程“${flow.name}”已停用`;
  if (flow.newest === "") return `公共子流程“${flow.name}”还没有发布`;
  return calledVersion(shared, { flowId, versionId }) ? undefined : `公共子流程“${flow.name}”没有所选的版本`;
}

type Chain = readonly { readonly flowId: string; readonly name: string }[];

/** Names of the first round; a shared one that comes back to itself in another version of it is one, too. */
function round(shared: SharedFlows, call: SharedCall, chain: Chain): readonly string[] | undefined {
  const { flowId } = call;
  const from = chain.findIndex((each) => each.flowId === flowId);
  if (from !== -1) return [...chain.slice(from), chain[from]!].map(({ name }) => name);
  const version = calledVersion(shared, call);
  if (!version) return undefined;
  const longer = [...chain, { flowId, name: own(shared, flowId)?.name ?? "" }];
  for (const each of sharedCalls(version.body)) {
    const found = round(shared, each, longer);
    if (found) return found;
  }
  return undefined;
}

const inputsText = (name: string, input: string): string => `公共子流程“${name}”要传入变量“${input}”，本流程没有声明`;

/** Variables are the call's, by name: what is handed over has to be there, and to be of the same type. What the engine sets is there. */
function variablesOf({ collectVariable }: Graph["body"], name: string, called: Graph["body"]): readonly string[] {
  const types = new Map(collectVariable.map(({ vName, type }) => [vName, type]));
  const differs = called.collectVariable.flatMap(({ vName, type }) => {
    const here = types.get(vName);
    return here === undefined || here === type
      ? []
      : [`变量“${vName}”在公共子流程“${name}”里是${typeWords[type]}，在本流程里是${typeWords[here]}`];
  });
  const own = new Set(called.collectVariable.map(({ vName }) => vName));
  const missing = inputsOf(called).filter((each) => own.has(each) && !types.has(each));
  return [...missing.map((each) => inputsText(name, each)), ...differs];
}

/** Of its ends, and of exits that need not be wired and are not. */
function possibleResults(shared: SharedFlows, called: Graph["body"]): ReadonlySet<string> {
  const whole = link(called, shared).body;
  const open = graphOf(whole).canvases.flatMap(({ places }) =>
    places.flatMap(({ exits, to }) =>
      exits.flatMap(({ id, defaulted, fails }) => (defaulted && !fails && to[id] === undefined ? [id] : [])),
    ),
  );
  return new Set([...resultsOf(whole), ...open]);
}

export function sharedCalled({ body }: Graph, { shared = {}, self }: Surroundings): readonly Finding[] {
  return sharedCalls(body).flatMap((call) => {
    // That none is chosen the node says itself.
    if (call.flowId === "") return [];
    const wrong = (text: string) => ofNode(call, sharedRule, text);
    const circle = round(shared, call, self ? [self] : []);
    if (circle) return [wrong(`公共子流程循环调用：${circle.join(" → ")}`)];
    const text = unfit(shared, call);
    if (text !== undefined) return [wrong(text)];
    const { body: called } = calledVersion(shared, call)!;
    const { name } = own(shared, call.flowId)!;
    const results = possibleResults(shared, called);
    return [
      ...variablesOf(body, name, called).map(wrong),
      ...call.results.filter((each) => !results.has(each)).map((each) => wrong(`公共子流程“${name}”没有结果“${each}”`)),
    ];
  });
}

/** What of a flow is the calling flow's: sentences that are heard anywhere, and the form that is filled when the call is over. */
export function sharedItself({ body, canvases }: Graph, { self }: Surroundings): readonly Finding[] {
  const main = mainOf(body);
  const stray = canvases.flatMap(({ sub, start }) =>
    start && (!self || sub !== main) && (start.config["inputs"] as readonly string[]).length > 0
      ? [ofNode(start, sharedRule, "传入变量只用于公共子流程的主画布")]
      : [],
  );
  if (!self) return stray;
  return [
    ...stray,
    ...(body.qaNodes.length > 0 ? [ofFlow(sharedRule, "公共子流程不能有问答画布")] : []),
    ...(body.variableForm === "" ? [] : [ofFlow(sharedRule, "公共子流程不写入表单，请在调用它的流程里设置")]),
  ];
}
