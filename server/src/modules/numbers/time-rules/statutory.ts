/**
 * 法定节假日 and 调休 of a year, as the State Council announced them: from the package chinese-days, which knows a year once it
 * was announced (about November of the year before).
 */
import { CalendarDate } from "@liantai/api/contract/parts";
import {} from "@liantai/api/contract";
import chineseDays from "chinese-days";

interface Day {
  /** yyyy-MM-dd */
  readonly date: string;
  /** 国庆节 */
  readonly name: string;
}

/** 'National Day,国庆节,3' → 国庆节 */
const nameOf = (text: string): string | undefined => text.split(",")[1];

/** undefined: the year has not been announced. */
export function statutoryDays(year: number): { readonly holidays: Day[]; readonly workdays: Day[] } | undefined {
  const holidays: Day[] = [];
  const workdays: Day[] = [];
  for (let day = new CalendarDate(year, 1, 1); day.year === year; day = day.add({ days: 1 })) {
    const date = day.toString();
    const { work, name: text } = chineseDays.getDayDetail(date);
    const name = nameOf(text);
    if (name !== undefined) (work ? workdays : holidays).push({ date, name });
  }
  return holidays.length > 0 ? { holidays, workdays } : undefined;
}
