/**
 * Rules of a field that go by another field of its form, with texts written by hand: driven through the form and through the
 * server's gate like the rules of single fields (field-rules.ts).
 */
import type { AnyObjectSchema } from "yup";
import { routeOutApi } from "../contract/trunks/outbound.ts";
import { contacterConfApi } from "../contract/contacts/contacts.ts";
import { appVersionApi } from "../contract/versions/versions.ts";

type Values = Readonly<Record<string, unknown>>;
interface FormRuleCase {
  readonly rule: string;
  readonly schema: AnyObjectSchema;
  /** What differs from a form that is taken. */
  readonly given: Values;
  readonly values: Values;
  readonly field: string;
  /** null: the form is taken, the field as `taken`. */
  readonly message: string | null;
  readonly taken?: unknown;
}

const rules =
  (name: string, schema: AnyObjectSchema, field: string, whole: Values) =>
  (...cases: readonly (readonly [given: Values, message: string | null, taken?: unknown])[]): FormRuleCase[] =>
    cases.map(([given, message, taken]) => ({
      rule: `${name}, ${field}`,
      schema,
      given,
      values: { ...whole, ...given },
      field,
      message,
      taken: taken ?? given[field],
    }));

const route = {
  name: "长途",
  prefixes: "",
  minLength: 3,
  maxLength: 20,
  strip: 0,
  prepend: "",
  display: "default",
  displayNumbers: "",
  priority: 100,
  enabled: 1,
  remark: "",
};
const ownField = { type: "input", label: "等级", name: "level", items: [] };
const release = { app: "admin", version: "00112233aabbccdd", scope: "all" };

const notDigits = "只能输入数字，多个以英文逗号隔开";
const noNumber = "请输入外显号码";

export const formRuleCases: readonly FormRuleCase[] = [
  ...rules("outbound route", routeOutApi.add.body!, "displayNumbers", route)(
    [{ display: "default", displayNumbers: "" }, null],
    [{ display: "fixed", displayNumbers: "" }, noNumber],
    [{ display: "rotate", displayNumbers: "" }, noNumber],
    [{ display: "fixed", displayNumbers: ",," }, noNumber],
    [{ display: "fixed", displayNumbers: "4001a" }, notDigits],
    [{ display: "rotate", displayNumbers: "4001；4002" }, notDigits],
    [{ display: "rotate", displayNumbers: "1234,".repeat(100) + "1" }, "最多输入500个字符"],
    [{ display: "rotate", displayNumbers: ",4001,,4002," }, null, "4001,4002"],
  ),
  ...rules(
    "outbound route",
    routeOutApi.add.body!,
    "maxLength",
    route,
  )([{ minLength: 12, maxLength: 11 }, "最长位数不能小于最短位数"], [{ minLength: 11, maxLength: 11 }, null]),
  ...rules(
    "own field of contacts",
    contacterConfApi.add.body!,
    "items",
    ownField,
  )([{ type: "select", items: [] }, "请添加选项"], [{ type: "input", items: [] }, null]),
  ...rules(
    "own field of contacts",
    contacterConfApi.add.body!,
    "distinct",
    ownField,
  )([{ type: "textarea", distinct: 1 }, "多选和多行文本不能设为不可重复"], [{ type: "input", distinct: 1 }, null]),
  ...rules(
    "release of a version",
    appVersionApi.release.body!,
    "percent",
    release,
  )(
    [{ scope: "share" }, "请输入企业比例"],
    [{ scope: "share", percent: 100 }, "企业比例不能大于99"],
    [{ scope: "share", percent: 5 }, null],
  ),
  ...rules(
    "release of a version",
    appVersionApi.release.body!,
    "compIds",
    release,
  )([{ scope: "enterprises", compIds: [] }, "请选择企业"], [{ scope: "all", compIds: [] }, null]),
];
