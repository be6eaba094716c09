/** What flows ask of forms: nobody imports the other's files. */
import type { RecordSource } from "@liantai/api/contract/workorder";
import type { Values } from "@liantai/api/flows";
import type { Trx } from "../../ports/database.ts";

/** A conversation of a web chat, and when it began. */
export interface OfChat {
  readonly id: string;
  readonly at: Date;
}

/** Values by field that a flow gathered in a call, or in a conversation. by: as it stands in the history. */
export interface GatheredRecord {
  readonly compId: string;
  readonly callId?: string;
  readonly chat?: OfChat;
  readonly formId: string;
  readonly values: Values;
  readonly by: string;
  readonly source: RecordSource;
}

export interface GatheredRecords {
  /**
   * One record of it; of a form of orders an order. `first` comes first in the same transaction, and says whether it is to be written at
   * all. Throws AppError where the form does not take it; then what `first` did is undone.
   */
  add(
    record: GatheredRecord,
    first: (trx: Trx, record: { readonly id: string; readonly formName: string }) => Promise<boolean>,
  ): Promise<void>;
}

/**
 * Fields of whom a call is with, by `customer.x` and `formData.x`; secret: of these names those that not everybody sees whole; masks: of
 * telephone numbers.
 */
export type FieldsOfCalls = (
  compId: string,
  of: { readonly number: string; readonly phoneId: string },
  names: readonly string[],
) => Promise<{ readonly values: Values; readonly masks?: Values; readonly secret: readonly string[] }>;
