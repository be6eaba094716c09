/** The editor's state and its steps. Pure; 100 of them can be taken back. */
import type { FlowBody, SubProcess } from "@liantai/api/flows";
import { boardOf, history, type Board } from "@liantai/ui/board";
import { changeSub, mainOf, nodeOf, subOf, type Design } from "./body.ts";

export interface Editor {
  readonly board: Board<Design>;
  /** Id of the sub-process on show. */
  readonly sub: string;
  /** Ids of nodes and lines that are chosen. */
  readonly marked: ReadonlySet<string>;
}

export type Step =
  /** Steps of one place follow each other as one. */
  | { readonly do: "edit"; readonly edit: (design: Design) => Design; readonly place?: string; readonly at?: number }
  | { readonly do: "undo" | "redo" }
  | { readonly do: "show"; readonly sub: string }
  | { readonly do: "select"; readonly ids: readonly string[] }
  /** A node, wherever it is. */
  | { readonly do: "find"; readonly nodeId: string }
  | { readonly do: "load"; readonly design: Design };

const nothing: ReadonlySet<string> = new Set();
const move = history<Design>(() => false, 100);

export const editorOf = (design: Design): Editor => ({
  board: boardOf(design),
  sub: mainOf(design.body)?.subProcessId ?? "",
  marked: nothing,
});

/** What is shown and chosen after the drawing became another: what is still there. */
function settled(editor: Editor, board: Board<Design>): Editor {
  if (board === editor.board) return editor;
  const sub = subOf(board.now.body, editor.sub)?.subProcessId ?? "";
  const there = (id: string) => {
    const on = subOf(board.now.body, sub);
    return on?.flow.nodes.some(({ nodeId }) => nodeId === id || id.startsWith(`${nodeId}-`)) ?? false;
  };
  const marked = sub === editor.sub ? new Set([...editor.marked].filter(there)) : nothing;
  return { board, sub, marked: marked.size === editor.marked.size ? editor.marked : marked };
}

export function stepped(editor: Editor, step: Step): Editor {
  switch (step.do) {
    case "edit":
    case "undo":
    case "redo":
    case "load":
      return settled(editor, move(editor.board, step));
    case "show":
      return editor.sub === step.sub ? editor : { ...editor, sub: step.sub, marked: nothing };
    case "select": {
      const same = step.ids.length === editor.marked.size && step.ids.every((id) => editor.marked.has(id));
      return same ? editor : { ...editor, marked: new Set(step.ids) };
    }
    case "find": {
      const found = nodeOf(editor.board.now.body, step.nodeId);
      return found ? { ...editor, sub: found.sub.subProcessId, marked: new Set([step.nodeId]) } : editor;
    }
  }
}

/** A change of the body, as one of the design. */
export const ofBody =
  (change: (body: FlowBody) => FlowBody) =>
  (design: Design): Design => {
    const body = change(design.body);
    return body === design.body ? design : { ...design, body };
  };

/** A change of one sub-process, as one of the design. */
export const ofSub = (id: string, change: (sub: SubProcess) => SubProcess) =>
  ofBody((body) => changeSub(body, id, change));
