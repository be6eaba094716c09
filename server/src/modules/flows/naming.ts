/** What a text of a flow names: by node, so that a search says where. */
import {
  configOf,
  nodeTypeOf,
  promptsOf,
  type FlowBody,
  type FlowNode,
  type Reference,
  type Talking,
} from "@liantai/api/flows";
import { sharedVersionKind } from "./kinds.ts";
import type { Named } from "./uses-repository.ts";

/** Voices and shared prompts that wordings say. */
const saidIn = (talkings: readonly Talking[]): readonly Reference[] => [
  ...talkings.flatMap(({ audios }) => audios.map((id) => ({ kind: "voice", id }) as const)),
  ...promptsOf(talkings).map((id) => ({ kind: "sharedPrompt", id }) as const),
];
const intentsOf = (ids: readonly string[]): readonly Reference[] => ids.map((id) => ({ kind: "intent", id }) as const);

/** Of one node: its type's own, its sounds, the intents of its exits. */
export const referencesOf = (node: FlowNode): readonly Reference[] => [
  ...(nodeTypeOf(node.nodeType)?.references?.(configOf(node)) ?? []),
  ...saidIn(node.talkings),
  ...intentsOf(node.branch.map(({ dictionariesId }) => dictionariesId)),
];

/** Of the flow as a whole. */
export const ownReferences = ({ globals, qaNodes, variableForm }: FlowBody): readonly Reference[] => [
  ...saidIn([...globals.unknown.talkings, ...globals.timeout.talkings].flat()),
  ...intentsOf(qaNodes.map(({ dictionariesId }) => dictionariesId)),
  { kind: "form", id: variableForm },
];

const whole = { subProcessId: "", subProcessName: "", nodeId: "", nodeName: "" };

const versionOf = (node: FlowNode): readonly string[] => {
  const { to, version } = node.nodeType === "jump" ? (configOf(node) as { to?: string; version?: string }) : {};
  return to === "shared" && version ? [version] : [];
};

/** Each thing once a node; what is left empty names nothing. */
export function namedIn(body: FlowBody): readonly Named[] {
  const found = [
    ...ownReferences(body).map(({ kind, id }) => ({ kind, usedId: id, ...whole })),
    ...body.nodes.flatMap(({ subProcess: { subProcessId, subProcessName, flow } }) =>
      flow.nodes.flatMap((node) =>
        [...referencesOf(node), ...versionOf(node).map((id) => ({ kind: sharedVersionKind, id }))].map(
          ({ kind, id }) => ({
            kind,
            usedId: id,
            subProcessId,
            subProcessName,
            nodeId: node.nodeId,
            nodeName: node.nodeName,
          }),
        ),
      ),
    ),
  ].filter(({ usedId }) => usedId !== "");
  const key = (one: Named) => [one.kind, one.usedId, one.subProcessId, one.nodeId].join("\n");
  return [...new Map(found.map((one) => [key(one), one])).values()];
}

/** What it names outside of itself, things that are there by themselves. */
export const outsideIn = (body: FlowBody): readonly Named[] =>
  namedIn(body).filter(({ kind }) => kind !== "subProcess" && kind !== sharedVersionKind);

export const intentsIn = (body: FlowBody): readonly string[] => [
  ...new Set(
    namedIn(body)
      .filter(({ kind }) => kind === "intent")
      .map(({ usedId }) => usedId),
  ),
];
