/** When a plan comes round: by the calendar of Asia/Shanghai, which is eight hours before UTC all year. */
import { dayMs, hourMs } from "@liantai/api/contract";
import type { PlanRepeat } from "@liantai/api/contract/workorder";

const zoneMs = 8 * hourMs;

/** Of a UTC date that stands for a day in Shanghai. */
const isWorkday = (local: Date): boolean => local.getUTCDay() >= 1 && local.getUTCDay() <= 5;

/** The n-th month after; a day that it does not have is its last. */
function monthsLater(local: Date, n: number): Date {
  const later = new Date(local);
  later.setUTCDate(1);
  later.setUTCMonth(local.getUTCMonth() + n);
  const last = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate();
  later.setUTCDate(Math.min(local.getUTCDate(), last));
  return later;
}

/** The n-th time, counted from the first. */
function timeOf(local: Date, repeat: PlanRepeat, n: number): Date {
  if (repeat === "monthly") return monthsLater(local, n);
  const days = repeat === "weekly" ? 7 : 1;
  return new Date(local.getTime() + n * days * dayMs);
}

/** How many times lie surely before `after`, so that a plan of long ago is not counted day by day. */
function skipped(local: Date, repeat: PlanRepeat, after: Date): number {
  const days = Math.max(0, (after.getTime() - local.getTime()) / dayMs);
  return Math.max(0, Math.floor(days / (repeat === "monthly" ? 31 : repeat === "weekly" ? 7 : 1)) - 1);
}

/** The first time after `after`; null: there is none any more. */
export function nextOccurrence(first: Date, repeat: PlanRepeat, after: Date): Date | null {
  if (repeat === "none") return first > after ? first : null;
  const local = new Date(first.getTime() + zoneMs);
  const later = new Date(after.getTime() + zoneMs);
  for (let n = skipped(local, repeat, later); ; n += 1) {
    const at = timeOf(local, repeat, n);
    if (at <= later || (repeat === "workdays" && !isWorkday(at))) continue;
    return new Date(at.getTime() - zoneMs);
  }
}
