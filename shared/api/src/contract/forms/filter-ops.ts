/** What lists are asked with, by type (inventory B13). */
import { type FormField, isNumberField } from "./definition.ts";

export const filterOps = {
  contains: "包含",
  equals: "等于",
  anyOf: "是其中之一",
  between: "介于",
  under: "属于",
  has: "有无",
} as const;
export type FilterOp = keyof typeof filterOps;

export function filterOpsOf(field: FormField): readonly FilterOp[] {
  if (isNumberField(field)) return ["between"];
  switch (field.type) {
    case "input":
    case "textarea":
      return ["contains", "equals"];
    case "radio":
    case "select":
    case "checkbox":
    case "lookup":
      return ["anyOf"];
    case "datepicker":
      return ["between"];
    case "cascading select":
      return ["under"];
    case "uploads":
    case "rows":
      return ["has"];
  }
}
