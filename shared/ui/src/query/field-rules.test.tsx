import { fieldRuleCases } from "@liantai/api/testing/field-rules";
import { act, renderHook } from "@testing-library/react";
import { object } from "yup";
import { useFormModel } from "./form.tsx";

test.each(fieldRuleCases)("$rule: $value", async ({ schema, value, message, taken }) => {
  const { result } = renderHook(() => useFormModel(object({ value: schema() }), { value }));
  let sent: unknown;
  await act(() => result.current.form.handleSubmit((values) => (sent = values.value))());
  expect(result.current.form.getFieldState("value").error?.message ?? null).toBe(message);
  expect(sent).toBe(message === null ? (taken ?? value) : undefined);
});
