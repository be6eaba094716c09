/** When a number is dialled again after a result, and by which rule of its task. Pure. */
import { hourMs, minuteMs, dayOf } from "@liantai/api/contract";
import type { TaskSettings } from "@liantai/api/contract/admin";

export interface RetryQuestion {
  readonly settings: Pick<TaskSettings, "retries" | "perDay" | "inAll">;
  readonly code: number;
  /** How often each rule was used, by its index. */
  readonly tries: Readonly<Record<string, number>>;
  readonly attempts: number;
  readonly attemptsToday: number;
  readonly now: number;
}

export interface RetryAnswer {
  readonly state: "done" | "retry";
  readonly nextAt: number | null;
  /** Index of the rule; null: none says anything of this result. */
  readonly rule: number | null;
}

const done: RetryAnswer = { state: "done", nextAt: null, rule: null };
/** Another hour of the day: at least so much away from the try before. */
const slotMs = 2 * hourMs;

export function afterResult({ settings, code, tries, attempts, attemptsToday, now }: RetryQuestion): RetryAnswer {
  if (attempts >= settings.inAll) return done;
  const rule = settings.retries.findIndex(({ codes }) => codes.includes(code));
  const found = settings.retries[rule];
  if (!found || (tries[String(rule)] ?? 0) >= found.times) return done;
  const soon = now + Math.max(found.afterMin * minuteMs, found.otherSlot ? slotMs : 0);
  const tomorrow = dayOf(now).to.getTime();
  return { state: "retry", nextAt: attemptsToday >= settings.perDay ? Math.max(soon, tomorrow) : soon, rule };
}
