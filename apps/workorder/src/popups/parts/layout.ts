import { layoutFor, type CallPlace } from "@liantai/api/contract/workorder";
import { useMemo } from "react";
import { forms } from "../../customer-forms/queries.ts";

interface Layout {
  /** Fields that stand first; none: the form as it is. */
  readonly fields: readonly string[];
  /** What the agent goes through. */
  readonly steps: readonly string[];
}
const noLayout: Layout = { fields: [], steps: [] };

/** How popups of such calls are laid out; undefined: not known yet. */
export function useLayout(formId: string | undefined, place: CallPlace): Layout | undefined {
  const { data, isError } = forms.findById.useQuery({ query: { id: formId ?? "" } }, { skip: formId === undefined });
  const layouts = data?.popup.layouts;
  return useMemo(() => {
    if (!data && !isError) return undefined;
    const { fields, steps = [] } = layoutFor(layouts ?? [], place) ?? noLayout;
    return { fields, steps };
  }, [data, isError, layouts, place]);
}
