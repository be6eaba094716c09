/** The drawing board of one form, for everything on it: what stands there, what is wrong with it, and how it is changed. */
import {
  type DefinitionFault,
  type FormDefinition,
  type FormField,
  readDefinition,
  systemFaults,
  validateDefinition,
} from "@liantai/api/forms";
import { history, type Move } from "@liantai/ui/board";
import { createContext, useContext, useDeferredValue, useMemo, type Dispatch } from "react";
import { changeField, type Content, definitionOf, type Design } from "./model/design.ts";

export interface BoardActions {
  readonly dispatch: Dispatch<Move<Design>>;
  /** The attributes of one field; steps of one place follow each other as one. */
  readonly change: (id: string, place: string, change: (field: FormField) => FormField) => void;
  readonly edit: (edit: (design: Design) => Design, place?: string) => void;
}

export const moved = history<Design>(({ items }, id) => items.some((one) => one.id === id));

const ActionsContext = createContext<BoardActions | null>(null);
export const BoardActionsProvider = ActionsContext.Provider;

export function useBoard(): BoardActions {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error("a part of the designer stands outside of it");
  return actions;
}

export const actionsOf = (dispatch: Dispatch<Move<Design>>): BoardActions => ({
  dispatch,
  change: (id, place, change) =>
    dispatch({
      ...{ do: "edit", place: `${id} ${place}`, at: Date.now() },
      edit: (design) => changeField(design, id, change),
    }),
  edit: (edit, place) => dispatch({ do: "edit", edit, ...(place === undefined ? {} : { place, at: Date.now() }) }),
});

export type FormIdentity = Pick<FormDefinition, "formId" | "version" | "formType">;

/** What the server would refuse it with. The shape first: what has a wrong one cannot be looked at further. */
export function faultsOf(design: Design, of: FormIdentity, published: Content | undefined): readonly DefinitionFault[] {
  const { definition, faults } = readDefinition(definitionOf(design, of));
  if (!definition) return faults;
  const before = published && { ...of, name: published.name, fields: published.fields };
  return [...validateDefinition(definition), ...(before ? systemFaults(before, definition) : [])];
}

/** Behind what is typed: the letter stands there first. */
export function useFaults(design: Design, of: FormIdentity, published: Content | undefined) {
  const late = useDeferredValue(design);
  return useMemo(() => faultsOf(late, of, published), [late, of, published]);
}

/** Faults of one field by attribute; those of another field's rows stand at the rows. */
export const faultsAt = (
  faults: readonly DefinitionFault[],
  field: FormField | undefined,
): ReadonlyMap<string, string> =>
  new Map(
    faults
      .filter(({ field: of }) => field !== undefined && of === field.name)
      .map(({ attribute = "", message }) => [attribute, message]),
  );
