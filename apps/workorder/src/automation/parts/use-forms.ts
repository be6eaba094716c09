/** Forms that triggers and macros are of: those of customers and of orders that were published. */
import type { CompiledForm } from "@liantai/api/forms";
import { recall, remember } from "@liantai/ui";
import { useMemo, useState } from "react";
import { forms } from "../../customer-forms/queries.ts";
import { useForm } from "../../records/parts/forms.ts";

const key = "automation.form";
const isText = (value: unknown): value is string => typeof value === "string";
const all = (formType: "workOrder" | "customer") => ({ body: { name: "", formType, pageNo: 1, pageSize: 9_999 } });

export interface ChosenForm {
  readonly list: readonly { readonly id: string; readonly name: string }[] | undefined;
  readonly formId: string | undefined;
  readonly form: CompiledForm | undefined;
  readonly error: unknown;
  readonly retry: () => void;
  readonly choose: (id: string) => void;
}

/** The one that was looked at last; at first the first form of orders. */
export function useChosenForm(): ChosenForm {
  const orders = forms.list.useQuery(all("workOrder"));
  const customers = forms.list.useQuery(all("customer"));
  const [asked, ask] = useState(() => recall(key, isText));
  const list = useMemo(
    () =>
      orders.data && customers.data
        ? [...orders.data.list, ...customers.data.list].filter(({ version }) => version > 0)
        : undefined,
    [orders.data, customers.data],
  );
  const formId = list?.find(({ id }) => id === asked)?.id ?? list?.[0]?.id;
  const { form, error, retry } = useForm(formId);
  return {
    ...{
      list,
      formId,
      form: form?.formId === formId ? form : undefined,
      error: error ?? orders.error ?? customers.error,
    },
    retry() {
      void orders.refetch();
      void customers.refetch();
      if (formId !== undefined) retry();
    },
    choose(id) {
      remember(key, id);
      ask(id);
    },
  };
}
