import { datePresets, today } from "./presets.ts";

const at = (text: string) => Date.parse(`${text}+08:00`);
const named = (now: string) =>
  Object.fromEntries(datePresets(at(now)).map((p) => [p.label, `${p.range.from} ~ ${p.range.to}`]));

test("the nine presets, on a Sunday", () => {
  expect(named("2026-03-01T12:00:00")).toEqual({
    今天: "2026-03-01 00:00:00 ~ 2026-03-01 23:59:59",
    昨天: "2026-02-28 00:00:00 ~ 2026-02-28 23:59:59",
    本周: "2026-02-23 00:00:00 ~ 2026-03-01 23:59:59",
    上周: "2026-02-16 00:00:00 ~ 2026-02-22 23:59:59",
    本月: "2026-03-01 00:00:00 ~ 2026-03-01 23:59:59",
    上月: "2026-02-01 00:00:00 ~ 2026-02-28 23:59:59",
    今年: "2026-01-01 00:00:00 ~ 2026-03-01 23:59:59",
    去年: "2025-01-01 00:00:00 ~ 2025-12-31 23:59:59",
    前年: "2024-01-01 00:00:00 ~ 2024-12-31 23:59:59",
  });
});

test("January: last month is December of the year before", () => {
  expect(named("2026-01-05T00:00:00")).toMatchObject({
    本周: "2026-01-05 00:00:00 ~ 2026-01-05 23:59:59",
    上月: "2025-12-01 00:00:00 ~ 2025-12-31 23:59:59",
  });
});

test("today is the enterprise's day, wherever the browser is", () => {
  expect(today(Date.parse("2026-11-20T16:30:00Z")).from).toBe("2026-11-21 00:00:00");
});
