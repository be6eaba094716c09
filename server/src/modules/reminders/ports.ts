/** What reservations ask of records and calls: their modules know this one, and not the reverse. */
import type { RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";

/** '': it has none. */
export interface ReservedCustomer {
  readonly name: string;
  readonly phone: string;
}

export interface ReservedCustomers {
  /**
   * Of a record; of an order's values, and else of its first customer. What the caller's role does not see it has not. Throws AppError
   * 'notFound'.
   */
  ofRecord(trx: Trx, compId: string, recordId: string, context: RequestContext): Promise<ReservedCustomer>;
  /** The far side of a call of a seat that the caller sees. Throws AppError 'notFound', and 'refused' where its task hides the number. */
  ofCall(trx: Trx, compId: string, callId: string, context: RequestContext): Promise<ReservedCustomer>;
}
