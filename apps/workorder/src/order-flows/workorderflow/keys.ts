import { isTyped, partAt } from "@liantai/ui/canvas";
import type { KeyboardEvent } from "react";
import type { FlowActions } from "./board.tsx";
import { copyNode, type FlowDesign, newId, removeParts } from "../parts/graph.ts";

interface Keys {
  readonly design: FlowDesign;
  readonly marked: ReadonlySet<string>;
  readonly actions: FlowActions;
  /** Whether the drawing is on show. */
  readonly drawing: boolean;
  readonly onConnect: () => void;
}

/** What the key is about: the node or line that has the focus, where it is none of those chosen; else these. */
function aimedAt(target: Node, marked: ReadonlySet<string>): ReadonlySet<string> {
  const id = partAt(target);
  return id && !marked.has(id) ? new Set([id]) : marked;
}

/** Keys of the designer; the graph itself moves what is chosen by the arrow keys. Dialogs over it have keys of their own. */
export const keysOf =
  ({ design: { flow }, marked, actions: { draw, select, step }, drawing, onConnect }: Keys) =>
  (event: KeyboardEvent<HTMLElement>) => {
    if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return;
    const key = event.key.toLowerCase();
    const command = event.ctrlKey || event.metaKey;
    const aimed = aimedAt(event.target, marked);
    if (command && (key === "z" || key === "y")) step(key === "y" || event.shiftKey ? "redo" : "undo");
    else if (!drawing || isTyped(event.target) || event.altKey) return;
    else if (key === "delete" || key === "backspace") {
      if (aimed.size > 0) draw((now) => removeParts(now, aimed));
      select([]);
    } else if (command && key === "d") {
      const node = flow.nodes.find(({ id }) => aimed.size === 1 && aimed.has(id));
      const id = newId();
      if (node && node.kind !== "start") {
        draw((now) => copyNode(now, node.id, id));
        select([id]);
      }
    } else if (command && key === "a") select([...flow.nodes, ...flow.edges].map(({ id }) => id));
    else if (!command && key === "c") {
      select([...aimed]);
      onConnect();
    } else return;
    event.preventDefault();
  };
