/** SQL of forms, their drafts and versions. */
import type { FormField, FormOption, OtherOptions } from "@liantai/api/forms";
import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import type { FormDefinitionTable, FormVersionTable } from "../../../ports/schema/forms.ts";

export type FormRow = Selectable<FormDefinitionTable>;
export type VersionRow = Selectable<FormVersionTable>;

const forms = (trx: Trx, compId: string) => trx.selectFrom("form_definition").where("compId", "=", compId);

export const findForm = (trx: Trx, compId: string, id: string): Promise<FormRow | undefined> =>
  forms(trx, compId).selectAll().where("id", "=", id).executeTakeFirst();
/** Held to the end of the transaction: no other change of the form, no save of its records. */
export const lockForm = (trx: Trx, compId: string, id: string): Promise<FormRow | undefined> =>
  forms(trx, compId).selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
/** Whoever saves a record: others save beside it, publishing waits. */
export const holdForm = (trx: Trx, compId: string, id: string): Promise<FormRow | undefined> =>
  forms(trx, compId).selectAll().where("id", "=", id).forShare().executeTakeFirst();
export const findFormByName = (trx: Trx, compId: string, name: string): Promise<FormRow | undefined> =>
  forms(trx, compId).selectAll().where("name", "=", name).executeTakeFirst();

/** In the order of their names. */
export const publishedForms = (trx: Trx, compId: string) =>
  forms(trx, compId).select(["id", "name", "formType"]).where("version", ">", 0).orderBy("name").execute();

interface FormQuery extends PageQuery {
  readonly name?: string | undefined;
  readonly formType?: string | undefined;
}
export function listForms(trx: Trx, compId: string, query: FormQuery) {
  let base = forms(trx, compId);
  if (query.name) base = base.where("name", "like", containing(query.name));
  if (query.formType) base = base.where("formType", "=", query.formType as FormRow["formType"]);
  return pageOf(base, query, {
    rows: (q) =>
      q.selectAll().select((e) =>
        e
          .selectFrom("form_version as v")
          .select(sql<number>`jsonb_array_length(v.definition -> 'fields')`.as("fieldCount"))
          .whereRef("v.compId", "=", "form_definition.compId")
          .whereRef("v.formId", "=", "form_definition.id")
          .whereRef("v.version", "=", "form_definition.version")
          .as("fieldCount"),
      ),
    order: { createTime: "createdAt", name: "name", updateTime: "updatedAt" },
    descending: true,
    filled: ["createdAt", "updatedAt"],
    tie: "id",
  });
}

export async function insertForm(trx: Trx, row: Insertable<FormDefinitionTable>): Promise<void> {
  await trx.insertInto("form_definition").values(row).execute();
}
/** false: there is one of its id or its name already. */
export async function insertFormOnce(trx: Trx, row: Insertable<FormDefinitionTable>): Promise<boolean> {
  const made = await trx
    .insertInto("form_definition")
    .values(row)
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return Number(made.numInsertedOrUpdatedRows) > 0;
}
export async function updateForm(
  trx: Trx,
  compId: string,
  id: string,
  set: Updateable<FormDefinitionTable>,
): Promise<void> {
  await trx.updateTable("form_definition").set(set).where("compId", "=", compId).where("id", "=", id).execute();
}
export async function deleteForm(trx: Trx, compId: string, id: string): Promise<void> {
  await trx.deleteFrom("form_definition").where("compId", "=", compId).where("id", "=", id).execute();
}

const versions = (trx: Trx, compId: string, formId: string) =>
  trx.selectFrom("form_version").where("compId", "=", compId).where("formId", "=", formId);
export const findVersion = (
  trx: Trx,
  compId: string,
  formId: string,
  version: number,
): Promise<VersionRow | undefined> =>
  versions(trx, compId, formId).selectAll().where("version", "=", version).executeTakeFirst();
