/** The validator (flows.md B18). Pure: what exists, and what expressions and patterns are right, it is told. */
import type { FlowBody } from "../flow.ts";
import { intents, properties, references, wordings } from "./contents.ts";
import type { Finding, Surroundings } from "./finding.ts";
import { graphOf } from "./graph.ts";
import { cycles, deadAir, inUse, recursion } from "./running.ts";
import { canvases, exits, reachable } from "./structure.ts";
import { assigned, declared, written } from "./variables.ts";

export type { Finding, KnownIntent, Surroundings } from "./finding.ts";

const rules = [
  canvases,
  exits,
  reachable,
  cycles,
  recursion,
  deadAir,
  properties,
  declared,
  assigned,
  written,
  wordings,
  intents,
  references,
  inUse,
] as const;

export function validate(body: FlowBody, surroundings: Surroundings): readonly Finding[] {
  const graph = graphOf(body);
  return rules.flatMap((rule) => rule(graph, surroundings));
}
