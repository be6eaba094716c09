/** Which rules hold, since when, and what follows from that. Pure: figures and a time in, what to tell out. */
import type { AlarmComparison } from "@liantai/api/contract/admin";

export interface Rule {
  readonly id: string;
  /** '' : each group. */
  readonly groupId: string;
  readonly figure: string;
  readonly comparison: AlarmComparison;
  readonly value: number;
  readonly forS: number;
}

export interface Watched {
  readonly id: string;
  readonly name: string;
  /** What a rule that names one is compared with, where it is not this itself: the group of a seat. */
  readonly within?: string;
  /** null: there is nothing to compare. */
  readonly value: (figure: string) => number | null;
}

/** Figures of the enterprise's groups at the moment; day: those of today are wanted, too. */
export type Figures = (compId: string, day: boolean) => Promise<readonly Watched[]>;

export interface Raised<R extends Rule> {
  readonly rule: R;
  readonly group: Watched;
  readonly value: number;
}

/** By rule and group, since when it holds, epoch ms. */
export type Since = ReadonlyMap<string, number>;

export const keyOf = (alarmId: string, groupId: string): string => `${alarmId}/${groupId}`;

const holds = ({ comparison, value: limit }: Rule, value: number | null): value is number =>
  value !== null && (comparison === "more" ? value > limit : value < limit);

/** open: what was told and is not over. */
export function lookAt<R extends Rule>(
  rules: readonly R[],
  groups: readonly Watched[],
  before: Since,
  open: ReadonlySet<string>,
  now: number,
): { readonly since: Since; readonly raised: readonly Raised<R>[]; readonly over: readonly string[] } {
  const since = new Map<string, number>();
  const raised: Raised<R>[] = [];
  for (const rule of rules)
    for (const group of groups) {
      if (rule.groupId !== "" && rule.groupId !== (group.within ?? group.id)) continue;
      const value = group.value(rule.figure);
      if (!holds(rule, value)) continue;
      const key = keyOf(rule.id, group.id);
      const from = before.get(key) ?? now;
      since.set(key, from);
      if (now - from >= rule.forS * 1_000 && !open.has(key)) raised.push({ rule, group, value });
    }
  return { since, raised, over: [...open].filter((key) => !since.has(key)) };
}
