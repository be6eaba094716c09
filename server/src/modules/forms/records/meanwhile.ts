/** Two who change one record: what only one of them changed is nobody's conflict (rule F88). */
import type { FieldOverride, RecordValues } from "@liantai/api/contract/workorder";
import { isRecord, sameValue } from "@liantai/api/forms";
import type { Trx } from "../../../ports/database.ts";
import { changesAfter } from "./change-repository.ts";
import { undone } from "./past.ts";
import type { RecordRow } from "./repository.ts";

/** Versions that a save looks back over; who saw an older one is asked about all that differs. */
const mostVersions = 500;

const idsOf = (value: unknown): unknown => (isRecord(value) && Array.isArray(value["ids"]) ? value["ids"] : undefined);

/** An option of a cascade is the same under a new name. */
export const sameField = (a: unknown, b: unknown): boolean =>
  sameValue(a, b) || (idsOf(a) !== undefined && sameValue(idsOf(a), idsOf(b)));

async function valuesAt(trx: Trx, compId: string, row: RecordRow, version: number): Promise<RecordValues | undefined> {
  const behind = row.version - version;
  if (behind === 0) return row.values;
  if (behind < 0 || behind > mostVersions) return undefined;
  const changes = await changesAfter(trx, compId, row.id, version);
  // One that left no line: nobody knows what it changed.
  if (changes.length !== behind) return undefined;
  return changes.reduce((values, one) => undone(values, one.changes), row.values);
}

export interface Seen {
  readonly version?: number | undefined;
  /** Fields whose newer value the writer was shown, and writes over. */
  readonly over?: FieldOverride | undefined;
}

/** What the writer saw of a record that has gone on since, each field as he saw it last. undefined: nobody knows. */
export async function seenValues(
  trx: Trx,
  compId: string,
  row: RecordRow,
  { version, over }: Seen,
): Promise<RecordValues | undefined> {
  if (version === undefined || version === row.version) return undefined;
  const seen = await valuesAt(trx, compId, row, version);
  if (!seen || !over) return seen;
  const later = await valuesAt(trx, compId, row, over.version);
  if (!later) return seen;
  const values: Record<string, unknown> = { ...seen };
  for (const name of over.fields) {
    if (Object.hasOwn(later, name)) values[name] = later[name];
    else delete values[name];
  }
  return values;
}

/** Of what is sent, what the writer himself changed. */
export const ownChanges = (given: RecordValues, seen: RecordValues): RecordValues =>
  Object.fromEntries(Object.entries(given).filter(([name, value]) => !sameField(value, seen[name])));

/** What others changed since it was seen. */
export const changedSince = (row: Pick<RecordRow, "values">, seen: RecordValues): ReadonlySet<string> =>
  new Set(
    [...Object.keys(seen), ...Object.keys(row.values)].filter((name) => !sameField(seen[name], row.values[name])),
  );
