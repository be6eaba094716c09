import { act, renderHook } from "@testing-library/react";
import type { Node, NodeChange } from "@xyflow/react";
import { useNodeChanges } from "./node-changes.ts";

const moved = (x: number, dragging: boolean): NodeChange<Node>[] => [
  { type: "position", id: "a", position: { x, y: 0 }, dragging },
];

function canvas() {
  const told: boolean[] = [];
  const places: number[] = [];
  const hearing = {
    marked: new Set<string>(),
    onSelect: () => undefined,
    onMove: (to: ReadonlyMap<string, { readonly x: number }>) => void places.push(to.get("a")!.x),
    onHold: (holds: boolean) => void told.push(holds),
  };
  return { told, places, ...renderHook(() => useNodeChanges(hearing)) };
}

test("a node stays out of the drawing while a hand holds it, and moves when it lets go", () => {
  const { result, told, places } = canvas();
  act(() => result.current.onNodesChange(moved(10, true)));
  expect([result.current.held.get("a")?.x, places, told]).toEqual([10, [], [true]]);
  act(() => result.current.onNodesChange(moved(20, false)));
  expect([result.current.held.size, places, told]).toEqual([0, [20], [true, false]]);
});

test("a canvas that goes in the middle of a drag lets go", () => {
  const { result, told, unmount } = canvas();
  act(() => result.current.onNodesChange(moved(10, true)));
  unmount();
  expect(told).toEqual([true, false]);
});
