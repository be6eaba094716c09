/** What a call's track says of its way through a flow, as who reads it goes down the list. */
import { flowActions, type FlowNode } from "@liantai/api/flows";
import type { TrackStep } from "./studio.ts";

/** Nodes that were entered, by id and name, and branches that led to them, in the order of the track. */
export const wayIn = (steps: readonly TrackStep[]): readonly string[] =>
  steps.flatMap(({ actionType, nodeId, nodeName, nextNodeId }) => {
    if (actionType === flowActions.node) return [`${nodeId} ${nodeName}`];
    return actionType === flowActions.branch && nextNodeId !== "" ? [`${nodeId} → ${nextNodeId}`] : [];
  });

/** The same of a way that was drawn by hand; from: '' where no branch leads. */
export function wayOf(
  nodes: ReadonlyMap<string, FlowNode>,
  way: readonly (readonly [from: string, to: string])[],
): readonly string[] {
  const entered = (id: string): string => `${id} ${nodes.get(id)?.nodeName ?? "?"}`;
  return way.flatMap(([from, to]) => (from === "" ? [entered(to)] : [`${from} → ${to}`, entered(to)]));
}
