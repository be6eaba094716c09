/** Fields that become distinct while there are records: their values are gathered in the transaction that publishes. */
import { halfWidth, type CompiledField } from "@liantai/api/forms";
import { sql } from "kysely";
import type { Trx } from "../../../ports/database.ts";

/** U+FF01 to U+FF5E and the wide blank, with what halfWidth makes of them. */
const wide = String.fromCharCode(...Array.from({ length: 0xff5e - 0xff01 + 1 }, (_, n) => 0xff01 + n), 0x3000);
const narrow = halfWidth(wide);
export const folded = (text: ReturnType<typeof sql<string>>) => sql<string>`translate(${text}, ${wide}, ${narrow})`;

/** uniqueOf (shared/api, slots.ts) in SQL. */
function uniqueText({ name, type }: CompiledField) {
  const values = sql.ref("r.values");
  if (type === "cascading select")
    return sql<string>`array_to_string(array(select jsonb_array_elements_text(${values} -> ${name}::text -> 'ids')), '/')`;
  if (type === "lookup") return sql<string>`${values} -> ${name}::text ->> 'id'`;
  return sql<string>`btrim(${folded(sql<string>`${values} ->> ${name}::text`)})`;
}

/** Values that several records have: at most 20 of a field. */
export async function gatherUnique(
  trx: Trx,
  compId: string,
  formId: string,
  field: CompiledField,
): Promise<readonly { readonly value: string; readonly count: number }[]> {
  await forgetUnique(trx, compId, formId, field.name);
  const text = uniqueText(field);
  await sql`
    insert into form_unique (comp_id, form_id, field, value, holders)
    select ${compId}, ${formId}, ${field.name}, value, count(*) from (
      select ${text} as value from form_record r
      where r.comp_id = ${compId} and r.form_id = ${formId} and r.deleted_at is null
    ) as one where value <> '' group by value`.execute(trx);
  const found = await trx
    .selectFrom("form_unique")
    .select(["value", "holders as count"])
    .where("compId", "=", compId)
    .where("formId", "=", formId)
    .where("field", "=", field.name)
    .where("holders", ">", 1)
    .orderBy("holders", "desc")
    .orderBy("value")
    .limit(20)
    .execute();
  return found;
}

export async function forgetUnique(trx: Trx, compId: string, formId: string, field: string): Promise<void> {
  await trx
    .deleteFrom("form_unique")
    .where("compId", "=", compId)
    .where("formId", "=", formId)
    .where("field", "=", field)
    .execute();
}
