/** W1: working time, against a peer of this test that looks at every minute by itself. */
import fc from "fast-check";
import { addWorking, explain, stretchText, workingBetween } from "./working-arithmetic.ts";
import { appliesAt, type WorkingTime } from "./working-time.ts";

const at = (text: string) => Date.parse(`${text.replace(" ", "T")}:00+08:00`);
const minute = 60_000;
const hours = (n: number) => n * 60 * minute;
const office: WorkingTime = {
  weekly: [
    {
      days: [1, 2, 3, 4, 5],
      ranges: [
        { from: "09:00", to: "12:00" },
        { from: "13:00", to: "18:00" },
      ],
    },
  ],
  holidays: [{ date: "2026-11-23", name: "厂庆" }],
  specials: [{ date: "2026-11-28", name: "调休", ranges: [{ from: "10:00", to: "12:00" }] }],
};

test("W1 Friday 17:30 and two working hours, Monday a holiday: Tuesday 10:30", () => {
  const from = at("2026-11-20 17:30");
  expect(addWorking(office, from, hours(2))).toBe(at("2026-11-24 10:30"));
  expect(addWorking(office, from, hours(1.5))).toBe(at("2026-11-24 10:00"));
  expect(workingBetween(office, from, at("2026-11-24 10:30"))).toBe(hours(2));
});

test("W1 the end of a range is reached at its end, and nothing to wait for is now", () => {
  expect(addWorking(office, at("2026-11-20 17:30"), hours(0.5))).toBe(at("2026-11-20 18:00"));
  expect(addWorking(office, at("2026-11-21 03:00"), 0)).toBe(at("2026-11-21 03:00"));
  expect(addWorking(office, at("2026-11-24 11:59"), 2 * minute)).toBe(at("2026-11-24 13:01"));
  expect(workingBetween(office, at("2026-11-24 18:00"), at("2026-11-24 09:00"))).toBe(0);
});

test("W1 explain names nights, lunch, weekends, special days and holidays, without a gap", () => {
  const from = at("2026-11-20 11:00");
  const told = explain(office, from, at("2026-11-24 10:30"));
  expect(told.map(stretchText)).toEqual([
    "2026-11-20 11:00 至 12:00 工作时间",
    "2026-11-20 12:00 至 13:00 午休",
    "2026-11-20 13:00 至 18:00 工作时间",
    "2026-11-20 18:00 至 2026-11-21 00:00 下班时间",
    "2026-11-21 00:00 至 2026-11-23 00:00 周末",
    "2026-11-23 00:00 至 2026-11-24 00:00 节假日（厂庆）",
    "2026-11-24 00:00 至 09:00 下班时间",
    "2026-11-24 09:00 至 10:30 工作时间",
  ]);
  expect(explain(office, at("2026-11-24 17:00"), at("2026-11-25 10:00")).map(stretchText)).toEqual([
    "2026-11-24 17:00 至 18:00 工作时间",
    "2026-11-24 18:00 至 2026-11-25 09:00 下班时间",
    "2026-11-25 09:00 至 10:00 工作时间",
  ]);
});

test("W1 a rule that never has so much says so; one of special days alone has theirs", () => {
  const never: WorkingTime = { weekly: [], holidays: [], specials: office.specials };
  expect(addWorking(never, at("2026-11-20 17:30"), hours(2))).toBe(at("2026-11-28 12:00"));
  expect(addWorking(never, at("2026-11-20 17:30"), hours(2) + 1)).toBeUndefined();
  expect(addWorking({ ...never, specials: [] }, 0, 1)).toBeUndefined();
  expect(addWorking(office, 0, Infinity)).toBeUndefined();
  expect(workingBetween(office, 0, addWorking(office, 0, hours(99_999))!)).toBe(hours(99_999));
});

/** The peer's day: 2026-11-02 is a Monday. */
const begin = at("2026-11-02 00:00");
const days = 24;
const dateOf = (day: number) => new Date(begin + hours(8) + day * hours(24)).toISOString().slice(0, 10);
const clock = (m: number) => `${String(Math.floor(m / 60)).padStart(2, "0")}:${String(m % 60).padStart(2, "0")}`;
const inMinutes = (text: string) => Number(text.split(":")[0]) * 60 + Number(text.split(":")[1]);

