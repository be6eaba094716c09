/** No code and no field of a form reaches 操作日志 as it is stored: both are in the words of the screens. */
import { allEndpoints } from "@liantai/api/contract/all";
import type { AnySchema } from "yup";
import { fieldLabel, fieldsWithin, resourceOf } from "./labels.ts";
import { valueText } from "./values.ts";

/** What seals a password on its way, and is nobody's data. */
const unlogged = new Set(["company.kid", "account.kid"]);
/** Names of their own, the same in every language. */
const untranslated = new Set([...["routeNode.transport", "routeNode.codecs", "interfaceConfig.method", "menu.icon"]]);

interface Field {
  readonly object: string;
  readonly field: string;
  readonly schema: AnySchema;
}

const written: readonly Field[] = allEndpoints.flatMap(({ name, body }) => {
  const object = resourceOf(name);
  if (object === undefined || !body) return [];
  return [...fieldsWithin(body as unknown as AnySchema)].flatMap(([field, schema]) => {
    const { innerType } = schema as AnySchema & { readonly innerType?: AnySchema };
    return [{ object, field, schema }, ...(innerType ? [{ object, field, schema: innerType }] : [])];
  });
});

const choices = ({ schema }: Field): readonly string[] =>
  (schema.describe() as { oneOf?: readonly unknown[] }).oneOf?.filter(
    (one): one is string => typeof one === "string" && /^[A-Za-z]/.test(one),
  ) ?? [];

test("every code that a form can send has its words", () => {
  const without = written.flatMap((of) => {
    const key = `${of.object}.${of.field}`;
    if (untranslated.has(key)) return [];
    return choices(of)
      .filter((code) => valueText(of.object, of.field, code, false, new Map()) === code)
      .map((code) => `${key}: ${code}`);
  });
  expect([...new Set(without)]).toEqual([]);
});

test("every field that a form can send has its name", () => {
  const without = written.filter(
    ({ object, field }) => fieldLabel(object, field) === field && !unlogged.has(`${object}.${field}`),
  );
  expect([...new Set(without.map(({ object, field }) => `${object}.${field}`))]).toEqual([]);
});
