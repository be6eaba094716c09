/** Numbers that the server gives (inventory B3): prefix, day, number of the day. Pure. */
import type { CompiledField, CompiledForm, FormType } from "@liantai/api/forms";

const codes: Readonly<Partial<Record<FormType, { readonly name: string; readonly prefix: string }>>> = {
  customer: { name: "customerCode", prefix: "KH" },
  workOrder: { name: "workCode", prefix: "GD" },
};

/** The field of the form that holds it. */
export function codeField({ formType, byName }: CompiledForm): CompiledField | undefined {
  const code = codes[formType];
  const field = code && byName.get(code.name);
  return field?.type === "input" ? field : undefined;
}

/** KH202611230001 */
export const codeOf = (formType: FormType, day: string, number: number): string =>
  `${codes[formType]?.prefix ?? ""}${day}${String(number).padStart(4, "0")}`;
