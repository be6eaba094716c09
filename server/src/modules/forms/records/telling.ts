/** Outward interfaces are told of records in the transaction that changes them (inventory C21). */
import { formatTime } from "@liantai/api/contract";
import type { InterfaceEvent } from "@liantai/api/contract/admin";
import type { RecordValues } from "@liantai/api/contract/workorder";
import type { CompiledForm } from "@liantai/api/forms";
import type { Trx } from "../../../ports/database.ts";
import { insertRecordDeliveries } from "../../interfaces/index.ts";
import { shownValues } from "./present.ts";

export interface ToldRecord {
  readonly id: string;
  readonly version: number;
  readonly values: RecordValues;
  readonly source: string;
  readonly ownerName: string;
  readonly callId: string | null;
  readonly createdAt: Date;
}

/** How many interfaces will be told. */
export function tellOf(
  trx: Trx,
  compId: string,
  event: Extract<InterfaceEvent, `record.${string}`>,
  form: CompiledForm,
  record: ToldRecord,
  { at, key }: { readonly at: Date; readonly key: string },
): Promise<number> {
  const { formId, formType, version: formVersion, definition } = form;
  const { id: recordId, version, source, ownerName, values } = record;
  const plain = {
    ...{ recordId, version, formId, formVersion, formName: definition.name, formType, source, ownerName },
    createTime: formatTime(record.createdAt),
  };
  return insertRecordDeliveries(trx, compId, event, {
    key: `${recordId}.${key}`,
    at,
    callId: record.callId ?? "",
    payload: { full: { ...plain, values }, masked: { ...plain, values: shownValues(values, true, form) } },
  });
}
