/** State of the streams being written, and how a batch changes it. A further contact kind adds its projection here. */
import type { Trx } from "../../ports/database.ts";
import { applyAgent, type AgentProjection } from "./agent-status.ts";
import { saveLegs, saveMeetings, saveStays, saveTalks, saveVisits } from "./contact-repository.ts";
import { applyContact, type Contact } from "./contact.ts";
import type { Entry, Sequenced } from "./events.ts";
import { isAgent, isContact, readAgentProjection, readStream, saveCalls, saveStatus } from "./repository.ts";

export type Projection =
  /** saved: as it stands in the database, if it does. */
  | { readonly kind: "call"; readonly contact: Contact | undefined; readonly saved: Contact | undefined }
  | { readonly kind: "agent"; readonly agent: AgentProjection | undefined };

export const seqOf = (projection: Projection): number =>
  projection.kind === "call" ? (projection.contact?.record.appliedSeq ?? 0) : (projection.agent?.seq ?? 0);

export function apply(projection: Projection, event: Sequenced): Projection {
  if (projection.kind === "call" && isContact(event))
    return { ...projection, contact: applyContact(projection.contact, event) };
  if (projection.kind === "agent" && isAgent(event))
    return { kind: "agent", agent: applyAgent(projection.agent, event) };
  throw new TypeError(`an entry of kind ${event.kind} in a stream of kind ${projection.kind}`);
}

const fresh = (entry: Entry): Projection =>
  entry.kind === "call" ? { kind: "call", contact: undefined, saved: undefined } : { kind: "agent", agent: undefined };

/** Reads what earlier batches, or an earlier process, left of the entry's stream. */
export async function load(trx: Trx, entry: Entry): Promise<Projection> {
  if (entry.kind === "agent") return { kind: "agent", agent: await readAgentProjection(trx, entry.compId, entry.id) };
  const events = await readStream(trx, entry);
  return events.reduce<Projection>(apply, fresh(entry));
}

/** Rows never move in their list and are made anew when they change. */
const changed = <T>(now: readonly T[] = [], saved: readonly T[] = []): readonly T[] =>
  now === saved ? [] : now.filter((row, i) => row !== saved[i]);

export async function save(trx: Trx, projections: readonly Projection[]): Promise<void> {
  const calls = projections.filter((l) => l.kind === "call");
  // All at once: the connection keeps their order, and none waits for the answer of the one before.
  await Promise.all([
    saveCalls(
      trx,
      calls.flatMap(({ contact }) => contact?.record ?? []),
    ),
    saveLegs(
      trx,
      calls.flatMap(({ contact, saved }) => changed(contact?.legs, saved?.legs)),
    ),
    saveVisits(
      trx,
      calls.flatMap(({ contact, saved }) => changed(contact?.visits.list, saved?.visits.list)),
    ),
    saveStays(
      trx,
      calls.flatMap(({ contact, saved }) => changed(contact?.stays.list, saved?.stays.list)),
    ),
    saveTalks(
      trx,
      calls.flatMap(({ contact, saved }) => changed(contact?.talks.list, saved?.talks.list)),
    ),
    saveMeetings(
      trx,
      calls.flatMap(({ contact, saved }) => (contact?.meeting === saved?.meeting ? [] : (contact?.meeting ?? []))),
    ),
    saveStatus(
      trx,
      projections.flatMap((l) => (l.kind === "agent" && l.agent ? l.agent.touched : [])),
    ),
  ]);
}

/** What need not be remembered once saved; undefined: drop the stream from memory. */
export function settle(projection: Projection): Projection | undefined {
  if (projection.kind === "agent")
    return projection.agent ? { kind: "agent", agent: { ...projection.agent, touched: [] } } : undefined;
  const { contact } = projection;
  return contact && contact.record.endAt !== null && contact.record.liveRecording === null
    ? undefined
    : { ...projection, saved: contact };
}

/** Of calls whose rows are not there, or are to be as these say. */
export async function saveContacts(trx: Trx, contacts: readonly Contact[]): Promise<void> {
  const legs = contacts.flatMap((c) => c.legs);
  const visits = contacts.flatMap((c) => c.visits.list);
  await saveCalls(
    trx,
    contacts.map((c) => c.record),
  );
  for (let at = 0; at < legs.length; at += 500) await saveLegs(trx, legs.slice(at, at + 500));
  for (let at = 0; at < visits.length; at += 500) await saveVisits(trx, visits.slice(at, at + 500));
  await saveStays(
    trx,
    contacts.flatMap((c) => c.stays.list),
  );
  await saveTalks(
    trx,
    contacts.flatMap((c) => c.talks.list),
  );
  await saveMeetings(
    trx,
    contacts.flatMap(({ meeting }) => meeting ?? []),
  );
}
