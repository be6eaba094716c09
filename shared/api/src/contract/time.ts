/** Lengths and formats of time, named once. Everything is in the enterprises' zone, Asia/Shanghai: eight hours before UTC all year. */

export const secondMs = 1_000;
export const minuteMs = 60_000;
export const hourMs = 3_600_000;
export const dayMs = 86_400_000;

export const zoneName = "Asia/Shanghai";
export const zoneMs = 8 * hourMs;

const local = (at: Date | number): string => new Date(Number(at) + zoneMs).toISOString();

const two = (n: number): string => (n < 10 ? `0${n}` : String(n));
/** The day that was written last: the times of a list are mostly of one. */
let lastDay = NaN;
let lastDate = "";

/** yyyy-MM-dd HH:mm:ss, as times travel. Throws RangeError on a Date that is none. */
export function formatTime(at: Date | number): string {
  const ms = Number(at) + zoneMs;
  const day = Math.floor(ms / dayMs);
  if (day !== lastDay) {
    lastDate = formatDate(at);
    lastDay = day;
  }
  const s = Math.floor((ms - day * dayMs) / secondMs);
  return `${lastDate} ${two(Math.floor(s / 3_600))}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
}
/** yyyy-MM-dd */
export const formatDate = (at: Date | number): string => local(at).slice(0, 10);
/** yyyy-MM-dd HH:mm */
export const formatMinute = (at: Date | number): string => formatTime(at).slice(0, 16);
/** HH:mm */
export const formatClock = (at: Date | number): string => local(at).slice(11, 16);
/** MM-dd HH:mm of a time as it travels, with the year before it where that is not the one of `now`, epoch ms. */
export const shortTime = (time: string, now: number): string =>
  time.slice(time.slice(0, 4) === formatDate(now).slice(0, 4) ? 5 : 0, 16);
/** yyyyMMddHHmmss, for titles. */
export const formatDigits = (at: Date | number): string => formatTime(at).replace(/[-: ]/g, "");
/** yyyyMMdd-HHmmss, for names of files. */
export const formatForFile = (at: Date | number): string => formatTime(at).replace(/[-:]/g, "").replace(" ", "-");

export const dateTimePattern = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/** Epoch ms of a time as it travels; NaN for another text. 2026-02-30 is read as March 2: parseTime refuses it. */
export const epochOf = (text: string): number => Date.parse(`${text.replace(" ", "T")}+08:00`);

/** Undefined when the calendar has no such time: 2026-02-30, 25:00:00. */
export function parseTime(text: string): Date | undefined {
  const at = dateTimePattern.test(text) && text >= "0001" ? epochOf(text) : NaN;
  return !Number.isNaN(at) && formatTime(at) === text ? new Date(at) : undefined;
}

/** The day that holds `now`: from its midnight up to, not including, the next. */
export function dayOf(now: number): { readonly from: Date; readonly to: Date } {
  const from = now - ((((now + zoneMs) % dayMs) + dayMs) % dayMs);
  return { from: new Date(from), to: new Date(from + dayMs) };
}
