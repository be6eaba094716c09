import { useStore } from "@xyflow/react";
import { createContext, use } from "react";
import type { Point } from "./node-changes.ts";

/** Below it no word on a card can be read, and no point of it be hit. */
const readable = 0.3;

/**
 * Where a card stands. The library moves each by a transform, and the browser puts all of them into layers again whenever one moves; by
 * their sides they cost nothing. Only what a hand holds is moved by a transform.
 */
export function placeOf({ x, y }: Point, held: boolean) {
  const position = { x, y };
  return held ? { position } : { position, style: { transform: "none", left: x, top: y } };
}

/** Whether the canvas is so small that cards show their colour alone; of the canvas, for FarContext and <ReactFlow>. */
export const useFar = (): boolean => useStore(({ transform }) => transform[2] < readable);

export const FarContext = createContext(false);
/** Of a card. */
export const useIsFar = (): boolean => use(FarContext);

const side = 9;

interface FarPointProps {
  readonly id?: string;
  readonly type: "source" | "target";
  /** px from the top of the card, or a part of it; to the middle of the point. */
  readonly top?: number | string;
}

/** Where lines end, for the library to measure: <Handle> without what it does for a hand, which cannot hit it. */
export function FarPoint({ id, type, top = "50%" }: FarPointProps) {
  const edge = type === "source" ? "right" : "left";
  const place = {
    position: "absolute",
    visibility: "hidden",
    width: side,
    height: side,
    marginTop: -side / 2,
  } as const;
  return <i className={type} data-handleid={id} data-handlepos={edge} style={{ ...place, top, [edge]: -side / 2 }} />;
}
