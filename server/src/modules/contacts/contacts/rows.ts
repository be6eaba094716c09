/** A contact as it is found, locked and logged. */
import { contactColumns } from "@liantai/api/contract/admin";
import { hidesNumbers } from "../../../http/privacy.ts";
import { fieldRefusal, unique } from "../../../http/refusals.ts";
import type { Caller } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { AdministrationDeps } from "../../deps.ts";
import {
  fieldsOf,
  lockEnterprise,
  phonesThere,
  valuesThere,
  type ContactQuery,
  type ContactRow,
  type FieldRow,
} from "../repository.ts";
import { distinctValues, keywordFields, valueText } from "../values.ts";
import type { Filters } from "./api.ts";

export type ContactDeps = AdministrationDeps;

export const queryOf = (
  fields: readonly FieldRow[],
  { name, phone, keyword }: Filters,
  caller: Caller,
): ContactQuery => ({
  name,
  phone,
  keyword,
  keywordFields: keywordFields(fields, keyword),
  whole: hidesNumbers(caller),
});

/** As the operation log has it: own fields by their names. */
export const logged = (
  fields: readonly FieldRow[],
  row: Pick<ContactRow, "name" | "phone" | "company" | "remark" | "fields">,
) => ({
  name: row.name,
  phone: row.phone,
  company: row.company,
  remark: row.remark,
  ...Object.fromEntries(fields.map((field) => [field.label, valueText(field, row.fields)])),
});

/** In the locked transaction of a change: what is new must not be there already. */
export async function checkTaken(
  trx: Trx,
  compId: string,
  fields: readonly FieldRow[],
  row: Pick<ContactRow, "phone" | "fields">,
  before?: ContactRow,
): Promise<void> {
  if (row.phone !== before?.phone && (await phonesThere(trx, compId, [row.phone])).length > 0)
    throw fieldRefusal("phone", contactColumns.phone, "电话已存在");
  for (const { field, value } of distinctValues(fields, row.fields))
    if (value !== before?.fields[field.name] && (await valuesThere(trx, compId, field.name, [value])).length > 0)
      throw fieldRefusal(`fields.${field.name}`, field.label, `${field.label}已存在`);
}

export const change = <T>(
  deps: ContactDeps,
  compId: string,
  work: (trx: Trx, fields: readonly FieldRow[]) => Promise<T>,
): Promise<T> =>
  unique(fieldRefusal("phone", contactColumns.phone, "电话已存在"), () =>
    deps.ports.database.tenant(compId, async (trx) => {
      await lockEnterprise(trx, compId);
      return work(trx, await fieldsOf(trx, compId));
    }),
  );
