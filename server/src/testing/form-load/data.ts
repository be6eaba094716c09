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

/** Three filters that find some 400 records. */
const askedFor = (kind: string, grade: string, from: number) =>
  [
    { name: "kind", op: "anyOf", value: [kind] },
    { name: "grade", op: "anyOf", value: [grade] },
    { name: "amount", op: "between", value: { from, to: from + 99 } },
  ] as const;
export type Asked = ReturnType<typeof askedFor>;
export const asked = askedFor("v3", "v3", 100);
/** Another question each time, so that nothing is told again: its total is counted anew on both sides. */
export const askedAt = (n: number): Asked => askedFor(`v${n % 24}`, `v${Math.floor(n / 24) % 10}`, (n * 37) % 900);

/** 20 digits at the most, none of them somebody's. */
export const phoneOf = (n: number): string => `999${String(n).padStart(8, "0")}`;
/** Calls of these customers, one each. */
export const callsThere = 100_000;
/** Which customer called. */
export const callerOf = (n: number): number => (n * 7_919) % recordsThere;
export const callIdOf = (n: number): string => `call-${String(n).padStart(9, "0")}`;
