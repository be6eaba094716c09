import { fieldRuleCases } from "@liantai/api/testing/field-rules";
import { formRuleCases } from "@liantai/api/testing/form-rules";
import { act, renderHook } from "@testing-library/react";
import { object, type AnyObjectSchema } from "yup";
import { useFormModel } from "./form.tsx";

/** What is said at the field, and what the form sends of it. */
async function submit(schema: AnyObjectSchema, values: Readonly<Record<string, unknown>>, field: string) {
  const { result } = renderHook(() => useFormModel(schema, values));
  let sent: unknown;
  await act(() => result.current.form.handleSubmit((all) => (sent = all[field]))());
  return { said: result.current.form.getFieldState(field).error?.message ?? null, sent };
}

test.each(fieldRuleCases)("$rule: $value", async ({ schema, value, message, taken }) => {
  const outcome = await submit(object({ value: schema() }), { value }, "value");
  expect(outcome).toEqual({ said: message, sent: message === null ? (taken ?? value) : undefined });
});

test.each(formRuleCases)("$rule: $given", async ({ schema, values, field, message, taken }) => {
  const outcome = await submit(schema, values, field);
  expect(outcome).toEqual({ said: message, sent: message === null ? taken : undefined });
});
