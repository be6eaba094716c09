/** The rows that an import leaves behind, written as plainly as can be: lists of values, 500 records a transaction. */
import { compileForm, type CompiledForm, type FormValues } from "@liantai/api/forms";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { indexer, type Indexed } from "../../modules/forms/records/indexing.ts";
import type { SlotMap } from "../../ports/schema/forms.ts";
import { fields } from "./data.ts";

export interface Place {
  readonly compId: string;
  readonly formId: string;
  readonly slots: SlotMap;
}
export const batchRows = 500;
/** PostgreSQL takes 65,535 parameters a statement. */
const mostValues = 60_000;

export const formOf = ({ formId }: Pick<Place, "formId">): CompiledForm =>
  compileForm({ formId, version: 1, name: "客户", formType: "customer", fields });

export interface Line {
  readonly values: FormValues;
  readonly found: Indexed;
}
export const finder = (place: Place): ((values: FormValues) => Indexed) => indexer(formOf(place), place.slots);

async function insert(client: pg.ClientBase, table: string, columns: readonly string[], rows: readonly unknown[][]) {
  const most = Math.floor(mostValues / columns.length);
  for (let from = 0; from < rows.length; from += most) {
    const some = rows.slice(from, from + most);
    const lists = some.map((row, n) => `(${row.map((_, at) => `$${n * columns.length + at + 1}`).join(",")})`);
    await client.query(`insert into ${table} (${columns.join(",")}) values ${lists.join(",")}`, some.flat());
  }
}

export async function storeLines(
  client: pg.ClientBase,
  { compId, formId }: Place,
  lines: readonly Line[],
): Promise<void> {
  const at = new Date();
  const rows = lines.map((line) => ({ id: randomUUID(), ...line }));
  const slots = Object.keys(rows[0]!.found.slots).filter((slot) =>
    rows.some(({ found }) => found.slots[slot as keyof Indexed["slots"]] !== null),
  );
  await client.query("begin");
  await insert(
    client,
    "form_unique",
    ["comp_id", "form_id", "field", "value"],
    rows.flatMap(({ found }) => found.uniques.map(({ field, value }) => [compId, formId, field, value])),
  );
  await insert(
    client,
    "form_record",
    [
      ...["comp_id", "form_id", "id", "form_version", "version", '"values"', "source", "owner_id", "owner_name"],
      ...["created_at", "updated_at", "updated_by", ...slots],
    ],
    rows.map(({ id, values, found }) => [
      ...[compId, formId, id, 1, 1, JSON.stringify(values), "import", "a", "管理员", at, at, "管理员"],
      ...slots.map((slot) => found.slots[slot as keyof Indexed["slots"]]),
    ]),
  );
  await insert(
    client,
    "form_term",
    ["comp_id", "form_id", "field", "term", "created_at", "record_id"],
    rows.flatMap(({ id, found }) => found.terms.map(({ field, term }) => [compId, formId, field, term, at, id])),
  );
  await insert(
    client,
    "record_phone",
    ["comp_id", "number", "record_id"],
    rows.flatMap(({ id, found }) => found.phones.map((number) => [compId, number, id])),
  );
  await client.query("commit");
}
