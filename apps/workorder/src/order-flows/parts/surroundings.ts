/** What a flow is drawn among: people, time rules, forms, and the fields of its own form. */
import { customerFormConfApi, type workFlowApi } from "@liantai/api/contract/workorder";
import { queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import type { FormField } from "@liantai/api/forms";
import { useMemo } from "react";
import { flows } from "../queries.ts";

const forms = queriesOf(customerFormConfApi);

export type Pairs = readonly (readonly [value: string, label: string])[];

export interface Surroundings {
  readonly seats: Pairs;
  readonly groups: Pairs;
  readonly roles: Pairs;
  readonly timeRules: Pairs;
  /** Of orders. */
  readonly forms: Pairs;
  /** Enabled and published ones, which sub-orders may follow. */
  readonly flows: readonly { readonly id: string; readonly name: string; readonly formId: string }[];
  /** Of the flow's form; undefined: none is chosen, or it is not there yet. */
  readonly fields: readonly FormField[] | undefined;
}

const named = (list: ReplyOf<typeof workFlowApi.choices>["groups"] | undefined): Pairs =>
  (list ?? []).map(({ id, name }) => [id, name]);

export const useOrderForms = (): Pairs => {
  const { data } = forms.list.useQuery({ body: { formType: "workOrder", pageSize: 9_999 } });
  return useMemo(() => (data?.list ?? []).map(({ id, name }) => [id, name]), [data]);
};

export function useFormFields(formId: string): readonly FormField[] | undefined {
  const { currentData } = forms.findById.useQuery({ query: { id: formId } }, { skip: formId === "" });
  return currentData?.fields;
}

export function useSurroundings(formId: string): Surroundings {
  const { data } = flows.choices.useQuery({ body: {} });
  const { data: all } = flows.list.useQuery({ body: { pageSize: 9_999 } });
  const orderForms = useOrderForms();
  const fields = useFormFields(formId);
  return useMemo(
    () => ({
      seats: (data?.seats ?? []).map(({ agentId, name }) => [agentId, `${agentId} ${name}`]),
      groups: named(data?.groups),
      roles: named(data?.roles),
      timeRules: named(data?.timeRules),
      forms: orderForms,
      flows: (all?.list ?? []).filter(({ version, enabled }) => version > 0 && enabled === 1),
      fields,
    }),
    [data, all, orderForms, fields],
  );
}
