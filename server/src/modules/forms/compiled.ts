/** Published versions, compiled: they never change, so each process keeps those it has met. */
import { AppError } from "@liantai/api/contract";
import {
  compileField,
  compileForm,
  type CompiledForm,
  type FormDefinition,
  type FormField,
  type FormOption,
  type OtherOptions,
} from "@liantai/api/forms";
import type { Trx } from "../../ports/database.ts";
import { earlierFields, earlierOptions, findVersion } from "./definitions/repository.ts";

/** Some 200 KB each with 200 fields. */
const kept = 200;

export interface CompiledForms {
  /** Throws AppError 'notFound'. */
  get(trx: Trx, compId: string, formId: string, version: number): Promise<CompiledForm>;
  /**
   * The version that a record was written with; its `byName` knows behind its own fields those that only earlier ones had, whose values a
   * record keeps whatever it was saved with since (历史字段). Throws AppError 'notFound'.
   */
  withEarlier(trx: Trx, compId: string, formId: string, version: number): Promise<CompiledForm>;
}

/** Of the options of before those that the version has no more, of fields that it has. */
function goneFrom({ fields }: FormDefinition, earlier: OtherOptions): OtherOptions {
  const gone = (field: FormField, path: string): [string, readonly FormOption[]][] => {
    const now = new Set(field.items?.map(({ label_value }) => label_value));
    const left = (Object.hasOwn(earlier, path) ? earlier[path]! : []).filter(
      ({ label_value }) => !now.has(label_value),
    );
    return [
      ...(left.length > 0 ? [[path, left] as [string, readonly FormOption[]]] : []),
      ...(field.ext?.rows?.fields ?? []).flatMap((column) => gone(column, `${path}.${column.name}`)),
    ];
  };
  return Object.fromEntries(fields.flatMap((field) => gone(field, field.name)));
}

export function createCompiledForms(): CompiledForms {
  const known = new Map<string, CompiledForm>();
  async function remembered(key: string, make: () => Promise<CompiledForm>): Promise<CompiledForm> {
    const before = known.get(key);
    if (before) known.delete(key);
    const form = before ?? (await make());
    known.set(key, form);
    if (known.size > kept) known.delete(known.keys().next().value!);
    return form;
  }
  const get: CompiledForms["get"] = (trx, compId, formId, version) =>
    remembered(`${compId}/${formId}/${version}`, async () => {
      const row = await findVersion(trx, compId, formId, version);
      if (!row) throw new AppError("notFound", "表单不存在或未发布");
      return compileForm(
        row.definition,
        version > 1 ? goneFrom(row.definition, await earlierOptions(trx, compId, formId, version)) : {},
      );
    });
  return {
    get,
    async withEarlier(trx, compId, formId, version) {
      const own = await get(trx, compId, formId, version);
      if (version <= 1) return own;
      return remembered(`${compId}/${formId}/${version}/earlier`, async () => {
        const byName = new Map(own.byName);
        for (const field of await earlierFields(trx, compId, formId, version))
          if (!byName.has(field.name)) byName.set(field.name, compileField(field, byName.size));
        return { ...own, byName };
      });
    },
  };
}
