/** Distinct values as the keys of an import's repetitions: the field, and in the lines after it the value. */
import type { Trx } from "../../../ports/database.ts";
import type { UniqueKey } from "./indexing.ts";
import type { Published } from "./published.ts";
import { uniqueThere } from "./repository.ts";

export const uniqueKey = ({ field, value }: UniqueKey): string => `${field}\n${value}`;
export const uniqueOfKey = (key: string): UniqueKey => {
  const at = key.indexOf("\n");
  return { field: key.slice(0, at), value: key.slice(at + 1) };
};

/** Of these keys those that a record of the form has. */
export async function uniqueKeysThere(
  trx: Trx,
  { row }: Pick<Published, "row">,
  keys: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>();
  const wanted = keys.map(uniqueOfKey);
  for (const field of new Set(wanted.map((key) => key.field))) {
    const values = wanted.filter((key) => key.field === field).map(({ value }) => value);
    for (const value of await uniqueThere(trx, row.compId, row.id, field, values))
      found.add(uniqueKey({ field, value }));
  }
  return found;
}
