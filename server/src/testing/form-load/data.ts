/** What the measurement's form and records are like. */
import type { FormField } from "@liantai/api/forms";

export const token = "bench-token-bench-token-bench-token";
export const recordsThere = 1_000_000;
const choices = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ label_name: `选项${n}`, label_value: `v${n}` }));

export const fields: readonly FormField[] = [
  { type: "input", name: "customerName", label: "客户姓名", query: true, ext: { popup: true } },
  { type: "select", name: "kind", label: "类别", query: true, items: choices(24) },
  { type: "select", name: "grade", label: "等级", query: true, items: choices(10) },
  { type: "input", name: "amount", label: "金额", query: true, ext: { content: "number" } },
  { type: "input", name: "phone", label: "电话", ext: { content: "phone", popup: true } },
];

export const bounds = { from: 100, to: 199 } as const;
export const asked = [
  { name: "kind", op: "anyOf", value: ["v3"] },
  { name: "grade", op: "anyOf", value: ["v3"] },
  { name: "amount", op: "between", value: bounds },
] as const;

/** 20 digits at the most, none of them somebody's. */
export const phoneOf = (n: number): string => `999${String(n).padStart(8, "0")}`;
