/** The validator (flows.md B18). Pure: what exists, and what expressions and patterns are right, it is told. */
import type { FlowBody } from "../flow.ts";
import { columns, intents, properties, references, wordings } from "./contents.ts";
import type { Finding, Surroundings } from "./finding.ts";
import { graphOf, type Graph } from "./graph.ts";
import { ofFlow } from "./of.ts";
import { cycles, inUse, recursion } from "./running.ts";
import { link } from "../shared/link.ts";
import { isLinked } from "../shared/names.ts";
import { deadAir } from "./silence.ts";
import { sharedCalled, sharedItself, sharedRule } from "./shared.ts";
import { canvases, exits, globalExit, reachable } from "./structure.ts";
import { assigned, declared, written } from "./variables.ts";

export type { ExpressionUse, Finding, KnownIntent, Listener, Surroundings } from "./finding.ts";

/** Of what is drawn here. */
const ofItself = [
  canvases,
  exits,
  globalExit,
  reachable,
  properties,
  declared,
  written,
  wordings,
  intents,
  references,
  columns,
  inUse,
  sharedCalled,
  sharedItself,
] as const;

/** A flow that customers are led into for it asks for a mark. */
const surveys = ({ canvases: all }: Graph, { survey }: Surroundings): readonly Finding[] =>
  survey && !all.some(({ places }) => places.some(({ type }) => type.type === "satisfaction"))
    ? [ofFlow("survey", "本流程用作满意度评价，但没有满意度节点")]
    : [];

/** Of what a call meets, through the shared sub-processes that it comes to as well. */
const ofTheWay = [cycles, recursion, deadAir, assigned, surveys] as const;

/** A shared sub-process has the exits of who calls it: none of its own. */
function withoutGlobalExits(body: FlowBody): FlowBody {
  const { unknown, timeout } = body.globals;
  return { ...body, globals: { unknown: { ...unknown, exit: "" }, timeout: { ...timeout, exit: "" } } };
}

/** What is wrong with a shared sub-process is said where that is published. */
export function validate(drawn: FlowBody, surroundings: Surroundings): readonly Finding[] {
  const body = surroundings.self === undefined ? drawn : withoutGlobalExits(drawn);
  const graph = graphOf(body);
  const linked = link(body, surroundings.shared ?? {}).body;
  const whole = linked === body ? graph : graphOf(linked);
  const own = ofItself.flatMap((rule) => rule(graph, surroundings));
  const known = new Set(own.flatMap(({ rule, nodeId }) => (rule === sharedRule ? [nodeId] : [])));
  const way = ofTheWay
    .flatMap((rule) => rule(whole, surroundings))
    .filter(({ subProcessId, nodeId }) => !isLinked(subProcessId) && (nodeId === "" || !known.has(nodeId)));
  return [...own, ...way];
}
