/** Why orders of a form cannot be begun by a flow of calls: it does not say in which flow (W66). */
import type { FlowNeighbour } from "../../flows/index.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { usableFlowsOf } from "./repository.ts";

/** Said after the form. usable: flows of it that are published and on. */
export function flowsFault(usable: number): string | undefined {
  if (usable === 1) return undefined;
  return usable === 0 ? "没有已发布并启用的工单流程" : "有多个已发布并启用的工单流程，不能确定用哪一个";
}

/** For the module of flows of calls. */
export const ordersOfFlows = ({ records }: Pick<WorkOrderDeps, "records">): FlowNeighbour => ({
  async formFault(trx, compId, formId) {
    if (!(await records.isForm(trx, compId, formId))) return undefined;
    return flowsFault((await usableFlowsOf(trx, compId, formId)).length);
  },
});
