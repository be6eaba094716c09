/** Refusals that name a field of a record: values.KEY. */
import { AppError, type FieldError } from "@liantai/api/contract";
import type { CompiledForm, FieldValue } from "@liantai/api/forms";
import type { RecordConflict, RecordValues } from "@liantai/api/contract/workorder";
import { sameField } from "./meanwhile.ts";
import { shownValue } from "./present.ts";
import type { RecordRow } from "./repository.ts";

export function valuesRefusal(
  faults: readonly { readonly path: string; readonly label: string; readonly message: string }[],
): AppError {
  const fields: FieldError[] = faults.map(({ path, label, message }) => ({
    path: path === "" ? "values" : `values.${path}`,
    label,
    message,
  }));
  const told = faults
    .slice(0, 3)
    .map(({ label, message }) => (label === "" || message.includes(label) ? message : `${label}：${message}`));
  return new AppError("invalid", told.join("；"), { fields });
}

export const takenRefusal = (form: CompiledForm, names: readonly string[]): AppError =>
  valuesRefusal(
    names.map((path) => {
      const label = form.byName.get(path)?.label ?? path;
      return { path, label, message: `${label}已存在` };
    }),
  );

/**
 * Somebody else saved it meanwhile: what differs, field by field; where it is known what others changed (`changed`), of that alone.
 * undefined: nothing of what is asked for stands against it.
 */
export function conflictOf(
  form: CompiledForm,
  row: RecordRow,
  given: RecordValues,
  hide: boolean,
  changed?: ReadonlySet<string>,
): AppError | undefined {
  const shown = (name: string, value: unknown): unknown => {
    const field = form.byName.get(name);
    return field && hide ? shownValue(field, value as FieldValue) : value;
  };
  const conflicts = Object.entries(given)
    .filter(([name, mine]) => !sameField(mine, row.values[name]) && changed?.has(name) !== false)
    .map(([name, mine]) => ({
      field: `values.${name}`,
      label: form.byName.get(name)?.label ?? name,
      mine: mine ?? null,
      theirs: shown(name, row.values[name]) ?? null,
    }));
  const [first] = conflicts;
  if (!first) return undefined;
  const { field, mine, theirs } = first;
  const data: RecordConflict = { version: row.version, field, mine, theirs, conflicts };
  return new AppError("conflict", `数据已被${row.updatedBy || "他人"}修改，请核对后再保存`, data);
}
