/** What lists, distinct fields and popups find a record by: made of its values by the newest version of its form. Pure. */
import {
  slotOf,
  termsOf,
  uniqueOf,
  type CompiledForm,
  type FieldValue,
  type FormValues,
  type SlotNeed,
} from "@liantai/api/forms";
import { dateSlots, numberSlots, textSlots, type Slot, type SlotMap } from "../../../ports/schema/forms.ts";
import { dialledDigits } from "../../numbers/index.ts";

export type SlotValues = Readonly<Record<Slot, string | number | Date | null>>;
export interface UniqueKey {
  readonly field: string;
  readonly value: string;
}
export interface Indexed {
  readonly slots: Partial<SlotValues>;
  readonly terms: readonly { readonly field: string; readonly term: string }[];
  readonly uniques: readonly UniqueKey[];
  readonly phones: readonly string[];
}

/** Every slot empty: of a record in the recycle bin. */
export const noSlots: SlotValues = Object.fromEntries(
  [...textSlots, ...numberSlots, ...dateSlots].map((slot) => [slot, null]),
) as SlotValues;

function slotValue(kind: SlotNeed["slot"], value: string | number | undefined): string | number | Date | null {
  if (value === undefined || value === "") return null;
  return kind === "date" ? new Date(value) : value;
}

/** Of a form compiled with its columns: for thousands of records of it. */
export function indexer(form: CompiledForm, slots: SlotMap): (values: FormValues) => Indexed {
  const needs = form.slots
    .filter(({ slot, terms, unique, phone }) => slot !== undefined || terms !== undefined || unique || phone)
    .map((need) => ({ need, field: form.byName.get(need.field)!, column: slots[need.field] }));
  return (values) => {
    const columns: Partial<Record<Slot, string | number | Date | null>> = { ...noSlots };
    const terms: { field: string; term: string }[] = [];
    const uniques: UniqueKey[] = [];
    const phones = new Set<string>();
    for (const { need, field, column } of needs) {
      const value: FieldValue | undefined = Object.hasOwn(values, field.name) ? values[field.name] : undefined;
      if (value === undefined) continue;
      if (column !== undefined) columns[column] = slotValue(need.slot, slotOf(field, value));
      if (need.terms !== undefined) for (const term of termsOf(field, value)) terms.push({ field: field.name, term });
      if (need.unique) {
        const key = uniqueOf(value);
        if (key !== undefined) uniques.push({ field: field.name, value: key });
      }
      if (need.phone && typeof value === "string") phones.add(dialledDigits(value));
    }
    return { slots: columns, terms, uniques, phones: [...phones].filter((number) => number !== "") };
  };
}
