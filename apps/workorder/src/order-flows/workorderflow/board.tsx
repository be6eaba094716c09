/** The drawing board of one flow, for everything on it: what stands there, what is wrong with it, and how it is changed. */
import type { FlowDefinition } from "@liantai/api/contract/workorder";
import { conditionFaults, validateFlow, type FlowFault } from "@liantai/api/contract/work-orders";
import type { FormField } from "@liantai/api/forms";
import { history, type Move } from "@liantai/ui/board";
import { createContext, useContext, useDeferredValue, useMemo, type Dispatch } from "react";
import type { FlowDesign } from "../parts/graph.ts";

export interface FlowActions {
  /** Steps of one place follow each other as one. */
  readonly edit: (change: (design: FlowDesign) => FlowDesign, place?: string) => void;
  /** Of the drawing itself. */
  readonly draw: (change: (flow: FlowDefinition) => FlowDefinition, place?: string) => void;
  readonly select: (ids: readonly string[]) => void;
  readonly step: (step: "undo" | "redo") => void;
}

const ActionsContext = createContext<FlowActions | null>(null);
export const FlowActionsProvider = ActionsContext.Provider;

export function useFlowBoard(): FlowActions {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error("a part of the designer stands outside of it");
  return actions;
}

export const moved = history<FlowDesign>(() => true);

export function actionsOf(dispatch: Dispatch<Move<FlowDesign>>, select: (ids: readonly string[]) => void): FlowActions {
  const edit: FlowActions["edit"] = (change, place) =>
    dispatch({ do: "edit", edit: change, ...(place === undefined ? {} : { place, at: Date.now() }) });
  return {
    edit,
    draw: (change, place) =>
      edit((design) => {
        const flow = change(design.flow);
        return flow === design.flow ? design : { ...design, flow };
      }, place),
    select,
    step: (step) => dispatch({ do: step }),
  };
}

/** What the server would refuse to publish it with. Fields are not looked at before they are known. */
export function faultsOf({ formId, flow }: FlowDesign, fields: readonly FormField[] | undefined): readonly FlowFault[] {
  const names = fields?.map(({ name }) => name);
  const around = {
    ...(names ? { fields: names } : {}),
    conditionFaults: (when: Parameters<typeof conditionFaults>[0]) =>
      conditionFaults(when, names, (name) => fields?.find((one) => one.name === name)?.label ?? name),
  };
  return [...(formId === "" ? [{ text: "流程没有选择工单表单" }] : []), ...validateFlow(flow, around)];
}

/** Behind what is typed or dragged: that stands there first. */
export function useFaults(design: FlowDesign, fields: readonly FormField[] | undefined): readonly FlowFault[] {
  const late = useDeferredValue(design);
  return useMemo(() => faultsOf(late, fields), [late, fields]);
}

/** Faults by what they are about; '' are those of the whole. */
export function faultsBy(faults: readonly FlowFault[]): ReadonlyMap<string, readonly string[]> {
  const by = new Map<string, string[]>();
  for (const { nodeId, edgeId, text } of faults) {
    const key = nodeId ?? edgeId ?? "";
    by.set(key, [...(by.get(key) ?? []), text]);
  }
  return by;
}
