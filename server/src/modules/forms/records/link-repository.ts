/** Contacts of a customer by whatever way: links of records to calls (and what comes later), newest first. */
import type { Trx } from "../../../ports/database.ts";

export async function linkRecords(
  trx: Trx,
  compId: string,
  recordIds: readonly string[],
  contact: { readonly kind: string; readonly contactId: string; readonly at: Date },
): Promise<void> {
  if (recordIds.length === 0) return;
  await trx
    .insertInto("customer_link")
    .values(recordIds.map((recordId) => ({ compId, recordId, ...contact })))
    .onConflict((on) => on.doNothing())
    .execute();
}

/** The call that a record was written in. */
export const linkOwnCall = (trx: Trx, compId: string, recordId: string, callId: string, at: Date): Promise<void> =>
  linkRecords(trx, compId, [recordId], { kind: "call", contactId: callId, at });
