/** Fields that a new record may come without: numbers that the server gives (inventory B3), and the number of its call. Pure. */
import type { CompiledField } from "./compiled-field.ts";
import type { CompiledForm } from "./compiled-form.ts";
import { holdsNumber, type FormType } from "./definition.ts";

const names: Readonly<Partial<Record<FormType, string>>> = { customer: "customerCode", workOrder: "workCode" };

/** The field that holds whom a call was with: the one named phone, else the first for a number. */
export function phoneFieldOf({ fields, byName }: Pick<CompiledForm, "fields" | "byName">): CompiledField | undefined {
  const holds = (field: CompiledField | undefined) => field !== undefined && holdsNumber(field.content);
  const named = byName.get("phone");
  return holds(named) ? named : fields.find(holds);
}

/** The field of the form that holds it. */
export function codeFieldOf({
  formType,
  byName,
}: Pick<CompiledForm, "formType" | "byName">): CompiledField | undefined {
  const field = byName.get(names[formType] ?? "");
  return field?.type === "input" ? field : undefined;
}
