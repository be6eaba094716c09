import { report } from "@liantai/ui";
import { claimFailure } from "@liantai/api/client";
import type { Failure } from "@liantai/api/contract";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";

export const isFailure = (error: unknown): error is Failure =>
  typeof error === "object" && error !== null && "text" in error && "level" in error;

/** 'body.phone' and 'phone' are both the field phone; rows[1].phone is drawn as rows.1.phone. */
const nameOf = (path: string): string => path.replace(/^body\./, "").replace(/\[(\d+)\]/g, ".$1");

/**
 * Says on the form what the server refused: at the fields it named, the first of them focused. Returns what no drawn field
 * can say; undefined when all was said. The form says it alone: no notification repeats it.
 */
export function showRefusal<V extends FieldValues>(
  error: unknown,
  form: UseFormReturn<V>,
  has: (name: string) => boolean,
): string | undefined {
  if (!isFailure(error)) {
    report(error, "保存");
    return "保存没有成功，请重试。";
  }
  claimFailure(error);
  const fields = (error.fields ?? []).map(({ path, label, message }) => ({ name: nameOf(path), label, message }));
  const drawn = fields.filter((f) => has(f.name));
  for (const [i, { name, message }] of drawn.entries())
    form.setError(name as Path<V>, { type: "server", message }, { shouldFocus: i === 0 });
  const others = fields.filter((f) => !has(f.name));
  if (others.length > 0)
    return others
      .map((f) => (f.label && !f.message.includes(f.label) ? `${f.label}：${f.message}` : f.message))
      .join("；");
  return drawn.length > 0 ? undefined : error.text;
}
