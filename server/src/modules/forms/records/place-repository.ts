/** SQL of where an order's record is: whose group it is in, and what its node hides. */
import type { RecordValues } from "@liantai/api/contract/workorder";
import { sameValue, type FormValues } from "@liantai/api/forms";
import { sql } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import { asked } from "../../asked.ts";
import { gathered } from "../../gathered.ts";

interface Place {
  readonly id: string;
  readonly groupId: string | null;
  readonly hidden: readonly string[];
}

interface Known extends Omit<Place, "id"> {
  /** Of a record that this transaction has made. */
  readonly values?: RecordValues;
}

const placesOf = new WeakMap<Trx, Map<string, Known>>();
const knownPlaces = (trx: Trx): Map<string, Known> => {
  const known = placesOf.get(trx) ?? new Map<string, Known>();
  placesOf.set(trx, known);
  return known;
};

/** What was just written need not be read. As the database gives it: through JSON. */
export function rememberMade(trx: Trx, id: string, values: FormValues, groupId: string | null): void {
  knownPlaces(trx).set(id, { groupId, hidden: [], values: JSON.parse(JSON.stringify(values)) as RecordValues });
}

/** They are written anew. */
export const forgetValues = (trx: Trx, id: string): void => void placesOf.get(trx)?.delete(id);

/** Values of an order, of one in the recycle bin as well, and where its record is. */
export async function valuesInPlace(trx: Trx, compId: string, id: string): Promise<RecordValues | undefined> {
  const made = placesOf.get(trx)?.get(id)?.values;
  if (made) return made;
  const [row] = await asked(
    trx,
    sql<Omit<Place, "id"> & { readonly values: RecordValues; readonly there: boolean }>`
      select values, group_id as "groupId", hidden_fields as hidden, deleted_at is null as there from form_record
      where comp_id = ${compId} and id = ${id} and merged_into is null`,
  );
  if (row?.there) knownPlaces(trx).set(id, { groupId: row.groupId, hidden: row.hidden });
  return row?.values;
}

/**
 * Whose group an order's record is in, and what its node hides: written where it is another. Its steps alone write it, and each holds the
 * order: where this one has read it, nothing is asked of a place that is the same.
 */
export async function placeRecord(trx: Trx, compId: string, place: Place): Promise<void> {
  const places = knownPlaces(trx);
  const { id, groupId, hidden } = place;
  const known = places.get(id);
  if (known?.groupId === groupId && sameValue(known.hidden, hidden)) return;
  if (known) places.set(id, { ...known, groupId, hidden });
  await gathered(trx, `places/${compId}`, place, (all) => placeRecords(trx, compId, all));
}

const placeRecords = (trx: Trx, compId: string, places: readonly Place[]) =>
  sql`
    update form_record r set group_id = n."groupId", hidden_fields = n.hidden
    from json_to_recordset(${JSON.stringify(places)}::json) as n(id text, "groupId" text, hidden jsonb)
    where r.comp_id = ${compId} and r.id = n.id and r.deleted_at is null and r.merged_into is null
      and (r.group_id is distinct from n."groupId" or r.hidden_fields is distinct from n.hidden)`.execute(trx);
