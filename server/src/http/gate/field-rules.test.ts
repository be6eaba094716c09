/** Rule R6: the same table as shared/ui's query/field-rules.test.tsx. */
import { AppError, defineEndpoint, signedIn } from "@liantai/api/contract";
import { fieldRuleCases } from "@liantai/api/testing/field-rules";
import { object } from "yup";
import { parseInput } from "../input.ts";

test.each(fieldRuleCases)("$rule: $value", async ({ schema, value, message, taken }) => {
  const endpoint = defineEndpoint({
    name: "rule",
    method: "POST",
    path: "/rule",
    summary: "rule",
    permission: signedIn,
    body: object({ value: schema() }),
  });
  const outcome = await parseInput(endpoint, { params: {}, query: {}, body: { value } }).then(
    ({ body }) => ({ body }),
    (error: unknown) => ({ error }),
  );
  if (message === null) return expect(outcome).toEqual({ body: { value: taken ?? value } });
  expect("error" in outcome && outcome.error).toBeInstanceOf(AppError);
  expect(outcome).toMatchObject({ error: { data: { fields: [{ path: "value", message }] } } });
});
