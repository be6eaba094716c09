/** call_record, call_leg, call_visit, flow_stay and robot_talk against the log, a range of calls at a time. Calls may go on meanwhile. */
import type { Trx } from "../../../ports/database.ts";
import {
  legRow,
  meetingRow,
  stayRow,
  storedParts,
  talkRow,
  visitRow,
  type StoredLeg,
  type StoredMeeting,
  type StoredStay,
  type StoredTalk,
  type StoredVisit,
} from "../contact-repository.ts";
import { applyContact, type Contact } from "../contact.ts";
import type { ContactEntry, Sequenced } from "../events.ts";
import { callRow, isContact, readStream } from "../repository.ts";
import { unequal, type Difference, type Page } from "./difference.ts";
import { callRows, contactEvents, pageEnd, type StoredCall } from "./repository.ts";

type Events = readonly Sequenced<ContactEntry>[];

interface Stored {
  readonly row: StoredCall | undefined;
  readonly legs: readonly StoredLeg[];
  readonly visits: readonly StoredVisit[];
  readonly stays: readonly StoredStay[];
  readonly talks: readonly StoredTalk[];
  readonly meeting: StoredMeeting | undefined;
}

/** Names of what is wrong with the rows of one kind: columns, or that one is missing or too many. */
function parts(name: string, wanted: readonly { readonly seq: number }[], stored: readonly { readonly seq: number }[]) {
  const rows = new Map(stored.map((row) => [row.seq, row]));
  const wrong = new Set<string>();
  for (const row of wanted) {
    const found = rows.get(row.seq);
    rows.delete(row.seq);
    if (!found) wrong.add(`${name}.missing`);
    else for (const column of unequal(row, found)) wrong.add(`${name}.${column}`);
  }
  if (rows.size > 0) wrong.add(`${name}.extra`);
  return [...wrong];
}

function meetingColumns({ meeting }: Contact, stored: StoredMeeting | undefined): string[] {
  if (meeting && stored) return unequal(meetingRow(meeting), stored).map((column) => `meeting.${column}`);
  return meeting ? ["meeting.missing"] : stored ? ["meeting.extra"] : [];
}

function compare(
  compId: string,
  id: string,
  events: Events,
  { row, legs, visits, stays, talks, meeting }: Stored,
): Difference | undefined {
  const head = { compId, stream: "contact", id } as const;
  const last = events.at(-1)?.seq ?? 0;
  if (!row && last > 0) return { ...head, kind: "missing" };
  if (last === 0) return { ...head, kind: "extra" };
  if (!row) return undefined;
  if (row.appliedSeq !== last) return { ...head, kind: row.appliedSeq < last ? "behind" : "ahead" };
  const contact = events.reduce<Contact | undefined>(applyContact, undefined)!;
  const columns = [
    ...unequal(callRow(contact.record), row),
    ...parts("leg", contact.legs.map(legRow), legs),
    ...parts("visit", contact.visits.list.map(visitRow), visits),
    ...parts("stay", contact.stays.list.map(stayRow), stays),
    ...parts("talk", contact.talks.list.map(talkRow), talks),
    ...meetingColumns(contact, meeting),
  ];
  return columns.length === 0 ? undefined : { ...head, kind: "columns", columns };
}

function byCall<T extends { readonly callId: string }>(rows: readonly T[]): ReadonlyMap<string, T[]> {
  const found = new Map<string, T[]>();
  for (const row of rows) found.set(row.callId, [...(found.get(row.callId) ?? []), row]);
  return found;
}

/**
 * Events are read before rows, and all are written in one transaction: so rows may be newer than the events beside them, never
 * older. Records are read after legs and visits; a call whose record went on meanwhile is looked at again.
 */
export async function checkCalls(trx: Trx, compId: string, after: string, limit: number): Promise<Page> {
  const end = await pageEnd(trx, compId, "contact", after, limit);
  const logs = new Map<string, Sequenced<ContactEntry>[]>();
  for (const event of (await contactEvents(trx, compId, after, end)).filter(isContact))
    logs.set(event.id, [...(logs.get(event.id) ?? []), event]);
  const before = new Map((await callRows(trx, compId, after, end)).map((row) => [row.callId, row.appliedSeq]));
  const stored = await storedParts(trx, compId, after, end);
  const rows = new Map((await callRows(trx, compId, after, end)).map((row) => [row.callId, row]));
  const legs = byCall(stored.legs);
  const visits = byCall(stored.visits);
  const stays = byCall(stored.stays);
  const talks = byCall(stored.talks);
  const meetings = new Map(stored.meetings.map((meeting) => [meeting.meetingId, meeting]));
  const differences: Difference[] = [];
  for (const id of new Set([
    ...logs.keys(),
    ...rows.keys(),
    ...legs.keys(),
    ...visits.keys(),
    ...stays.keys(),
    ...talks.keys(),
    ...meetings.keys(),
  ])) {
    const row = rows.get(id);
    let events: Events = logs.get(id) ?? [];
    // Written while we read: the next turn looks at it.
    if (before.get(id) !== row?.appliedSeq) continue;
    if (row && row.appliedSeq > (events.at(-1)?.seq ?? 0))
      events = (await readStream(trx, { compId, stream: "contact", id }))
        .filter(isContact)
        .filter(({ seq }) => seq <= row.appliedSeq);
    const found = compare(compId, id, events, {
      row,
      legs: legs.get(id) ?? [],
      visits: visits.get(id) ?? [],
      stays: stays.get(id) ?? [],
      talks: talks.get(id) ?? [],
      meeting: meetings.get(id),
    });
    if (found) differences.push(found);
  }
  return { end, rows: rows.size, differences };
}
