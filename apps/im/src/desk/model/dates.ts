/** Dates of chats (realtime.md, "Chat behaviour"): time of day, 昨天, the weekday within the last week, or month/day. */
import { dayMs, dayOf, epochOf, formatClock, formatDate } from "@liantai/api/contract";

const weekdays = ["周日", "周一", "周二", "周三", "周四", "周五", "周六"];

/** '': today. `time`: as it travels. */
function dayText(time: string, now: number): string {
  const days = Math.round((dayOf(now).from.getTime() - dayOf(epochOf(time)).from.getTime()) / dayMs);
  if (days <= 0) return "";
  if (days === 1) return "昨天";
  const [year = "", month, day] = time.slice(0, 10).split("-");
  if (days < 7) return weekdays[new Date(`${time.slice(0, 10)}T00:00:00Z`).getUTCDay()]!;
  const date = `${Number(month)}/${Number(day)}`;
  return year === formatDate(now).slice(0, 4) ? date : `${year}/${date}`;
}

/** In a list. '' of a time that is none. */
export const chatDate = (time: string, now: number): string =>
  Number.isNaN(epochOf(time)) ? "" : dayText(time, now) || formatClock(epochOf(time));

/** At a message: with its time of day. */
export const chatMoment = (time: string, now: number): string =>
  Number.isNaN(epochOf(time)) ? "" : `${dayText(time, now)} ${formatClock(epochOf(time))}`.trim();
