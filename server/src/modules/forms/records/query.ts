/** Questions of a list, read by the form. Pure. */
import { AppError } from "@liantai/api/contract";
import { maskClassOf, readQuery, type CompiledField, type CompiledForm, type FieldQuery } from "@liantai/api/forms";
import type { Slot, SlotMap } from "../../../ports/schema/forms.ts";

export interface AskedField {
  readonly field: CompiledField;
  readonly slot: Slot | undefined;
  readonly query: FieldQuery;
}

interface Question {
  readonly name: string;
  readonly op: string;
  readonly value?: unknown;
}

/** Who sees no numbers must not find them out digit by digit: what holds digits matches whole. */
export const whole = (field: CompiledField, query: FieldQuery): FieldQuery =>
  query.op === "contains" && (maskClassOf(field) !== "none" || /\d/.test(query.text))
    ? { ...query, op: "equals" }
    : query;

/** Throws AppError 'invalid' naming filters[n], or 'refused' while a field's index is being built. */
export function readQuestions(
  form: CompiledForm,
  { slots, indexing }: { readonly slots: SlotMap; readonly indexing: readonly string[] },
  questions: readonly Question[],
  hide: boolean,
  /** Fields that the asker's role does not see: an answer would tell what stands in them. */
  veil: ReadonlySet<string>,
): readonly AskedField[] {
  return questions.map(({ name, op, value }, at) => {
    const path = `filters[${at}]`;
    const wrong = (label: string, message: string) =>
      new AppError("invalid", message, { fields: [{ path, label, message }] });
    const field = form.byName.get(name);
    if (!field || veil.has(name)) throw wrong("查询条件", `表单没有字段“${name}”`);
    if (indexing.includes(name)) throw new AppError("refused", `“${field.label}”索引建立中，请稍后查询`);
    const query = readQuery(field, op, value);
    if (typeof query === "string") throw wrong(field.label, query);
    return { field, slot: slots[name], query: hide ? whole(field, query) : query };
  });
}
