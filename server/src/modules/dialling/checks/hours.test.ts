/** The frame, the dates, the windows and the time rule, to the minute, and when they open next. */
import { epochOf, formatTime, minuteMs } from "@liantai/api/contract";
import type { WorkingTime } from "@liantai/api/contract/admin";
import { frameOf, hoursAt, hoursFor, nextOpening, openSpans, type DialHours } from "./hours.ts";
import { wholeFrame } from "./testing.ts";

const at = (clock: string, day = "2026-11-30"): number => epochOf(`${day} ${clock}`);
const opens = (hours: DialHours, now: number): string | null => {
  const next = nextOpening(hours, now);
  return next === null ? null : formatTime(next);
};
const working = (more: Partial<WorkingTime> = {}): WorkingTime => ({
  weekly: [
    {
      days: [1, 2, 3, 4, 5],
      ranges: [
        { from: "09:00", to: "12:00" },
        { from: "14:00", to: "18:00" },
      ],
    },
  ],
  holidays: [],
  specials: [],
  ...more,
});
const byRule = (time: WorkingTime | null): DialHours => ({ ...wholeFrame, rule: { name: "工作时间", time } });

test("E4 the legal frame holds 08:00:00 and no longer 21:00:00, and nobody widens it", () => {
  expect(hoursAt(wholeFrame, at("07:59:59")).open).toBe(false);
  expect(hoursAt(wholeFrame, at("08:00:00")).open).toBe(true);
  expect(hoursAt(wholeFrame, at("20:59:59")).open).toBe(true);
  expect(hoursAt(wholeFrame, at("21:00:00"))).toEqual({
    open: false,
    detail: "当前 21:00 不在允许外呼的时间 08:00-21:00 内",
  });
  const law = { from: "08:00", to: "21:00" };
  expect(frameOf(law, { from: "06:00", to: "24:00" })).toEqual({ from: "08:00", to: "21:00" });
  expect(frameOf(law, { from: "09:30", to: "19:00" })).toEqual({ from: "09:30", to: "19:00" });
  expect(frameOf(law)).toEqual({ from: "08:00", to: "21:00" });
});

test("E4 the dates hold their first moment and not their last", () => {
  const dated = { ...wholeFrame, fromAt: at("10:00:00"), untilAt: at("11:00:00") };
  expect(hoursAt(dated, at("09:59:59"))).toEqual({ open: false, detail: "任务从 2026-11-30 10:00 开始" });
  expect(hoursAt(dated, at("10:00:00")).open).toBe(true);
  expect(hoursAt(dated, at("11:00:00"))).toEqual({ open: false, detail: "任务已于 2026-11-30 11:00 结束" });
  expect(opens(dated, at("08:30:00"))).toBe("2026-11-30 10:00:00");
  expect(opens(dated, at("11:00:00"))).toBeNull();
});

test("E4 windows, the rule's weekdays, a holiday and a special day; a rule that is gone opens never", () => {
  const windowed = {
    ...wholeFrame,
    windows: [
      { from: "09:00", to: "10:00" },
      { from: "15:00", to: "22:00" },
    ],
  };
  expect(hoursAt(windowed, at("10:00:00")).detail).toBe("当前 10:00 不在任务的拨打时段 09:00-10:00、15:00-22:00 内");
  expect(hoursAt(windowed, at("15:00:00")).open).toBe(true);
  expect(hoursAt(windowed, at("21:30:00")).open).toBe(false);
  expect(hoursAt(byRule(working()), at("10:00:00")).detail).toContain(
    "时间规则“工作时间”：2026-11-30 周一 10:00：工作日",
  );
  expect(hoursAt(byRule(working({ holidays: [{ date: "2026-11-30", name: "店庆" }] })), at("10:00:00"))).toMatchObject({
    open: false,
    detail: expect.stringContaining("节假日（店庆），全天休息"),
  });
  expect(hoursAt(byRule(null), at("10:00:00"))).toEqual({ open: false, detail: "任务的时间规则已被删除" });
  expect(nextOpening(byRule(null), at("10:00:00"))).toBeNull();
});