/** Each minute by itself, in the words of W1 and of nothing else. */
function peer(rule: WorkingTime): readonly boolean[] {
  const plan = (day: number) => {
    const date = dateOf(day);
    if (rule.holidays.some((h) => h.date === date)) return { own: true, ranges: [] };
    const special = rule.specials.find((s) => s.date === date);
    if (special) return { own: true, ranges: special.ranges };
    const weekday = (((day % 7) + 7) % 7) + 1;
    return { own: false, ranges: rule.weekly.find((w) => w.days.includes(weekday))?.ranges ?? [] };
  };
  const works: boolean[] = [];
  for (let day = 0; day < days; day += 1) {
    const numbers = (of: number) => plan(of).ranges.map((r) => [inMinutes(r.from), inMinutes(r.to)] as const);
    const [today, yesterday, own] = [numbers(day), numbers(day - 1), plan(day).own];
    for (let m = 0; m < 1_440; m += 1) {
      const inToday = today.some(([from, to]) => (to > from ? m >= from && m < to : m >= from));
      works.push(inToday || (!own && yesterday.some(([from, to]) => to < from && m < to)));
    }
  }
  return works;
}

const ranges = (max: number) =>
  fc
    .uniqueArray(fc.integer({ min: 0, max: 95 }), { minLength: 2, maxLength: max * 2 })
    .chain((quarters) => fc.tuple(fc.constant(quarters), fc.boolean()))
    .map(([quarters, night]) => {
      const sorted = [...quarters].sort((a, b) => a - b).map((q) => q * 15);
      const even = sorted.length % 2 === 0 ? sorted : sorted.slice(1);
      const [first, ...rest] = even as [number, ...number[]];
      // Moved round by one, the last range runs over midnight to the first time.
      const times = night ? [...rest, first] : even;
      return Array.from({ length: times.length / 2 }, (_, i) => ({
        from: clock(times[2 * i]!),
        to: clock(times[2 * i + 1]!),
      }));
    });
const date = fc.integer({ min: 0, max: days - 1 }).map(dateOf);
const rules: fc.Arbitrary<WorkingTime> = fc.record({
  weekly: fc.tuple(fc.subarray([1, 2, 3, 4, 5, 6, 7]), ranges(3), ranges(2)).map(([some, a, b]) =>
    [
      { days: some, ranges: a },
      { days: [1, 2, 3, 4, 5, 6, 7].filter((d) => !some.includes(d) && d !== 7), ranges: b },
    ].filter((w) => w.days.length > 0),
  ),
  holidays: fc.uniqueArray(date, { maxLength: 4 }).map((all) => all.map((d) => ({ date: d, name: "" }))),
  specials: fc
    .uniqueArray(fc.tuple(date, ranges(2)), { maxLength: 4, selector: ([d]) => d })
    .map((all) => all.map(([d, r]) => ({ date: d, name: "", ranges: r }))),
});

/** What does not agree, in words: one expectation a rule is enough. */
function differences(rule: WorkingTime, works: readonly boolean[], from: number, length: number, ms: number): string[] {
  const start = begin + from * minute;
  const wrong: string[] = [];
  const same = (what: string, found: unknown, wanted: unknown) => {
    if (found !== wanted) wrong.push(`${what} at ${from} for ${length}: ${String(found)}, not ${String(wanted)}`);
  };
  same("appliesAt", appliesAt(rule, start).applies, works[from]);
  let counted = 0;
  let end = from;
  while (counted < length && end < works.length) if (works[end++]) counted += 1;
  if (counted === length) {
    same("addWorking", addWorking(rule, start, length * minute), begin + end * minute);
    same("workingBetween", workingBetween(rule, start, begin + end * minute), length * minute);
    const whole = addWorking(rule, start + ms, length * minute + ms);
    if (whole !== undefined) same("there and back", workingBetween(rule, start + ms, whole), length * minute + ms);
  }
  const told = explain(rule, start, begin + end * minute);
  const working = told.filter((s) => s.working).reduce((sum, s) => sum + s.to - s.from, 0);
  same("explain", working, counted * minute);
  same("gaps", told.find((s, i) => i > 0 && told[i - 1]!.to !== s.from)?.from, undefined);
  return wrong;
}

test("W1 10,000 random cases of 200 rules are what every minute by itself says", () => {
  let cases = 0;
  fc.assert(
    fc.property(
      rules,
      fc.array(fc.tuple(fc.nat(days * 1_440 - 1), fc.nat(6_000), fc.nat(59_999)), { minLength: 50, maxLength: 50 }),
      (rule, asked) => {
        const works = peer(rule);
        cases += asked.length;
        expect(asked.flatMap(([from, length, ms]) => differences(rule, works, from, length, ms))).toEqual([]);
      },
    ),
    { numRuns: 200 },
  );
  expect(cases).toBe(10_000);
});
