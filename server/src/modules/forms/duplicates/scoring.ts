/** What makes two records probably the same: weights of what is the same in both. Pure. */
import { fullScore } from "@liantai/api/contract/workorder";
import { searchText, type CompiledForm } from "@liantai/api/forms";
import type { DuplicateRule } from "../../../ports/schema/beside-records.ts";

/** Behind a name they are no part of it. */
export const formsOfAddress = ["先生", "女士", "小姐", "太太"] as const;

/** Width, case, blanks and forms of address do not count. */
export function normalisedName(text: string): string {
  const plain = searchText(text).replace(/\s+/g, "");
  const address = formsOfAddress.find((one) => plain.endsWith(one) && plain.length > one.length);
  return address ? plain.slice(0, -address.length) : plain;
}

/** A record as it is compared. */
export interface Subject {
  readonly values: Readonly<Record<string, unknown>>;
  readonly phones: readonly string[];
}

interface Reason {
  readonly label: string;
  readonly weight: number;
}

/** What a rule compares of a record, one key each; none: there is nothing to compare. */
export function keysOf({ kind, field }: DuplicateRule, { values, phones }: Subject): readonly string[] {
  if (kind === "number") return phones;
  const value = field === undefined ? undefined : values[field];
  if (typeof value !== "string") return [];
  const key = kind === "name" ? normalisedName(value) : searchText(value);
  return key === "" ? [] : [key];
}

export function labelOf({ kind, field }: DuplicateRule, form: Pick<CompiledForm, "byName">): string {
  if (kind === "number") return "电话号码相同";
  return `${form.byName.get(field ?? "")?.label ?? field ?? ""}相同`;
}

export const reasonsOf = (
  rules: readonly DuplicateRule[],
  form: Pick<CompiledForm, "byName">,
  one: Subject,
  other: Subject,
): Reason[] =>
  rules.flatMap((rule) => {
    const keys = keysOf(rule, other);
    return keysOf(rule, one).some((key) => keys.includes(key))
      ? [{ label: labelOf(rule, form), weight: rule.weight }]
      : [];
  });

export const scoreOf = (reasons: readonly { readonly weight: number }[]): number =>
  Math.min(
    fullScore,
    reasons.reduce((sum, { weight }) => sum + weight, 0),
  );

/** Records that one rule finds equal. */
export interface Bucket {
  readonly rule: number;
  readonly ids: readonly string[];
}

interface Group {
  readonly ids: readonly string[];
  readonly score: number;
  /** Indexes of rules. */
  readonly rules: readonly number[];
}

interface Pair {
  readonly ids: readonly [string, string];
  readonly rules: Set<number>;
}

function pairsOf(buckets: readonly Bucket[]): readonly Pair[] {
  const pairs = new Map<string, Pair>();
  for (const { rule, ids } of buckets)
    for (const [at, a] of ids.entries())
      for (const b of ids.slice(at + 1)) {
        const both: readonly [string, string] = a < b ? [a, b] : [b, a];
        const key = both.join("\n");
        const pair = pairs.get(key) ?? { ids: both, rules: new Set<number>() };
        pair.rules.add(rule);
        pairs.set(key, pair);
      }
  return [...pairs.values()];
}

/** Records that hang together by pairs of enough weight. */
export function groupsOf(buckets: readonly Bucket[], weights: readonly number[], threshold: number): Group[] {
  const leads = new Map<string, string>();
  const root = (id: string): string => {
    let at = id;
    for (let next = leads.get(at); next !== undefined; next = leads.get(at)) at = next;
    return at;
  };
  const strong = pairsOf(buckets)
    .map((pair) => ({ ...pair, score: scoreOf([...pair.rules].map((rule) => ({ weight: weights[rule] ?? 0 }))) }))
    .filter(({ score }) => score >= threshold);
  for (const { ids } of strong) {
    const [a, b] = [root(ids[0]), root(ids[1])];
    if (a !== b) leads.set(a < b ? b : a, a < b ? a : b);
  }
  const groups = new Map<string, { ids: Set<string>; score: number; rules: Set<number> }>();
  for (const { ids, rules, score } of strong) {
    const key = root(ids[0]);
    const group = groups.get(key) ?? { ids: new Set(), score: 0, rules: new Set() };
    groups.set(key, group);
    for (const id of ids) group.ids.add(id);
    for (const rule of rules) group.rules.add(rule);
    group.score = Math.max(group.score, score);
  }
  return [...groups.values()].map(({ ids, score, rules }) => ({
    ...{ ids: [...ids].sort(), score, rules: [...rules].sort((a, b) => a - b) },
  }));
}
