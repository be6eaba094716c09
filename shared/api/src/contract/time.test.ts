import { dateOf, isDate, nextDate, weekdayOf } from "./dates.ts";
import {
  dayOf,
  epochOf,
  formatClock,
  formatDate,
  formatDigits,
  formatForFile,
  formatMinute,
  formatTime,
  parseTime,
} from "./time.ts";

/** 2026-03-01 00:30:05 in Shanghai: still February by UTC. */
const moment = Date.UTC(2026, 1, 28, 16, 30, 5, 250);

test.each([
  [formatTime, "2026-03-01 00:30:05"],
  [formatDate, "2026-03-01"],
  [formatMinute, "2026-03-01 00:30"],
  [formatClock, "00:30"],
  [formatDigits, "20260301003005"],
  [formatForFile, "20260301-003005"],
])("%p", (format, text) => {
  expect(format(moment)).toBe(text);
  expect(format(new Date(moment))).toBe(text);
});

test("times are written alike however their days take turns", () => {
  const texts = ["2026-02-28 23:59:59", "2026-03-01 00:00:00", "2026-02-28 00:00:00", "1969-12-31 09:08:07"];
  expect(texts.map((text) => formatTime(epochOf(text)))).toEqual(texts);
  expect(formatTime(epochOf("2026-02-28 23:59:59") + 999)).toBe("2026-02-28 23:59:59");
  expect(() => formatTime(NaN)).toThrow(RangeError);
});

test.each([
  "2026-02-30 00:00:00",
  "2026-01-01 24:00:00",
  "2026-01-01 23:60:00",
  "2026-01-01",
  "0000-01-01 00:00:00",
  "x",
])("%s is no time", (text) => expect(parseTime(text)).toBeUndefined());
test("a time of the zone is eight hours before UTC, in the summers of 1986 to 1991 too", () => {
  expect(parseTime("2024-02-29 07:59:59")).toEqual(new Date("2024-02-28T23:59:59Z"));
  expect(epochOf("1988-07-01 08:00:00")).toBe(Date.UTC(1988, 6, 1));
  expect(formatTime(Date.UTC(1988, 6, 1))).toBe("1988-07-01 08:00:00");
});

test.each([
  ["2026-02-28T16:00:00.000Z", "2026-02-28T16:00:00.000Z"],
  ["2026-03-01T15:59:59.999Z", "2026-02-28T16:00:00.000Z"],
  ["1969-12-31T15:59:59.999Z", "1969-12-30T16:00:00.000Z"],
])("%s lies in the day that begins at %s", (now, from) => {
  const day = dayOf(Date.parse(now));
  expect(day.from.toISOString()).toBe(from);
  expect(day.to.getTime() - day.from.getTime()).toBe(24 * 60 * 60 * 1000);
});

test("dates of the calendar", () => {
  expect(["2024-02-29", "2026-12-31"].every(isDate)).toBe(true);
  expect(["2026-02-29", "2026-2-3", "2026-02-03T00:00:00", "0000-01-01", "", "20260203"].some(isDate)).toBe(false);
  expect([nextDate("2024-02-28"), nextDate("2026-01-01", -1), nextDate("2026-12-31", 60)]).toEqual([
    "2024-02-29",
    "2025-12-31",
    "2027-03-01",
  ]);
  // 2026-11-22 is a Sunday.
  expect([weekdayOf("2026-11-22"), weekdayOf("2026-11-23")]).toEqual([7, 1]);
  expect(dateOf(moment).add({ months: -1 }).toString()).toBe("2026-02-01");
});
