/** What a flow is drawn among: people, time rules, forms, and the fields of its own form. */
import { customerFormConfApi } from "@liantai/api/contract/workorder";
import { queriesOf } from "@liantai/api/client";
import type { FormField } from "@liantai/api/forms";
import { namedPairs, pendingPairs, type Pairs } from "@liantai/ui/board";
import { useMemo } from "react";
import { flows } from "../queries.ts";
import { naming } from "./seats.tsx";

const forms = queriesOf(customerFormConfApi);

interface UsableFlow {
  readonly id: string;
  readonly name: string;
  readonly formId: string;
}

/** Stands for flows that have not come yet. */
const pendingFlows: readonly UsableFlow[] = [];

/** Flows to choose from. */
export const flowPairs = (list: readonly UsableFlow[], from: readonly UsableFlow[] = list): Pairs =>
  namedPairs(from === pendingFlows ? undefined : list);

export interface Surroundings {
  /** Some of those in service: whoever is asked for by number is among them. */
  readonly seats: Pairs;
  readonly groups: Pairs;
  readonly roles: Pairs;
  readonly timeRules: Pairs;
  /** Of orders. */
  readonly forms: Pairs;
  /** Enabled and published ones, which sub-orders may follow. */
  readonly flows: readonly UsableFlow[];
  /** Of the flow's form; undefined: none is chosen, or it is not there yet. */
  readonly fields: readonly FormField[] | undefined;
}

export const useOrderForms = (): Pairs => {
  const { data } = forms.list.useQuery({ body: { formType: "workOrder", pageSize: 9_999 } });
  return useMemo(() => namedPairs(data?.list), [data]);
};

export function useFormFields(formId: string): readonly FormField[] | undefined {
  const { currentData } = forms.findById.useQuery({ query: { id: formId } }, { skip: formId === "" });
  return currentData?.fields;
}

const nobody: readonly string[] = [];

/** named: seats whose names are wanted. */
export function useSurroundings(formId: string, named: readonly string[] = nobody): Surroundings {
  const { data } = flows.choices.useQuery(naming(named));
  const { data: all } = flows.list.useQuery({ body: { pageSize: 9_999 } });
  const orderForms = useOrderForms();
  const fields = useFormFields(formId);
  return useMemo(
    () => ({
      seats: data?.seats.map(({ agentId, name }) => [agentId, `${agentId} ${name}`] as const) ?? pendingPairs,
      groups: namedPairs(data?.groups),
      roles: namedPairs(data?.roles),
      timeRules: namedPairs(data?.timeRules),
      forms: orderForms,
      flows: all?.list.filter(({ version, enabled }) => version > 0 && enabled === 1) ?? pendingFlows,
      fields,
    }),
    [data, all, orderForms, fields],
  );
}
