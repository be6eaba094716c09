/** The draft of an order that is made now. */
import type { Trx } from "../../../ports/database.ts";
import type { NewOrderValues, OrderWriter } from "../ports.ts";
import { dropDraft } from "./repository.ts";

export async function draftGone(trx: Trx, order: NewOrderValues, by: OrderWriter): Promise<void> {
  const { compId, formId, callId, draftOf: aboutId } = order;
  if (aboutId === undefined || !("caller" in by)) return;
  await dropDraft(trx, compId, by.caller.userId, { formId, callId: callId ?? undefined, aboutId });
}