/** Every field that versions before one had, as the last of them had it: those of the last first, each version's in its order. */
export async function earlierFields(
  trx: Trx,
  compId: string,
  formId: string,
  before: number,
): Promise<readonly FormField[]> {
  const { rows } = await sql<{ field: FormField }>`
    select field from (
      select distinct on (f.field ->> 'name') f.field, f.at, v.version
      from form_version v cross join lateral jsonb_array_elements(v.definition -> 'fields') with ordinality as f (field, at)
      where v.comp_id = ${compId} and v.form_id = ${formId} and v.version < ${before}
      order by f.field ->> 'name', v.version desc
    ) as last order by version desc, at`.execute(trx);
  return rows.map(({ field }) => field);
}
/** Options that versions before one had, each by the last name it had: by field, columns of tables as rows.column. */
export async function earlierOptions(trx: Trx, compId: string, formId: string, before: number): Promise<OtherOptions> {
  const { rows } = await sql<{ path: string; options: FormOption[] }>`
    select path, jsonb_agg(item order by version desc, at) as options from (
      select distinct on (path, i.item ->> 'label_value') path, i.item, i.at, version from (
        select f.field ->> 'name' as path, f.field -> 'items' as items, v.version
        from form_version v cross join lateral jsonb_array_elements(v.definition -> 'fields') as f (field)
        where v.comp_id = ${compId} and v.form_id = ${formId} and v.version < ${before}
        union all
        select (f.field ->> 'name') || '.' || (c.field ->> 'name'), c.field -> 'items', v.version
        from form_version v cross join lateral jsonb_array_elements(v.definition -> 'fields') as f (field)
        cross join lateral jsonb_array_elements(coalesce(f.field #> '{ext,rows,fields}', '[]')) as c (field)
        where v.comp_id = ${compId} and v.form_id = ${formId} and v.version < ${before}
      ) as had cross join lateral jsonb_array_elements(coalesce(had.items, '[]')) with ordinality as i (item, at)
      order by path, i.item ->> 'label_value', version desc
    ) as last group by path`.execute(trx);
  return Object.fromEntries(rows.map(({ path, options }) => [path, options]));
}
export const listVersions = (trx: Trx, compId: string, formId: string) =>
  versions(trx, compId, formId)
    .select(["version", "publishedAt", "publishedBy"])
    .select(sql<number>`jsonb_array_length(definition -> 'fields')`.as("fieldCount"))
    .orderBy("version", "desc")
    .execute();
export async function insertVersion(trx: Trx, row: Insertable<FormVersionTable>): Promise<void> {
  await trx.insertInto("form_version").values(row).execute();
}

/** Forms whose index is being built, of every enterprise. */
export const formsToIndex = (trx: Trx) =>
  trx.selectFrom("form_definition").select(["compId", "id"]).where("indexedTo", "is not", null).execute();

/** Of one type, published, oldest first. */
export const formIdsOf = async (trx: Trx, compId: string, formType: FormRow["formType"]): Promise<readonly string[]> =>
  (
    await forms(trx, compId)
      .where("formType", "=", formType)
      .where("version", ">", 0)
      .select("id")
      .orderBy("createdAt")
      .execute()
  ).map(({ id }) => id);

export const countForms = async (trx: Trx, compId: string): Promise<number> =>
  Number(
    (
      await forms(trx, compId)
        .select((e) => e.fn.countAll().as("count"))
        .executeTakeFirstOrThrow()
    ).count,
  );

/** How many of these skill groups the enterprise has. */
export async function countSkillGroups(trx: Trx, compId: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { n } = await trx
    .selectFrom("skill_group")
    .select(({ fn }) => fn.countAll<string>().as("n"))
    .where("compId", "=", compId)
    .where("id", "in", ids)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** What a popup can be for. */
export async function placesOfPopups(trx: Trx, compId: string) {
  const accessNumbers = await trx
    .selectFrom("access_number")
    .select(["number", "title"])
    .where("compId", "=", compId)
    .orderBy("number")
    .execute();
  const skillGroups = await trx
    .selectFrom("skill_group")
    .select(["id", "name"])
    .where("compId", "=", compId)
    .orderBy("name")
    .execute();
  return { accessNumbers, skillGroups };
}

/** Roles of the enterprise, for what each may do with a form's fields. */
export const rolesOf = (trx: Trx, compId: string): Promise<{ id: string; name: string }[]> =>
  trx.selectFrom("role").select(["id", "name"]).where("compId", "=", compId).orderBy("name").execute();
