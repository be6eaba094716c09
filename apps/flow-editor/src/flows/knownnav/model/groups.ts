/** Frames round nodes: they mean nothing to a call. A node stands in one at most. */
import type { FlowGroup, SubProcess } from "@liantai/api/flows";
import type { Point } from "@liantai/ui/canvas";
import { freeName } from "./body.ts";
import { sizeOf, type Size } from "./nodes.ts";

const margin = { side: 16, top: 34 } as const;

const withGroups = (sub: SubProcess, groups: readonly FlowGroup[]): SubProcess => ({
  ...sub,
  flow: { ...sub.flow, groups },
});

export function addGroup(sub: SubProcess, id: string, ids: ReadonlySet<string>): SubProcess {
  const nodeIds = sub.flow.nodes.filter(({ nodeId }) => ids.has(nodeId)).map(({ nodeId }) => nodeId);
  if (nodeIds.length === 0) return sub;
  const rest = sub.flow.groups
    .map((group) => ({ ...group, nodeIds: group.nodeIds.filter((one) => !ids.has(one)) }))
    .filter((group) => group.nodeIds.length > 0);
  const name = freeName(new Set(rest.map((group) => group.name)), "分组");
  return withGroups(sub, [...rest, { id, name, nodeIds }]);
}

export const renameGroup = (sub: SubProcess, id: string, name: string): SubProcess =>
  withGroups(
    sub,
    sub.flow.groups.map((group) => (group.id === id ? { ...group, name } : group)),
  );

/** The frame goes, its nodes stay. */
export const removeGroup = (sub: SubProcess, id: string): SubProcess =>
  withGroups(
    sub,
    sub.flow.groups.filter((group) => group.id !== id),
  );

/** Round its nodes; `held`: where a hand has them now. Undefined: none of them is there. */
export function frameOf(
  { flow }: SubProcess,
  { nodeIds }: FlowGroup,
  held?: ReadonlyMap<string, Point>,
): (Point & Size) | undefined {
  const own = new Set(nodeIds);
  const boxes = flow.nodes
    .filter(({ nodeId }) => own.has(nodeId))
    .map((node) => ({ ...(held?.get(node.nodeId) ?? { x: node.x, y: node.y }), ...sizeOf(node) }));
  if (boxes.length === 0) return undefined;
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return {
    ...{ x: x - margin.side, y: y - margin.top },
    ...{ width: right - x + 2 * margin.side, height: bottom - y + margin.top + margin.side },
  };
}