test("E4 the next opening: at once, after lunch, tomorrow, over a weekend and holidays, in a special night", () => {
  const rule = byRule(working());
  expect(opens(rule, at("10:00:01"))).toBe("2026-11-30 10:00:01");
  expect(opens(rule, at("12:00:00"))).toBe("2026-11-30 14:00:00");
  expect(opens(rule, at("18:00:00"))).toBe("2026-12-01 09:00:00");
  expect(opens(rule, at("18:00:00", "2026-12-04"))).toBe("2026-12-07 09:00:00");
  const away = byRule(
    working({
      holidays: [
        { date: "2026-12-01", name: "" },
        { date: "2026-12-02", name: "" },
      ],
    }),
  );
  expect(opens(away, at("20:00:00"))).toBe("2026-12-03 09:00:00");
  expect(opens(wholeFrame, at("21:00:00"))).toBe("2026-12-01 08:00:00");
  // A night that runs past midnight opens with the frame in the morning.
  const night = byRule(
    working({ weekly: [], specials: [{ date: "2026-11-30", name: "", ranges: [{ from: "22:00", to: "09:00" }] }] }),
  );
  expect(opens(night, at("21:00:00"))).toBe("2026-12-01 08:00:00");
  expect(opens(night, at("09:00:00", "2026-12-01"))).toBeNull();
});

test("the next opening is the first open minute, as a walk over every minute finds it", () => {
  const hours: DialHours = {
    ...byRule(working({ holidays: [{ date: "2026-12-03", name: "" }] })),
    windows: [
      { from: "08:30", to: "09:10" },
      { from: "11:50", to: "14:05" },
      { from: "17:59", to: "21:00" },
    ],
    frame: { from: "09:05", to: "17:30" },
    untilAt: at("00:00:00", "2026-12-05"),
  };
  let compared = 0;
  for (let now = at("00:00:00"); now < at("00:00:00", "2026-12-05"); now += 37 * minuteMs) {
    let walked: number | null = now;
    while (walked !== null && !hoursAt(hours, walked).open)
      walked = walked + minuteMs < at("00:00:00", "2026-12-05") ? walked + minuteMs : null;
    expect(nextOpening(hours, now)).toBe(walked);
    compared += 1;
  }
  expect(compared).toBeGreaterThan(190);
});

test("B9 numbers of a province that is named have its hours within the task's; those of others have the task's", () => {
  const regions = [{ province: "新疆" as const, from: "10:00", to: "20:30" }];
  const hours = { ...wholeFrame, windows: [{ from: "09:00", to: "12:00" }] };
  const there = hoursFor(hours, regions, "新疆乌鲁木齐市");
  expect(hoursAt(there, at("09:59:00"))).toEqual({
    open: false,
    detail: "当前 09:59 不在新疆号码的拨打时段 10:00-20:30 内",
  });
  expect(hoursAt(there, at("10:00:00")).open).toBe(true);
  expect(hoursAt(there, at("12:00:00")).open).toBe(false);
  expect(opens(there, at("12:00:00"))).toBe("2026-12-01 10:00:00");
  for (const place of ["广东省深圳市", "", "乌鲁木齐新疆"]) expect(hoursFor(hours, regions, place)).toBe(hours);
  expect(hoursFor(hours, undefined, "新疆")).toBe(hours);
  // Never beyond what the task may.
  const wide = hoursFor(wholeFrame, [{ province: "西藏", from: "06:00", to: "23:00" }], "西藏拉萨市");
  expect([hoursAt(wide, at("07:00:00")).open, hoursAt(wide, at("21:30:00")).open]).toEqual([false, false]);
  expect(
    [...openSpans(there, at("08:00:00"))].slice(0, 2).map(({ from, to }) => [formatTime(from), formatTime(to)]),
  ).toEqual([
    ["2026-11-30 10:00:00", "2026-11-30 12:00:00"],
    ["2026-12-01 10:00:00", "2026-12-01 12:00:00"],
  ]);
});

test("D32 the hours of a half narrow those of the task and never widen them", () => {
  const halved = (from: string, to: string): DialHours => ({
    ...{ ...wholeFrame, windows: [{ from: "09:00", to: "12:00" }] },
    half: { from, to, word: "乙组" },
  });
  expect(hoursAt(halved("10:00", "11:00"), at("09:30:00"))).toEqual({
    open: false,
    detail: "当前 09:30 不在实验乙组的拨打时段 10:00-11:00 内",
  });
  expect(hoursAt(halved("10:00", "11:00"), at("10:00:00")).open).toBe(true);
  expect(opens(halved("10:00", "11:00"), at("11:00:00"))).toBe("2026-12-01 10:00:00");
  // Wider than the task's: those hold all the same.
  for (const clock of ["07:00:00", "12:30:00", "22:00:00"])
    expect(hoursAt(halved("06:00", "23:00"), at(clock)).open).toBe(false);
  expect(opens(halved("12:00", "13:00"), at("09:00:00"))).toBeNull();
});
