/** What other modules do for records; until one stands, what is said instead. */
import { AppError } from "@liantai/api/contract";
import type { RequestContext } from "../../http/routes.ts";

/** Orders in their flow (returnRepairOrder: codes 3 and 4). */
export interface OrderPort {
  returnOrder(
    context: RequestContext,
    compId: string,
    order: { readonly id: string; readonly to: "previous" | "creator"; readonly comment: string },
  ): Promise<void>;
}

export const noOrders: OrderPort = {
  returnOrder: () => Promise.reject(new AppError("refused", "该数据不在工单流程中，不能退回")),
};
