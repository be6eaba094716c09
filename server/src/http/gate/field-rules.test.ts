/** Rule R6: the same tables as shared/ui's query/field-rules.test.tsx. */
import { AppError, defineEndpoint, signedIn } from "@liantai/api/contract";
import { fieldRuleCases } from "@liantai/api/testing/field-rules";
import { formRuleCases } from "@liantai/api/testing/form-rules";
import { object, type AnyObjectSchema } from "yup";
import { parseInput } from "../input.ts";

async function outcomeOf(schema: AnyObjectSchema, body: unknown): Promise<{ body: unknown } | { error: unknown }> {
  const endpoint = defineEndpoint({
    name: "rule",
    method: "POST",
    path: "/rule",
    summary: "rule",
    permission: signedIn,
    body: schema,
  });
  return parseInput(endpoint, { params: {}, query: {}, body }).then(
    ({ body }) => ({ body }),
    (error: unknown) => ({ error }),
  );
}
function expectRefused(outcome: { body: unknown } | { error: unknown }, path: string, message: string): void {
  expect("error" in outcome && outcome.error).toBeInstanceOf(AppError);
  expect(outcome).toMatchObject({ error: { data: { fields: [{ path, message }] } } });
}

test.each(fieldRuleCases)("$rule: $value", async ({ schema, value, message, taken }) => {
  const outcome = await outcomeOf(object({ value: schema() }), { value });
  if (message === null) expect(outcome).toEqual({ body: { value: taken ?? value } });
  else expectRefused(outcome, "value", message);
});

test.each(formRuleCases)("$rule: $given", async ({ schema, values, field, message, taken }) => {
  const outcome = await outcomeOf(schema, values);
  if (message === null) expect(outcome).toMatchObject({ body: { [field]: taken } });
  else expectRefused(outcome, field, message);
});
