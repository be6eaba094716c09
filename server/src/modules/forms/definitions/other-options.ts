/** What values of a form's choices are called that are none of its own options: a dictionary's, and those that went with a version. */
import { withOtherOptions, type CompiledForm, type FormField, type FormOption } from "@liantai/api/forms";
import type { Database } from "../../../ports/database.ts";
import { readDictionary, type Dictionary } from "../../settings/index.ts";

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

/** With those of fields that only earlier versions had, where the form knows them. */
const dictionariesIn = ({ byName }: CompiledForm) => dictionariesOf([...byName.values()].map(({ field }) => field));

/** Codes of the dictionaries that choices of these forms come from, each once. */
export const codesOf = (...forms: readonly CompiledForm[]): readonly string[] => [
  ...new Set(forms.flatMap(dictionariesIn).map(([, code]) => code)),
];

/** Outside every transaction: the installation's dictionaries belong to no enterprise. */
export async function dictionariesBy(
  database: Database,
  compId: string,
  codes: readonly string[],
): Promise<ReadonlyMap<string, Dictionary>> {
  const found = new Map<string, Dictionary>();
  for (const code of codes) found.set(code, await readDictionary(database, compId, code));
  return found;
}

export const optionsOf = (items: Dictionary["names"]): readonly FormOption[] =>
  items.map(({ value, label }) => ({ label_name: label, label_value: value }));

/** Gives a form the names of its dictionaries: within a transaction, of what was read before it. */
export type Naming = (form: CompiledForm) => CompiledForm;

export function namingBy(dictionaries: ReadonlyMap<string, Dictionary>): Naming {
  return (form) => {
    const own = dictionariesIn(form);
    if (own.length === 0) return form;
    const others: Record<string, readonly FormOption[]> = { ...form.otherOptions };
    for (const [path, code] of own)
      others[path] = [...(others[path] ?? []), ...optionsOf(dictionaries.get(code)?.names ?? [])];
    return withOtherOptions(form, others);
  };
}

/** Outside every transaction. */
export const namingOf = async (database: Database, compId: string, codes: readonly string[]): Promise<Naming> =>
  namingBy(await dictionariesBy(database, compId, codes));

/** The same form, which knows the names of its dictionaries as they are now. Outside every transaction. */
export const withDictionaries = async (database: Database, compId: string, form: CompiledForm): Promise<CompiledForm> =>
  (await namingOf(database, compId, codesOf(form)))(form);

/** What is seen of a record: its form, and the one that it was written with, which is often the same. */
export async function namedForms<T extends { readonly form: CompiledForm; readonly was: CompiledForm }>(
  database: Database,
  compId: string,
  seen: T,
): Promise<T> {
  const naming = await namingOf(database, compId, codesOf(seen.form, seen.was));
  const form = naming(seen.form);
  return { ...seen, form, was: seen.was === seen.form ? form : naming(seen.was) };
}
