/** The weeks of a month as a calendar shows them: from Monday, days of the neighbouring months at its ends. */
import { formatDate } from "@liantai/api/contract";
import { nextDate, parseDate, planOf, rangesText, weekdayOf, type WorkingTime } from "@liantai/api/contract/admin";

/** yyyy-MM */
export const monthOf = (date: string): string => date.slice(0, 7);
export const todayOf = (now = Date.now()): string => formatDate(now);

export const moveMonth = (month: string, by: number): string =>
  monthOf(parseDate(`${month}-01`).add({ months: by }).toString());

export function weeksOf(month: string): string[][] {
  const first = `${month}-01`;
  const weeks: string[][] = [];
  for (
    let monday = nextDate(first, 1 - weekdayOf(first));
    monday < first || monthOf(monday) === month;
    monday = nextDate(monday, 7)
  )
    weeks.push(Array.from({ length: 7 }, (_, i) => nextDate(monday, i)));
  return weeks;
}

const complete = (rule: WorkingTime): WorkingTime => {
  const whole = (ranges: WorkingTime["weekly"][number]["ranges"] | undefined) =>
    (ranges ?? []).filter((r) => /^\d{2}:\d{2}$/.test(r.from ?? "") && /^\d{2}:\d{2}$/.test(r.to ?? ""));
  return {
    weekly: rule.weekly.map((w) => ({ days: (w.days ?? []).map(Number), ranges: whole(w.ranges) })),
    holidays: rule.holidays,
    specials: rule.specials.map((s) => ({ ...s, ranges: whole(s.ranges) })),
  };
};

export interface DayLook {
  readonly kind: "holiday" | "special" | "weekday" | "off";
  /** In the cell. */
  readonly mark: string;
  readonly text: string;
}

/** How a day reads; half-typed ranges are left out. */
export function lookOf(rule: WorkingTime, date: string): DayLook {
  const { kind, name, ranges } = planOf(complete(rule), date);
  switch (kind) {
    case "holiday":
      return { kind, mark: "休", text: name || "节假日" };
    case "special":
      return { kind, mark: "特", text: name || rangesText(ranges) };
    case "weekday":
      return { kind, mark: "班", text: rangesText(ranges) };
    case "off":
      return { kind, mark: "", text: "非工作日" };
  }
}

export const wholeRule = complete;
