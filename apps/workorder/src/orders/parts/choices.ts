/** What dialogs of orders offer to choose: seats, flows. */
import { namedOptions, optionsFrom } from "@liantai/ui";
import { orderLimits } from "@liantai/api/contract/work-orders";
import { flows, people } from "./queries.ts";

/** Seats that an order may go to; `name`: those whose name or number has it. */
export function useSeats(name = "") {
  const { data: first } = people.seats.useQuery({ body: {} });
  const { data: found } = people.seats.useQuery({ body: { name } }, { skip: name === "" });
  const data = name === "" ? first : found;
  return {
    /** There are more than these. */
    cut: first !== undefined && first.length >= orderLimits.seats,
    options: optionsFrom(data, ({ agentId, name }) => ({ value: agentId, label: `${agentId} ${name}`.trim() })),
    /** With whether they are there, and how much they have. */
    busy: optionsFrom(data, ({ agentId, name, online, load }) => ({
      value: agentId,
      label: `${agentId} ${name}（${online === 1 ? "在线" : "离线"}，在手${load}件）`,
    })),
  };
}

/** Flows that orders can be made by. */
export function useUsableFlows() {
  const { data, error, refetch } = flows.list.useQuery({
    body: { name: "", formId: "", pageNo: 1, pageSize: 9_999 },
  });
  return {
    list: data?.list.filter(({ enabled, version }) => enabled === 1 && version > 0),
    all: data?.list,
    error,
    retry: () => void refetch(),
  };
}

export const useFlowOptions = () => namedOptions(useUsableFlows().all);
