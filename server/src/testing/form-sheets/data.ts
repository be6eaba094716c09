/** The form and the workbook of bench/form-sheets.ts: 20 columns, of which lists ask by seven and two are distinct. */
import type { FormField } from "@liantai/api/forms";
import type { Cell } from "../../sheets/index.ts";

/** 100,000; fewer only to look whether the measurement works. */
export const rowsThere = Number(process.env["FORM_SHEET_ROWS"] ?? 100_000);
/** Of a thousand: what a check refuses, what is there twice, and what a blacklist bars (inventory E9). */
const [wrongAt, doubledAt, barredAt] = [
  [5, 205, 405, 605, 805],
  [331, 664, 997],
  [17, 517],
] as const;
const inAll = (places: readonly number[]): number => (rowsThere / 1_000) * places.length;
export const wrong = inAll(wrongAt);
export const doubled = inAll(doubledAt);
export const barred = inAll(barredAt);
/** The beginning of the numbers that are barred. */
export const barredBeginning = "19998";

const choices = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ label_name: `选项${n}`, label_value: `v${n}` }));
const text = (name: string, label: string, more: Partial<FormField> = {}): FormField => ({
  ...{ type: "input", name, label },
  ...more,
});

export const fields: readonly FormField[] = [
  text("customerName", "客户姓名", { require: true, query: true }),
  text("phone", "电话", { require: true, distinct: true, ext: { content: "mobile" } }),
  text("account", "账号", { require: true, distinct: true }),
  { type: "select", name: "kind", label: "类别", query: true, items: choices(24) },
  { type: "radio", name: "grade", label: "等级", query: true, items: choices(10) },
  { type: "checkbox", name: "wants", label: "需求", query: true, items: choices(6) },
  text("amount", "金额", { query: true, ext: { content: "number", precision: 2 } }),
  { type: "datepicker", name: "since", label: "开户日期", query: true },
  text("city", "城市", { query: true }),
  { type: "textarea", name: "address", label: "地址" },
  text("company", "公司"),
  text("mail", "邮箱", { ext: { content: "email" } }),
  text("orders", "订单数", { ext: { content: "number", precision: 0 } }),
  { type: "datepicker", name: "last", label: "上次来电", format: "yyyy-MM-dd HH:mm" },
  text("source", "渠道"),
  text("manager", "客户经理"),
  text("product", "产品"),
  text("contract", "合同号"),
  text("score", "评分", { ext: { content: "number", precision: 1 } }),
  { type: "textarea", name: "remark", label: "备注" },
];
export const titles = fields.map(({ label }) => label);

const digits = (n: number, length: number): string => String(n).padStart(length, "0");
const cities = ["广州", "深圳", "杭州", "成都", "武汉", "西安", "南京", "长沙"];

/** A row as it stands in the workbook; every so many is one that is refused. */
export function rowOf(n: number): Cell[] {
  const is = (places: readonly number[]): boolean => places.includes(n % 1_000);
  // Whose number and account the row before it has.
  const of = is(doubledAt) ? n - 1 : n;
  const phone = is(barredAt) ? `${barredBeginning}${digits(n % 1_000_000, 6)}` : `199${digits(of, 8)}`;
  return [
    ...[`客户${n}`, phone, `A${digits(of, 8)}`, `选项${n % 24}`, `选项${n % 10}`],
    ...[`选项${n % 6}、选项${(n + 1) % 6}`, is(wrongAt) ? "三百" : `${n % 5_000}.25`],
    ...[`2026-${digits(1 + (n % 12), 2)}-${digits(1 + (n % 28), 2)}`, cities[n % cities.length]!],
    ...[
      `人民路${n % 900}号`,
      n % 3 === 0 ? `第${n % 400}贸易公司` : "",
      n % 2 === 0 ? `c${n % 9_000}@example.com` : "",
      String(n % 90),
    ],
    ...[
      n % 2 === 0 ? `2026-11-${digits(1 + (n % 20), 2)} 10:${digits(n % 60, 2)}` : "",
      "网上",
      `经理${n % 40}`,
      `套餐${n % 25}`,
    ],
    ...[
      n % 3 === 0 ? `HT${n % 8_000}` : "",
      n % 2 === 0 ? `${n % 10}.5` : "",
      n % 2 === 0 ? "" : `咨询第${n % 700}号订单`,
    ],
  ];
}
export function* allRows(): Generator<Cell[]> {
  for (let n = 0; n < rowsThere; n += 1) yield rowOf(n);
}
