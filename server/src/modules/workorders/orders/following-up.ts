/** Orders as follow-ups ask for them: the steps 13 and 14, and who may open one. */
import { AppError } from "@liantai/api/contract";
import type { FollowUpOrders } from "../../followups/index.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { sightOf } from "./policy.ts";
import { findSeen, lockOrder } from "./repository.ts";
import { takeStep } from "./step.ts";

export function followUpOrders(deps: WorkOrderDeps): FollowUpOrders {
  return {
    async step(trx, compId, orderId, { type, by, text }, always = false) {
      const row = await lockOrder(trx, compId, orderId);
      if (!row) throw new AppError("notFound", "工单不存在");
      if (row.state !== "done" && !always) return;
      await takeStep(trx, deps, row, { input: { type, text }, actor: { id: by, supervises: false } });
    },
    mayOpen: async (trx, compId, caller, orderId) =>
      (await findSeen(trx, compId, await sightOf(deps, trx, compId, caller), orderId)) !== undefined,
  };
}
