import { layoutFor, type CallPlace } from "@liantai/api/contract/workorder";
import { useMemo } from "react";
import { forms } from "../../customer-forms/queries.ts";

const noLayout: readonly string[] = [];

/** Fields that stand first in popups of such calls; undefined: not known yet, none: the form as it is. */
export function useLayout(formId: string | undefined, place: CallPlace): readonly string[] | undefined {
  const { data, isError } = forms.findById.useQuery({ query: { id: formId ?? "" } }, { skip: formId === undefined });
  const layouts = data?.popup.layouts;
  return useMemo(() => {
    if (!data && !isError) return undefined;
    return layoutFor(layouts ?? [], place)?.fields ?? noLayout;
  }, [data, isError, layouts, place]);
}
