/** Dates as they are said, relative to a moment, in the enterprises' zone (docs/protocol.md, I5). No clock of its own. */
import { CalendarDate, dateOf, weekday } from "@liantai/api/contract/flow-editor";
import { digitByDigit, parseNumeral } from "./numerals.ts";

const num = "[零〇一二两三四五六七八九十廿卅\\d]";
// prettier-ignore
const days: Readonly<Record<string, number>> = {
  大前: -3, 前: -2, 昨: -1, 今: 0, 当: 0, 明: 1, 后: 2, 大后: 3,
};
const weekdays: Readonly<Record<string, number>> = { 一: 1, 二: 2, 三: 3, 四: 4, 五: 5, 六: 6, 日: 7, 天: 7, 末: 6 };

/** 十二, 12, 廿三; undefined: no number. */
function small(text: string | undefined): number | undefined {
  if (text === undefined || text === "") return undefined;
  return parseNumeral(text.replace(/^廿/, "二十").replace(/^卅/, "三十"));
}

/** The calendar's own: 2月30日 is none, and CalendarDate would make it the 28th. */
function dateIn(year: number, month: number, day: number): CalendarDate | undefined {
  if (year < 1900 || year > 2200 || month < 1 || month > 12 || day < 1) return undefined;
  const date = new CalendarDate(year, month, day);
  return date.year === year && date.month === month && date.day === day ? date : undefined;
}

/** 26 is 2026, 98 is 1998. */
function yearOf(text: string): number | undefined {
  const said = digitByDigit(text);
  if (said === undefined) return small(text);
  const year = Number(said);
  return said.length === 2 ? (year < 50 ? 2000 + year : 1900 + year) : said.length === 4 ? year : undefined;
}

/** A day of a month without a year: today's or the next one that there is. */
function comingOf(today: CalendarDate, month: number, day: number): CalendarDate | undefined {
  for (let year = today.year; year <= today.year + 8; year += 1) {
    const date = dateIn(year, month, day);
    if (date && date.compare(today) >= 0) return date;
  }
  return undefined;
}

function comingDay(today: CalendarDate, day: number): CalendarDate | undefined {
  for (let ahead = 0; ahead <= 2; ahead += 1) {
    const month = today.set({ day: 1 }).add({ months: ahead });
    const date = dateIn(month.year, month.month, day);
    if (date && date.compare(today) >= 0) return date;
  }
  return undefined;
}

type Reading = (match: readonly (string | undefined)[], today: CalendarDate) => CalendarDate | undefined;

const shifted = (word: string): number => (word[0] === "下" ? word.length : word[0] === "上" ? -word.length : 0);

/** In this order: the fuller saying before the shorter one that stands in it. */
const sayings: readonly (readonly [RegExp, Reading])[] = [
  [
    /(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/,
    ([, year, month, day]) => dateIn(Number(year), Number(month), Number(day)),
  ],
  [
    new RegExp(`((?:[零〇一二三四五六七八九]{2}|\\d{2}){1,2})年(${num}{1,3})月(?:份)?(${num}{1,3})[日号]?`),
    ([, year, month, day]) => {
      const values = [yearOf(year!), small(month), small(day)];
      return values.includes(undefined) ? undefined : dateIn(values[0]!, values[1]!, values[2]!);
    },
  ],
  [
    new RegExp(`([去今明后]年)(?:的)?(${num}{1,3})月(?:份)?(${num}{1,3})[日号]?`),
    ([, year, month, day], today) =>
      dateIn(today.year + ["去年", "今年", "明年", "后年"].indexOf(year!) - 1, small(month) ?? 0, small(day) ?? 0),
  ],
  [
    new RegExp(`(${num}{1,3})月(?:份)?(?:的)?(${num}{1,3})[日号]?`),
    ([, month, day], today) => comingOf(today, small(month) ?? 0, small(day) ?? 0),
  ],
  [
    new RegExp(`([上这本下])个?月(?:的)?(${num}{1,3})[日号]`),
    ([, word, day], today) => {
      const month = today.set({ day: 1 }).add({ months: word === "这" || word === "本" ? 0 : word === "上" ? -1 : 1 });
      return dateIn(month.year, month.month, small(day) ?? 0);
    },
  ],
  [
    /(?:([上这本下])个?)?月(?:的)?月?(?:底|末|最后一天)/,
    ([, word], today) => {
      const shift = word === "上" ? -1 : word === "下" ? 1 : 0;
      return today
        .set({ day: 1 })
        .add({ months: shift + 1 })
        .subtract({ days: 1 });
    },
  ],
  [
    new RegExp(`(${num}{1,4}|半)(?:个)?(天|日|周|星期|礼拜|月|年)(?:之|以)?([后前])`),
    ([, count, unit, way], today) => {
      const sign = way === "后" ? 1 : -1;
      if (count === "半")
        return unit === "月"
          ? today.add({ days: 15 * sign })
          : unit === "年"
            ? today.add({ months: 6 * sign })
            : undefined;
      const much = small(count);
      if (much === undefined || much > 10_000) return undefined;
      const amount = much * sign;
      if (unit === "天" || unit === "日") return today.add({ days: amount });
      if (unit === "月") return today.add({ months: amount });
      return unit === "年" ? (much > 100 ? undefined : today.add({ years: amount })) : today.add({ weeks: amount });
    },
  ],
  [
    /(上+|这|本|下+)?(?:个)?(?:周|星期|礼拜)([一二三四五六日天末1-7])/,
    ([, word, name], today) => {
      const wanted = weekdays[name!] ?? Number(name);
      const monday = today.subtract({ days: weekday(today) - 1 });
      const plain = monday.add({ days: wanted - 1 });
      if (word !== undefined) return plain.add({ weeks: shifted(word) });
      return plain.compare(today) >= 0 ? plain : plain.add({ weeks: 1 });
    },
  ],
  [/(大前|大后|前|昨|今|当|明|后)[天日儿晚]/, ([, word], today) => today.add({ days: days[word!] ?? 0 })],
  [new RegExp(`(${num}{1,3})[日号]`), ([, day], today) => comingDay(today, small(day) ?? 0)],
];

/** yyyy-MM-dd of the first date that is said; `now`: epoch ms. undefined: none, or one that there is not. */
export function readDate(text: string, now: number): { readonly value: string; readonly said: string } | undefined {
  const today = dateOf(now);
  for (const [saying, reading] of sayings) {
    const match = saying.exec(text);
    if (!match) continue;
    const date = reading(match, today);
    return date && { value: date.toString(), said: match[0] };
  }
  return undefined;
}
