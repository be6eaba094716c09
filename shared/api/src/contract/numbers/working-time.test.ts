import { object } from "yup";
import { appliesAt, planOf, workingTimeFields, type WorkingTime } from "./working-time.ts";

const at = (text: string) => Date.parse(`${text.replace(" ", "T")}:00+08:00`);
const rule: WorkingTime = {
  weekly: [
    {
      days: [1, 2, 3, 4, 5],
      ranges: [
        { from: "09:00", to: "12:00" },
        { from: "13:30", to: "18:00" },
      ],
    },
    { days: [6], ranges: [{ from: "22:00", to: "06:00" }] },
  ],
  holidays: [
    { date: "2026-10-01", name: "国庆节" },
    { date: "2026-10-02", name: "国庆节" },
  ],
  specials: [
    { date: "2026-10-10", name: "国庆节调休", ranges: [{ from: "09:00", to: "18:00" }] },
    { date: "2026-10-02", name: "值班", ranges: [{ from: "00:00", to: "24:00" }] },
    { date: "2026-11-29", name: "大促", ranges: [{ from: "20:00", to: "24:00" }] },
  ],
};
const applies = (text: string) => appliesAt(rule, at(text)).applies;

test("working days: a range holds its first minute and not its last; the pause between two is none", () => {
  expect(
    ["08:59", "09:00", "11:59", "12:00", "13:29", "13:30", "17:59", "18:00"].map((t) => applies(`2026-11-20 ${t}`)),
  ).toEqual([false, true, true, false, false, true, true, false]);
  expect(applies("2026-11-22 10:00")).toBe(false);
});

test("the moment is that of Shanghai, wherever the server stands", () => {
  expect(appliesAt(rule, Date.parse("2026-11-19T23:30:00Z")).reason).toBe(
    "2026-11-20 周五 07:30：工作日，不在时段 09:00-12:00、13:30-18:00 内",
  );
  expect(appliesAt(rule, Date.parse("2026-11-20T01:00:00Z"))).toEqual({
    applies: true,
    reason: "2026-11-20 周五 09:00：工作日 09:00-12:00",
  });
});

test("over midnight: the night belongs to the day it begins on", () => {
  expect(
    [
      "2026-11-21 21:59",
      "2026-11-21 22:00",
      "2026-11-21 23:59",
      "2026-11-22 00:00",
      "2026-11-22 05:59",
      "2026-11-22 06:00",
      "2026-11-21 03:00",
    ].map(applies),
  ).toEqual([false, true, true, true, true, false, false]);
  expect(appliesAt(rule, at("2026-11-22 03:00")).reason).toContain("前一日的夜班 22:00-次日06:00");
});

test("a night does not reach into a holiday or a special day", () => {
  expect(applies("2026-11-29 03:00")).toBe(false);
  expect(appliesAt({ ...rule, holidays: [{ date: "2026-11-22", name: "" }] }, at("2026-11-22 03:00"))).toEqual({
    applies: false,
    reason: "2026-11-22 周日 03:00：节假日，全天休息",
  });
});

test("24:00 is the end of the day, and 00:00-24:00 all of it", () => {
  expect(["2026-11-29 19:59", "2026-11-29 20:00", "2026-11-29 23:59", "2026-11-30 00:00"].map(applies)).toEqual([
    false,
    true,
    true,
    false,
  ]);
  const always: WorkingTime = {
    weekly: [{ days: [1, 2, 3, 4, 5, 6, 7], ranges: [{ from: "00:00", to: "24:00" }] }],
    holidays: [],
    specials: [],
  };
  for (const t of ["00:00", "12:00", "23:59"]) expect(appliesAt(always, at(`2026-11-22 ${t}`)).applies).toBe(true);
});

test("a holiday comes before a special day, and both before the weekday", () => {
  expect(planOf(rule, "2026-10-02")).toMatchObject({ kind: "holiday", ranges: [] });
  expect(applies("2026-10-01 10:00")).toBe(false);
  expect(applies("2026-10-02 10:00")).toBe(false);
  expect(planOf(rule, "2026-10-10")).toMatchObject({ kind: "special", name: "国庆节调休" });
  expect([applies("2026-10-10 12:30"), applies("2026-10-10 22:30")]).toEqual([true, false]);
  expect(planOf(rule, "2026-11-22").kind).toBe("off");
});

test("what cannot be meant is refused in words", async () => {
  const schema = object(workingTimeFields);
  const messages = (change: Partial<WorkingTime>) =>
    schema.validate({ ...rule, ...change }, { abortEarly: false }).then(
      () => [] as string[],
      (e: { errors: string[] }) => e.errors,
    );
  expect(await messages({})).toEqual([]);
  expect(
    await messages({
      weekly: [
        {
          days: [1],
          ranges: [
            { from: "09:00", to: "12:00" },
            { from: "11:00", to: "13:00" },
          ],
        },
      ],
    }),
  ).toEqual(["时段之间有重叠"]);
  expect(
    await messages({
      weekly: [
        { days: [1], ranges: [{ from: "09:00", to: "12:00" }] },
        { days: [1], ranges: [{ from: "13:00", to: "14:00" }] },
      ],
    }),
  ).toEqual(["同一天不能出现在两组工作日中"]);
  expect(await messages({ holidays: [{ date: "2026-02-30", name: "" }] })).toEqual(["日期格式应为 yyyy-MM-dd"]);
  expect(
    await messages({
      holidays: [
        { date: "2026-02-01", name: "" },
        { date: "2026-02-01", name: "" },
      ],
    }),
  ).toEqual(["节假日日期重复"]);
  expect(await messages({ weekly: [{ days: [1], ranges: [{ from: "24:00", to: "09:00" }] }] })).toContain(
    "开始时间不能是 24:00",
  );
  expect(await messages({ weekly: [{ days: [], ranges: [{ from: "09:00", to: "09:00" }] }] })).toEqual(
    expect.arrayContaining(["请选择工作日", "结束时间不能与开始时间相同"]),
  );
});
