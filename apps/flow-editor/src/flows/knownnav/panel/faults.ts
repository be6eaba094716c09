/** Which field of a node a finding of the validator stands at. */
import type { FieldKind } from "./fields/kinds.ts";

export interface Finding {
  readonly severity: "error" | "warning";
  readonly rule: string;
  readonly subProcessId: string;
  readonly nodeId: string;
  readonly nodeName: string;
  readonly text: string;
}

/** Parts of the panel that are no fields of the config. */
export type Place = "talkings" | "exits";

const placesByRule: Readonly<Record<string, Place>> = {
  wording: "talkings",
  converted: "talkings",
  exit: "exits",
  edges: "exits",
};

const targets: readonly string[] = [
  ...[
    "targetId",
    "toId",
    "interfaceId",
    "templateId",
    "seatId",
    "vName",
    "questionId",
    "classId",
    "number",
    "mailGroupId",
  ],
  ...["rows", "rules"],
];
const fieldsByRule: Readonly<Record<string, readonly string[]>> = {
  target: targets,
  reference: targets,
  variable: ["vName", "assign"],
  digits: ["min"],
  keys: ["keys", "scale", "reasons", "branches"],
  condition: ["rules", "branches"],
  branch: ["rows", "rules", "branches"],
  intent: ["branches"],
};
const kindsByRule: Readonly<Record<string, readonly FieldKind["kind"][]>> = {
  expression: ["expression"],
  pattern: ["pattern"],
  regex: ["pattern"],
  reference: ["reference"],
};

/** Beside the node its name need not be said. */
export const saidBeside = ({ text, nodeName }: Finding): string =>
  nodeName !== "" && text.startsWith(`节点“${nodeName}”：`) ? text.slice(nodeName.length + 5) : text;

export const placeOf = ({ rule }: Finding): Place | undefined => placesByRule[rule];

/** The field (a top one of the config) that it is about; undefined: the node as a whole. kinds: what each of them is. */
export function fieldOf(
  { rule }: Finding,
  kinds: Readonly<Record<string, readonly FieldKind["kind"][]>>,
): string | undefined {
  const named = [...(fieldsByRule[rule] ?? []), rule].find((name) => name in kinds);
  if (named !== undefined) return named;
  const wanted = kindsByRule[rule] ?? [];
  return Object.keys(kinds).find((name) => kinds[name]!.some((kind) => wanted.includes(kind)));
}
