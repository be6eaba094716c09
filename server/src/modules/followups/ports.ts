/** What follow-ups ask of orders and of records: those modules know this one, and not the reverse. */
import type { Caller, RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";

export interface FollowUpStep {
  /** 13 or 14. */
  readonly type: "followUp" | "commentFollowUp";
  readonly by: string;
  readonly text: string;
}

export interface FollowUpOrders {
  /**
   * The step of the order, which stays locked. `always`: refused in the machine's words where it cannot be taken; else an order that
   * goes on still has none.
   */
  step(trx: Trx, compId: string, orderId: string, step: FollowUpStep, always?: boolean): Promise<void>;
  mayOpen(trx: Trx, compId: string, caller: Caller, orderId: string): Promise<boolean>;
}

export interface FollowUpRecords {
  /** Throws AppError 'notFound' where the caller sees none. */
  seen(
    trx: Trx,
    compId: string,
    recordId: string,
    context: RequestContext,
  ): Promise<{ readonly id: string; readonly formId: string; readonly orderId: string | null }>;
}
