/** call_record against the log, a range of calls at a time. Calls may go on meanwhile. */
import type { Trx } from "../../../ports/database.ts";
import { applyCall, type CallRecord } from "../call-record.ts";
import type { ContactEntry, Sequenced } from "../events.ts";
import { callRow, isContact, readStream } from "../repository.ts";
import { unequal, type Difference, type Page } from "./difference.ts";
import { callRows, contactEvents, pageEnd, type StoredCall } from "./repository.ts";

type Events = readonly Sequenced<ContactEntry>[];

function compare(compId: string, id: string, events: Events, row: StoredCall | undefined): Difference | undefined {
  const head = { compId, stream: "contact", id } as const;
  const last = events.at(-1)?.seq ?? 0;
  if (!row) return last === 0 ? undefined : { ...head, kind: "missing" };
  if (last === 0) return { ...head, kind: "extra" };
  if (row.appliedSeq !== last) return { ...head, kind: row.appliedSeq < last ? "behind" : "ahead" };
  const columns = unequal(callRow(events.reduce<CallRecord | undefined>(applyCall, undefined)!), row);
  return columns.length === 0 ? undefined : { ...head, kind: "columns", columns };
}

/**
 * Events are read before rows, and both are written in one transaction: so a row may be newer than the events beside it,
 * never older. The log only grows, so a newer row is compared with the events up to the one it says it has.
 */
export async function checkCalls(trx: Trx, compId: string, after: string, limit: number): Promise<Page> {
  const end = await pageEnd(trx, compId, "contact", after, limit);
  const byCall = new Map<string, Sequenced<ContactEntry>[]>();
  for (const event of (await contactEvents(trx, compId, after, end)).filter(isContact))
    byCall.set(event.id, [...(byCall.get(event.id) ?? []), event]);
  const rows = new Map((await callRows(trx, compId, after, end)).map((row) => [row.callId, row]));
  const differences: Difference[] = [];
  for (const id of new Set([...byCall.keys(), ...rows.keys()])) {
    const row = rows.get(id);
    let events: Events = byCall.get(id) ?? [];
    if (row && row.appliedSeq > (events.at(-1)?.seq ?? 0))
      events = (await readStream(trx, { compId, stream: "contact", id }))
        .filter(isContact)
        .filter(({ seq }) => seq <= row.appliedSeq);
    const found = compare(compId, id, events, row);
    if (found) differences.push(found);
  }
  return { end, rows: rows.size, differences };
}
