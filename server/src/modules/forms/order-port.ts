/** What forms ask of orders in their flow. */
import { AppError, type BodyOf } from "@liantai/api/contract";
import type { formStreamApi, OrderPriority } from "@liantai/api/contract/work-orders";
import type { FieldOverride, RecordSource, RecordValues } from "@liantai/api/contract/workorder";
import type { OtherRender } from "@liantai/api/forms";
import type { Caller, RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { OfChat } from "./gathered-port.ts";
import type { PreparedValues, SavedRecord } from "./ports.ts";

export interface OrderLine {
  readonly id: string;
  readonly workCode: string;
  readonly title: string;
  readonly state: string;
  readonly nodeName: string;
  /** Whether who asks may open it. */
  readonly mayOpen: boolean;
}

export interface SeenOrder extends Omit<OrderLine, "mayOpen"> {
  /** Its newest event. */
  readonly seq: number;
  readonly actions: readonly string[];
  /** What its node says of the fields, to who asks. */
  readonly render: OtherRender;
  readonly maySave: boolean;
}

/** Orders of a workbook. */
export interface OrderImport {
  /** As whoever imports makes one and submits it. Throws AppError where he could not. */
  make(
    trx: Trx,
    head: { readonly title: string; readonly priority: OrderPriority },
    values: PreparedValues,
  ): Promise<void>;
}

/** An order of what a flow gathered in a call or a conversation. by: as it stands in the history. */
interface BegunOrder {
  readonly compId: string;
  readonly formId: string;
  readonly callId: string | null;
  readonly chat: OfChat | undefined;
  readonly source: RecordSource;
  readonly by: string;
}

/** What a list of orders is asked. */
export type OrderQuestion = Omit<
  BodyOf<(typeof formStreamApi)["list"]>,
  "pageNo" | "pageSize" | "sortBy" | "sortOrder"
>;

/** Orders in their flow. */
export interface OrderPort {
  /** undefined: there is none that the caller sees. */
  seen(trx: Trx, compId: string, caller: Caller, orderId: string): Promise<SeenOrder | undefined>;
  /** Fields of it, as its step `save`. */
  save(
    context: RequestContext,
    compId: string,
    orderId: string,
    patch: {
      readonly version?: number | undefined;
      readonly over?: FieldOverride | undefined;
      readonly values: RecordValues;
      readonly callId?: string | undefined;
    },
  ): Promise<SavedRecord>;
  remove(context: RequestContext, compId: string, orderId: string): Promise<void>;
  /** returnRepairOrder: codes 3 and 4. */
  returnOrder(
    context: RequestContext,
    compId: string,
    orderId: string,
    how: { readonly to: "previous" | "creator"; readonly comment: string },
  ): Promise<void>;
  lines(trx: Trx, compId: string, caller: Caller, orderIds: readonly string[]): Promise<readonly OrderLine[]>;
  /** Of those that the caller's list gives, counted to `most`. Throws AppError where the form cannot answer it. */
  count(trx: Trx, compId: string, caller: Caller, question: OrderQuestion, most: number): Promise<number>;
  /** A published flow that uses the form, by its name. */
  flowOfForm(trx: Trx, compId: string, formId: string): Promise<string | undefined>;
  /** Throws AppError 'forbidden', and 'invalid' naming flowId where orders of the form cannot be begun by it. */
  importing(
    context: RequestContext,
    compId: string,
    by: { readonly formId: string; readonly flowId: string },
  ): Promise<OrderImport>;
  /**
   * By nobody, in the one flow that uses the form (W66). `first`, with the record's id, comes first in the same transaction, and says
   * whether it is to be begun at all. Throws AppError, and then what `first` did is undone.
   */
  begin(
    order: BegunOrder,
    values: PreparedValues,
    first: (trx: Trx, recordId: string) => Promise<boolean>,
  ): Promise<void>;
}

const none = () => Promise.reject(new AppError("refused", "该数据不在工单流程中"));

/** Without the module of orders. */
export const noOrders: OrderPort = {
  seen: () => Promise.resolve(undefined),
  save: none,
  remove: none,
  returnOrder: none,
  lines: () => Promise.resolve([]),
  count: none,
  flowOfForm: () => Promise.resolve(undefined),
  importing: none,
  begin: none,
};
