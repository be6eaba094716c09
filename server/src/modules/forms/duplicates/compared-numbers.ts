/** What is masked to who sees no numbers, and is compared with other records all the same: each is a question (protocol R10). Pure. */
import { maskClassOf, type CompiledForm, type FieldValue } from "@liantai/api/forms";
import type { DuplicateRule } from "../../../ports/schema/beside-records.ts";
import { dialledDigits } from "../../numbers/index.ts";
import { shownValue } from "../records/present.ts";
import type { Subject } from "./scoring.ts";

const ruleFields = (rules: readonly DuplicateRule[]): string[] => rules.flatMap(({ field }) => field ?? []);

/** Fields whose values must be the only ones, or that the rules compare. */
export const comparedFields = (form: CompiledForm, rules: readonly DuplicateRule[]): ReadonlySet<string> =>
  new Set([...form.slots.flatMap(({ field, unique }) => (unique ? field : [])), ...ruleFields(rules)]);

/** Their values that are masked: telephone numbers and cards, and texts that hold such. */
export const maskedOf = (
  form: CompiledForm,
  fields: ReadonlySet<string>,
  values: Readonly<Record<string, unknown>>,
): string[] =>
  [...fields].flatMap((name) => {
    const field = form.byName.get(name);
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (!field || typeof value !== "string" || value === "") return [];
    if (shownValue(field, value as FieldValue) === value) return [];
    // As it is among the record's numbers, lest it count twice.
    return [maskClassOf(field) === "phone" ? dialledDigits(value) : value];
  });

/** Of what the rules compare. */
export const comparedNumbers = (form: CompiledForm, rules: readonly DuplicateRule[], subject: Subject): string[] => [
  ...maskedOf(form, new Set(ruleFields(rules)), subject.values),
  ...(rules.some(({ kind }) => kind === "number") ? subject.phones : []),
];
