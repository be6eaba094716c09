/** Whether a displayed number is put to rest, by what came of the calls that showed it (dialling.md D5). Pure. */
import { formatMinute } from "@liantai/api/contract";
import { shareBounds } from "../../../statistics/shares.ts";

export interface ShownCall {
  readonly answered: boolean;
  /** Answered, and hung up by who was called within quickMs. */
  readonly quick: boolean;
  /** Who was called wants no calls any more, or complained. */
  readonly refused: boolean;
}

/** Who hears a call hangs up: answered and over within so long, ms. */
export const quickMs = 5_000;

/** What a business result says that is one. */
export const complaint = "投诉";

export interface RestRule {
  /** Percent of its own usual answer rate; 0: not looked at. */
  readonly fallPct: number;
  /** Percent of the answered; 0: not looked at. */
  readonly quickPct: number;
  /** Percent of the calls; 0: not looked at. */
  readonly refusedPct: number;
  /** Calls that are judged: the last so many. Its usual is made of two to four times as many before them. */
  readonly leastCalls: number;
}

/** Calls that are read of a number. */
export const judgedCalls = ({ leastCalls }: Pick<RestRule, "leastCalls">): number => 5 * leastCalls;

const pct = (hits: number, of: number): number => Math.round((hits / Math.max(1, of)) * 100);
const count = (calls: readonly ShownCall[], what: keyof ShownCall): number => calls.filter((call) => call[what]).length;

/** Its usual is at least so much: of less nothing can fall. */
const leastUsual = 0.1;

/**
 * The upper bound of the last calls lies under fallPct of the lower bound of those before, both one-sided at 95 %: a number whose rate
 * has not fallen to that is put to rest by chance in less than one look of twenty, one whose rate has not fallen at all nearly never.
 */
function fall(recent: readonly ShownCall[], before: readonly ShownCall[], { fallPct, leastCalls }: RestRule) {
  if (fallPct === 0 || before.length < 2 * leastCalls) return undefined;
  const [now, usual] = [count(recent, "answered"), count(before, "answered")];
  if (usual / before.length < leastUsual) return undefined;
  const fallen = shareBounds(now, recent.length).high < (fallPct / 100) * shareBounds(usual, before.length).low;
  return fallen
    ? `近${recent.length}次外呼接通率${pct(now, recent.length)}%，之前为${pct(usual, before.length)}%`
    : undefined;
}

const over = (hits: number, of: number, limitPct: number): boolean =>
  limitPct > 0 && shareBounds(hits, of).low > limitPct / 100;

/** calls: newest first, since it was last shown again; before: those older than that. undefined: it goes on being shown. */
export function restReason(
  calls: readonly ShownCall[],
  before: readonly ShownCall[],
  rule: RestRule,
): string | undefined {
  const { leastCalls, quickPct, refusedPct } = rule;
  const recent = calls.slice(0, leastCalls);
  if (recent.length < leastCalls) return undefined;
  const fallen = fall(recent, [...calls.slice(leastCalls), ...before].slice(0, 4 * leastCalls), rule);
  if (fallen !== undefined) return fallen;
  const answered = count(recent, "answered");
  const quick = count(recent, "quick");
  if (over(quick, answered, quickPct))
    return `近${recent.length}次外呼接通${answered}次，其中${quick}次在5秒内被挂断（${pct(quick, answered)}%，上限${quickPct}%）`;
  const refused = count(recent, "refused");
  if (over(refused, recent.length, refusedPct))
    return `近${recent.length}次外呼有${refused}次被拒绝或投诉（${pct(refused, recent.length)}%，上限${refusedPct}%）`;
  return undefined;
}

/** Names a task shows, [] for all there are; a number that rests is not in `shown`. */
export const isLast = (number: string, shown: readonly string[], tasks: readonly (readonly string[])[]): boolean =>
  tasks.some((named) => {
    const left = named.length === 0 ? shown : shown.filter((one) => named.includes(one));
    return left.length === 1 && left[0] === number;
  });

export interface RestRow {
  readonly pausedAt: Date | null;
  readonly pausedReason: string | null;
  readonly pausedBy: string | null;
  readonly restUntil: Date | null;
}

/** Why a number is not shown now, who said so, and until when; '': it is shown. */
export function restText({ pausedAt, pausedReason, pausedBy, restUntil }: RestRow, now: number): string {
  if (pausedAt === null || (restUntil !== null && restUntil.getTime() <= now)) return "";
  const until = restUntil === null ? "需手动恢复" : `${formatMinute(restUntil)}恢复`;
  return `${pausedReason || "已暂停外显"}（${pausedBy ? `${pausedBy}操作` : "自动"}暂停，${until}）`;
}
