/** Whether a number may call or be called: blacklists first, then limits, in order. Pure; the same code blocks and explains. */
import { formatClock, formatTime } from "@liantai/api/contract";

export type Direction = "in" | "out";

export interface Step {
  readonly title: string;
  readonly detail: string;
  readonly outcome: "matched" | "skipped" | "blocked" | "info";
}

/** A bar that concerns the number already (the database finds them by the number's prefixes). */
export interface BlackRow {
  readonly id: string;
  readonly system: boolean;
  readonly phone: string;
  readonly isPrefix: boolean;
  /** 0 in, 1 out, 2 both. */
  readonly callType: number;
  readonly expiresAt: Date | null;
  readonly remark: string;
}

export interface LimitRow {
  readonly id: string;
  readonly name: string;
  readonly direction: string;
  readonly prefixes: readonly string[];
  readonly kind: string;
  readonly hours: readonly { readonly from: string; readonly to: string }[];
  readonly perNumberPerDay: number;
  readonly minIntervalS: number;
  readonly enabled: boolean;
}

export interface Question {
  readonly direction: Direction;
  /** The far side: who calls in, or who is called. */
  readonly number: string;
  readonly now: number;
  readonly blacks: readonly BlackRow[];
  readonly limits: readonly LimitRow[];
  /** Calls of this number in this direction since midnight, this one not counted. */
  readonly callsToday: number;
  readonly lastCallAt: Date | null;
}

export interface Verdict {
  readonly blocked: boolean;
  /** Empty when it may. */
  readonly reason: string;
  readonly rule: { readonly kind: "blackList" | "callLimit"; readonly id: string } | null;
  /** A bar, and no limit that has room again later. */
  readonly forGood?: boolean;
  readonly steps: readonly Step[];
}

const directionText = { in: "呼入", out: "呼出" } as const;
const concerns = (direction: string, asked: Direction): boolean => direction === "both" || direction === asked;
const callTypes: readonly (readonly Direction[])[] = [["in"], ["out"], ["in", "out"]];

/** Prefix lists: empty means every number. The longest that fits. */
export function matchedPrefix(prefixes: readonly string[], number: string): string | undefined {
  if (prefixes.length === 0) return "";
  return prefixes.filter((prefix) => number.startsWith(prefix)).sort((a, b) => b.length - a.length)[0];
}

export const parsePrefixes = (text: string): readonly string[] => text.split(",").filter((prefix) => prefix !== "");

function screenBlack(black: BlackRow, { direction, number, now }: Question): Step {
  const list = black.system ? "系统黑名单" : "企业黑名单";
  const title = `${list} ${black.phone}${black.isPrefix ? "（前缀）" : ""}`;
  if (black.expiresAt && black.expiresAt.getTime() <= now)
    return { title, detail: `已于 ${formatTime(black.expiresAt)} 失效`, outcome: "skipped" };
  if (!callTypes[black.callType]?.includes(direction))
    return { title, detail: `不限制${directionText[direction]}`, outcome: "skipped" };
  if (black.isPrefix ? !number.startsWith(black.phone) : number !== black.phone)
    return { title, detail: "号码不符", outcome: "skipped" };
  return { title, detail: `号码在${list}中${black.remark ? `：${black.remark}` : ""}`, outcome: "blocked" };
}

function screenLimit(limit: LimitRow, { direction, number, now, callsToday, lastCallAt }: Question): Step {
  const title = `呼叫限制 ${limit.name}`;
  const skipped = (detail: string): Step => ({ title, detail, outcome: "skipped" });
  const blocked = (detail: string): Step => ({ title, detail, outcome: "blocked" });
  if (!limit.enabled) return skipped("未启用");
  if (!concerns(limit.direction, direction)) return skipped(`不限制${directionText[direction]}`);
  const prefix = matchedPrefix(limit.prefixes, number);
  if (prefix === undefined) return skipped("号码前缀不符");
  if (limit.kind === "bar") return blocked(prefix === "" ? "禁止所有号码" : `禁止前缀 ${prefix}`);
  const clock = formatClock(now);
  if (limit.hours.length > 0 && !limit.hours.some(({ from, to }) => clock >= from && clock < to))
    return blocked(`当前 ${clock} 不在允许时段 ${limit.hours.map(({ from, to }) => `${from}-${to}`).join("、")} 内`);
  if (limit.perNumberPerDay > 0 && callsToday >= limit.perNumberPerDay)
    return blocked(`该号码今日已通话 ${callsToday} 次，上限 ${limit.perNumberPerDay} 次`);
  if (limit.minIntervalS > 0 && lastCallAt && now - lastCallAt.getTime() < limit.minIntervalS * 1_000)
    return blocked(`距上次通话不足 ${limit.minIntervalS} 秒`);
  return { title, detail: "未超出限制", outcome: "matched" };
}

/** Every rule is told in order up to the one that blocks. */
export function screenNumber(question: Question): Verdict {
  const steps: Step[] = [];
  const blockedBy = (step: Step, rule: Verdict["rule"]): Verdict | undefined => {
    steps.push(step);
    return step.outcome === "blocked" ? { blocked: true, reason: step.detail, rule, steps } : undefined;
  };
  if (question.blacks.length === 0)
    steps.push({ title: "黑名单", detail: "号码不在系统黑名单和企业黑名单中", outcome: "info" });
  for (const black of question.blacks) {
    const verdict = blockedBy(screenBlack(black, question), { kind: "blackList", id: black.id });
    if (verdict) return verdict;
  }
  if (question.limits.length === 0) steps.push({ title: "呼叫限制", detail: "没有设置呼叫限制", outcome: "info" });
  for (const limit of question.limits) {
    const verdict = blockedBy(screenLimit(limit, question), { kind: "callLimit", id: limit.id });
    if (verdict) return limit.kind === "bar" ? { ...verdict, forGood: true } : verdict;
  }
  return { blocked: false, reason: "", rule: null, steps };
}
