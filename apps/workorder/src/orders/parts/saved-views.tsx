/** Saved views of a list of orders of one form, as those of customers: names with counts over the list (rule W71). */
import type { CompiledForm } from "@liantai/api/forms";
import { useBus } from "@liantai/bus/react";
import { useWhenActive, type Column } from "@liantai/ui";
import type { ResourceList } from "@liantai/ui/resource";
import type { Filters } from "../../records/parts/question.ts";
import { useShownView } from "../../records/parts/shown-view.ts";
import { ordersByUpdate, ViewStrip } from "../../records/parts/views.tsx";
import type { OrderLine } from "./queries.ts";
import type { AskedOrders, OrderQuestion } from "./question.ts";

interface ViewsOf {
  /** undefined: there are none. */
  readonly form: CompiledForm | undefined;
  readonly question: OrderQuestion;
  readonly resource: ResourceList<OrderLine, Filters>;
  readonly columns: readonly Column<OrderLine>[];
}

/** What of a list is asked, without its form, which the view has itself. */
const askedOf = (body: object): { readonly order: AskedOrders } => {
  const { formId: _, ...order } = body as AskedOrders;
  return { order };
};

/** What stands over the list, and the list as the view shows it. */
export function useOrderViews({ form, question, resource, columns }: ViewsOf) {
  const shown = useShownView({
    ...{ formId: form?.formId, resource, columns },
    question: askedOf(question.body(resource.question as Filters)),
    filtersOf: (asked) => (asked ? question.inputs(asked.order ?? {}) : question.defaults()),
  });
  useBus("workorder.changed", useWhenActive(shown.strip.views.recount));
  const strip = form && <ViewStrip {...shown.strip} formId={form.formId} orders={ordersByUpdate} none="默认" />;
  return { ...shown, strip };
}
