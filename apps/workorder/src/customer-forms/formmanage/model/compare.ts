/** Two states of a form, told apart in words: before it is published, and between versions. Pure. */
import { attributeLabels, fieldFlags, type FormField, sameValue } from "@liantai/api/forms";
import type { Difference } from "@liantai/ui/board";
import type { Content } from "./design.ts";

const flagsOn: ReadonlySet<string> = new Set(["listDisplay", "detailDisplay", "export"]);
const flagNames: ReadonlySet<string> = new Set([...fieldFlags, "popup"]);

function inWords(key: string, value: unknown): string {
  if (flagNames.has(key)) return (value ?? flagsOn.has(key)) ? "是" : "否";
  if (value === undefined || value === null || value === "") return "无";
  if (key === "items" && Array.isArray(value))
    return value
      .map((one: { label_name: string; label_value: string }) => `${one.label_name}(${one.label_value})`)
      .join("、");
  if (key === "rows") {
    const { fields = [] } = value as { fields?: readonly FormField[] };
    return fields.map(({ label }) => label).join("、");
  }
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const flat = ({ ext, ...own }: FormField): Readonly<Record<string, unknown>> => ({ ...own, ...ext });

function fieldLines(before: FormField, after: FormField): string[] {
  const [a, b] = [flat(before), flat(after)];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])]
    .filter((key) => {
      const standard = flagNames.has(key) ? flagsOn.has(key) : undefined;
      return !sameValue(a[key] ?? standard, b[key] ?? standard);
    })
    .map((key) => {
      const label = attributeLabels[key as "type"] ?? key;
      const [old, now] = [inWords(key, a[key]), inWords(key, b[key])];
      return old === now ? `${label}：已修改` : `${label}：${old} → ${now}`;
    });
}

/** Those that stand in another order among those that both have. */
function movedOnes(before: readonly FormField[], after: readonly FormField[]): readonly string[] {
  const names = new Set(after.map(({ name }) => name));
  const old = before.map(({ name }) => name).filter((name) => names.has(name));
  const kept = new Set(old);
  const now = after.map(({ name }) => name).filter((name) => kept.has(name));
  return now.filter((name, at) => old[at] !== name);
}

export function compare(before: Content, after: Content): readonly Difference[] {
  const old = new Map(before.fields.map((field) => [field.name, field]));
  const now = new Map(after.fields.map((field) => [field.name, field]));
  const list: Difference[] = [];
  if (before.name !== after.name)
    list.push({ kind: "changed", what: "form", title: "表单名称", lines: [`${before.name} → ${after.name}`] });
  for (const field of after.fields) {
    const was = old.get(field.name);
    if (!was) list.push({ kind: "added", what: "field", title: field.label, lines: [] });
    else {
      const lines = fieldLines(was, field);
      if (lines.length > 0) list.push({ kind: "changed", what: "field", title: field.label, lines });
    }
  }
  for (const field of before.fields)
    if (!now.has(field.name)) list.push({ kind: "removed", what: "field", title: field.label, lines: [] });
  const moved = movedOnes(before.fields, after.fields);
  if (moved.length > 0)
    list.push({
      ...{ kind: "moved", what: "form", title: "字段顺序" },
      lines: [`${moved.map((name) => now.get(name)!.label).join("、")}的位置变了`],
    });
  return [
    ...list,
    ...partsOf("rule", before.ext?.rules ?? [], after.ext?.rules ?? [], (rule) => rule.name || rule.id),
    ...partsOf("section", before.ext?.layout?.sections ?? [], after.ext?.layout?.sections ?? [], (one) => one.title),
  ];
}

function partsOf<T extends { readonly id: string }>(
  what: "rule" | "section",
  before: readonly T[],
  after: readonly T[],
  called: (one: T) => string,
): Difference[] {
  const old = new Map(before.map((one) => [one.id, one]));
  const now = new Set(after.map(({ id }) => id));
  const list: Difference[] = [];
  for (const one of after) {
    const was = old.get(one.id);
    if (!was) list.push({ kind: "added", what, title: called(one), lines: [] });
    else if (!sameValue(was, one)) list.push({ kind: "changed", what, title: called(one), lines: [] });
  }
  for (const one of before) if (!now.has(one.id)) list.push({ kind: "removed", what, title: called(one), lines: [] });
  return list;
}

/** What publishing it means for the records that are there. */
export function consequences(before: Content, after: Content): readonly string[] {
  const old = new Map(before.fields.map((field) => [field.name, field]));
  const now = new Set(after.fields.map(({ name }) => name));
  const labels = (fields: readonly FormField[]): string => fields.map(({ label }) => `“${label}”`).join("、");
  const gone = before.fields.filter(({ name }) => !now.has(name));
  const since = (key: "require" | "query" | "distinct") =>
    after.fields.filter((field) => field[key] === true && old.get(field.name)?.[key] !== true);
  const [required, asked, distinct] = [since("require"), since("query"), since("distinct")];
  return [
    ...(gone.length > 0 ? [`${labels(gone)}成为历史字段：已有的值保留，在详情中只读显示，导出在“历史字段”一列。`] : []),
    ...(required.length > 0 ? [`${labels(required)}必填：已有数据下次修改时需要补填。`] : []),
    ...(asked.length > 0 ? [`${labels(asked)}可查询：发布后为已有数据建立索引，完成前不能按它查询。`] : []),
    ...(distinct.length > 0 ? [`${labels(distinct)}不可重复：已有数据中有相同的值时会先列出来。`] : []),
  ];
}
