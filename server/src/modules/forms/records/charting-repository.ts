/** SQL of how often each option of a form's fields was chosen. */
import { sql } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import { filteredRecords, type ListQuery } from "./list-repository.ts";

export interface Chosen {
  readonly name: string;
  readonly value: string;
  /** As it was called, of a cascade. */
  readonly label: string | null;
  readonly count: number;
  /** Records in which it is the first that was chosen: together those in which anything is. */
  readonly first: number;
}

/**
 * One pass over the records for all fields. A choice is a text, several are a list, a cascade is {ids, labels}, of which the first level
 * counts. What an order's node hides is not counted for whom the list would not find by it.
 */
export async function countChosen(trx: Trx, query: ListQuery, names: readonly string[]): Promise<readonly Chosen[]> {
  if (names.length === 0) return [];
  const records = filteredRecords(trx, query).select(["r.values as data", "r.hiddenFields as veiled"]);
  const fields = sql.join(names.map((name) => sql`(${name}::text)`));
  const shown = query.guarded ? sql`not (q.veiled @> jsonb_build_array(f.name))` : sql`true`;
  const { rows } = await sql<{
    name: string;
    value: string;
    label: string | null;
    count: string;
    first: string;
  }>`
    select f.name, e.value, max(f.data -> 'labels' ->> 0) as label, count(*) as count,
      count(*) filter (where e.place = 1) as first
    from (${records}) as q
    cross join lateral (select n.name, q.data -> n.name as data from (values ${fields}) as n (name)) as f
    cross join lateral jsonb_array_elements_text(case jsonb_typeof(f.data)
      when 'string' then jsonb_build_array(f.data)
      when 'array' then f.data
      when 'object' then coalesce(jsonb_path_query_array(f.data, '$.ids[0]'), '[]'::jsonb)
      else '[]'::jsonb end) with ordinality as e (value, place)
    where e.value <> '' and ${shown}
    group by f.name, e.value`.execute(trx);
  return rows.map(({ count, first, ...row }) => ({ ...row, count: Number(count), first: Number(first) }));
}
