/** A version of a flow to a program: exits resolved, configs cast. Takes what the validator lets through, and never throws. */
import {
  misses,
  type FlowBody,
  type FlowNode,
  type FlowVoice,
  type GlobalNode,
  type Miss,
  type SubProcess,
} from "./flow.ts";
import type { NodeType } from "./node-type.ts";
import { nodeTypeOf } from "./nodes/index.ts";
import type { Program, ProgramNode, ProgramSub } from "./program.ts";
import { own } from "./values.ts";
import { isFor } from "./wording.ts";

export interface Version {
  readonly flowId: string;
  readonly versionId: string;
  /** Its number; absent: it is a draft. */
  readonly version?: number;
  readonly flowType: number;
  readonly body: FlowBody;
  readonly voice: FlowVoice | null;
  /** Of what was linked into the body (shared/link.ts). */
  readonly links?: Readonly<Record<string, string>>;
}

/** What stands in the node, with the defaults of its type; what cannot be cast is left to its default. */
export function configOf({
  nodeType,
  config,
}: Pick<FlowNode, "nodeType" | "config">): Readonly<Record<string, unknown>> {
  const schema = nodeTypeOf(nodeType)?.config;
  if (!schema) return config;
  try {
    return schema.cast(config, { assert: false, stripUnknown: true }) as Readonly<Record<string, unknown>>;
  } catch {
    return schema.getDefault() as Readonly<Record<string, unknown>>;
  }
}

const exitsOf = ({ nextNodeId, branch }: FlowNode, known: ReadonlySet<string>): ProgramNode["exits"] =>
  Object.fromEntries(
    [["next", nextNodeId], ...branch.map(({ id, nodeId }) => [id, nodeId])].filter(([, to]) => known.has(to!)),
  );

/** Where the flow's own exits (`globals`) lead in a canvas: to a node of it. */
type GlobalExits = Readonly<Record<Miss, string | undefined>>;

export const globalExits = ({ unknown, timeout }: FlowBody["globals"], known: ReadonlySet<string>): GlobalExits => {
  const there = ({ exit = "" }: GlobalNode) => (known.has(exit) ? exit : undefined);
  return { unknown: there(unknown), timeout: there(timeout) };
};

/** Of a node that asks, for its exits that are not wired: node by exit. */
export const byGlobals = (
  { asks }: Pick<NodeType, "asks">,
  exits: Readonly<Record<string, string>>,
  globals: GlobalExits,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    misses.flatMap((why) => {
      const [exit, to] = [asks?.[why] ?? "", globals[why]];
      return exit === "" || to === undefined || own(exits, exit) !== undefined ? [] : [[exit, to]];
    }),
  );

/** A node that does not ask says nothing of the kind. */
function talkingsOf({ nodeType, talkings }: FlowNode): Pick<ProgramNode, "talkings" | "missed"> {
  if (talkings.every(isFor(undefined))) return { talkings };
  const of = (when: Miss | undefined) => talkings.filter(isFor(when));
  const missed = { unknown: of("unknown"), timeout: of("timeout") };
  return { talkings: of(undefined), ...(nodeTypeOf(nodeType)?.asks && { missed }) };
}

const failsOf = (node: FlowNode, exits: ProgramNode["exits"]): ProgramNode["fails"] =>
  Object.fromEntries(
    (nodeTypeOf(node.nodeType)?.exits(configOf(node)) ?? []).flatMap(({ id, fails }) =>
      fails === undefined || own(exits, id) !== undefined ? [] : [[id, fails]],
    ),
  );

function nodeOf(node: FlowNode, known: ReadonlySet<string>, globals: GlobalExits): ProgramNode {
  const { nodeId, nodeName, nodeType, sensitive, branch } = node;
  const wired = exitsOf(node, known);
  const exits = { ...wired, ...byGlobals(nodeTypeOf(nodeType) ?? {}, wired, globals) };
  return {
    id: nodeId,
    name: nodeName,
    type: nodeType,
    config: configOf(node),
    ...talkingsOf(node),
    sensitive,
    exits,
    fails: failsOf(node, exits),
    intents: Object.fromEntries(
      branch
        .filter(({ dictionariesId }) => dictionariesId !== "")
        .map(({ id, dictionariesId }) => [id, dictionariesId]),
    ),
  };
}

function subOf(
  { subProcessId, subProcessName, classification, flow: { nodes } }: SubProcess,
  globals: FlowBody["globals"],
): ProgramSub {
  const known = new Set(nodes.map(({ nodeId }) => nodeId));
  const ownGlobals = globalExits(globals, known);
  const exception = nodes.find(({ nodeType }) => nodeType === "exception")?.nodeId;
  return {
    id: subProcessId,
    name: subProcessName,
    classification,
    start: nodes.find(({ nodeType }) => nodeType === "start")?.nodeId ?? "",
    nodes: Object.fromEntries(nodes.map((node) => [node.nodeId, nodeOf(node, known, ownGlobals)])),
    ...(exception === undefined ? {} : { exception }),
  };
}

export function compile({ flowId, versionId, version, flowType, body, voice, links }: Version): Program {
  const subs = body.nodes.map(({ subProcess }) => subOf(subProcess, body.globals));
  const main = subs.find(({ classification }) => classification === 1) ?? subs[0];
  return {
    flowId,
    versionId,
    ...(version === undefined ? {} : { version }),
    flowType,
    main: main?.id ?? "",
    subs: Object.fromEntries(subs.map((sub) => [sub.id, sub])),
    globals: body.globals,
    variables: body.collectVariable,
    voice,
    qa: body.qaNodes.map(({ subProcessId, dictionariesId }) => ({ sub: subProcessId, intentId: dictionariesId })),
    ...(links && Object.keys(links).length > 0 ? { links } : {}),
    form: body.variableForm === "" ? null : { id: body.variableForm, fields: body.variableFormConf },
  };
}
