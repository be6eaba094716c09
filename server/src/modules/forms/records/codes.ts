/** Numbers that the server gives (inventory B3): prefix, day, number of the day. Pure. */
import type { FormType } from "@liantai/api/forms";

const prefixes: Readonly<Partial<Record<FormType, string>>> = { customer: "KH", workOrder: "GD" };

/** KH202611230001 */
export const codeOf = (formType: FormType, day: string, number: number): string =>
  `${prefixes[formType] ?? ""}${day}${String(number).padStart(4, "0")}`;
