/** What values of a form's choices are called that are none of its own options: a dictionary's, and those that went with a version. */
import { compileForm, type CompiledForm, type FormField, type FormOption, type OtherOptions } from "@liantai/api/forms";
import type { Database } from "../../../ports/database.ts";
import { dictionaryNames } from "../../settings/index.ts";

/** Paths of fields and of columns of tables, with the dictionaries that their options come from. */
const dictionariesOf = (fields: readonly FormField[], before = ""): readonly (readonly [string, string])[] =>
  fields.flatMap(({ name, ext }) => {
    const path = `${before}${name}`;
    const source = ext?.options;
    return [
      ...(source?.from === "dictionary" ? [[path, source.code] as const] : []),
      ...dictionariesOf(ext?.rows?.fields ?? [], `${path}.`),
    ];
  });

/** Outside every transaction: the installation's dictionaries belong to no enterprise. */
export async function otherOptionsOf(database: Database, compId: string, form: CompiledForm): Promise<OtherOptions> {
  const others: Record<string, readonly FormOption[]> = { ...form.otherOptions };
  for (const [path, code] of dictionariesOf(form.definition.fields)) {
    const options = await dictionaryNames(database, compId, code);
    others[path] = [
      ...(others[path] ?? []),
      ...options.map(({ value, label }) => ({ label_name: label, label_value: value })),
    ];
  }
  return others;
}

/** The same form, which knows the names of its dictionaries as they are now. */
export async function withDictionaries(database: Database, compId: string, form: CompiledForm): Promise<CompiledForm> {
  if (dictionariesOf(form.definition.fields).length === 0) return form;
  return compileForm(form.definition, await otherOptionsOf(database, compId, form));
}

/** What is seen of a record: its form, and the one that it was written with, which is often the same. */
export async function namedForms<T extends { readonly form: CompiledForm; readonly was: CompiledForm }>(
  database: Database,
  compId: string,
  seen: T,
): Promise<T> {
  const form = await withDictionaries(database, compId, seen.form);
  return { ...seen, form, was: seen.was === seen.form ? form : await withDictionaries(database, compId, seen.was) };
}
