import { useStore } from "@xyflow/react";
import type { Point } from "./node-changes.ts";

/** Below it no word on a card can be read. */
const readable = 0.35;

/**
 * Where a card stands. The library moves each by a transform, and the browser puts all of them into layers again whenever one moves; by
 * their sides they cost nothing. Only what a hand holds is moved by a transform.
 */
export function placeOf({ x, y }: Point, held: boolean) {
  const position = { x, y };
  return held ? { position } : { position, style: { transform: "none", left: x, top: y } };
}

/** For <ReactFlow>: `data-far` while the canvas is so small that cards show their colour alone. */
export function useFar(): { readonly "data-far"?: "" } {
  const far = useStore(({ transform }) => transform[2] < readable);
  return far ? { "data-far": "" } : {};
}
