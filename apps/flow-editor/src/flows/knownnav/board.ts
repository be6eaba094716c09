/** How everything on the drawing board of one flow changes it. */
import type { FlowBody, SubProcess } from "@liantai/api/flows";
import { createContext, useContext, type Dispatch } from "react";
import type { Design } from "./model/body.ts";
import { ofBody, ofSub, type Step } from "./model/editor.ts";

export interface BoardActions {
  /** Steps of one place follow each other as one. */
  readonly edit: (change: (design: Design) => Design, place?: string) => void;
  readonly editBody: (change: (body: FlowBody) => FlowBody, place?: string) => void;
  readonly editSub: (id: string, change: (sub: SubProcess) => SubProcess, place?: string) => void;
  readonly select: (ids: readonly string[]) => void;
  readonly show: (sub: string) => void;
  /** Shows a node, wherever it is. */
  readonly find: (nodeId: string) => void;
  readonly step: (step: "undo" | "redo") => void;
}

const ActionsContext = createContext<BoardActions | null>(null);
export const BoardActionsProvider = ActionsContext.Provider;

export function useBoard(): BoardActions {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error("a part of the flow editor stands outside of it");
  return actions;
}

export function actionsOf(dispatch: Dispatch<Step>): BoardActions {
  const edit: BoardActions["edit"] = (change, place) =>
    dispatch({ do: "edit", edit: change, ...(place === undefined ? {} : { place, at: Date.now() }) });
  return {
    edit,
    editBody: (change, place) => edit(ofBody(change), place),
    editSub: (id, change, place) => edit(ofSub(id, change), place),
    select: (ids) => dispatch({ do: "select", ids }),
    show: (sub) => dispatch({ do: "show", sub }),
    find: (nodeId) => dispatch({ do: "find", nodeId }),
    step: (step) => dispatch({ do: step }),
  };
}
