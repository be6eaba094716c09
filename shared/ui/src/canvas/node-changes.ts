import type { EdgeChange, Node, NodeChange } from "@xyflow/react";
import { useCallback, useEffect, useRef, useState } from "react";

export interface Point {
  readonly x: number;
  readonly y: number;
}

const nothing: ReadonlyMap<string, Point> = new Map();

interface Hearing {
  readonly marked: ReadonlySet<string>;
  /** The same function from one drawing to the next. */
  readonly onSelect: (ids: readonly string[]) => void;
  /** Nodes that a hand let go of, or a key moved. */
  readonly onMove: (places: ReadonlyMap<string, Point>) => void;
  /** A hand takes hold of nodes, or lets go of them. The same function from one drawing to the next. */
  readonly onHold?: (holds: boolean) => void;
}

/** What the library tells of nodes and lines. Nodes that a hand holds stay out of the drawing until it lets go: `held`. */
export function useNodeChanges<N extends Node>({ marked, onSelect, onMove, onHold }: Hearing) {
  const [held, setHeld] = useState(nothing);
  const chosen = useRef(marked);
  chosen.current = marked;
  const choose = useCallback(
    (changes: readonly (NodeChange<N> | EdgeChange)[]) => {
      const next = new Set(chosen.current);
      for (const change of changes) if (change.type === "select") next[change.selected ? "add" : "delete"](change.id);
      if (changes.some(({ type }) => type === "select")) {
        chosen.current = next;
        onSelect([...next]);
      }
    },
    [onSelect],
  );
  const onNodesChange = useCallback(
    (changes: NodeChange<N>[]) => {
      choose(changes);
      const moves = changes.flatMap((change) => (change.type === "position" && change.position ? [change] : []));
      if (moves.length === 0) return;
      const places = new Map(moves.map(({ id, position }) => [id, position!]));
      const holds = moves.some(({ dragging }) => dragging);
      onHold?.(holds);
      if (holds) setHeld(places);
      else {
        setHeld(nothing);
        onMove(places);
      }
    },
    [choose, onMove, onHold],
  );
  // A canvas that goes in the middle of a drag hears no end of it.
  useEffect(() => () => onHold?.(false), [onHold]);
  return { held, onNodesChange, onEdgesChange: choose };
}
