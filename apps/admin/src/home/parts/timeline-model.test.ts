import { epochOf } from "@liantai/api/contract";
import { stretchesOf, totalsOf } from "./timeline-model.ts";

const at = (time: string) => `2026-01-05 ${time}`;
const states = [
  { code: 1, from: at("09:00:00"), to: at("09:30:00"), reason: "signIn" },
  { code: 8, from: at("09:30:00"), to: at("09:45:00"), reason: "answered" },
  { code: 4, from: at("09:45:00"), to: at("09:45:00"), reason: "ended" },
  { code: 1, from: at("09:45:00"), to: null, reason: "话后处理完成" },
];

test("stretches fill the bar from the first state to now, with their reasons in words", () => {
  const stretches = stretchesOf(states, epochOf(at("10:00:00")));
  expect(stretches.map(({ tone, text, reason, start, width }) => ({ tone, text, reason, start, width }))).toEqual([
    { tone: "ready", text: "空闲", reason: "签入", start: 0, width: 0.5 },
    { tone: "talking", text: "通话中", reason: "接听", start: 0.5, width: 0.25 },
    { tone: "ready", text: "空闲", reason: "话后处理完成", start: 0.75, width: 0.25 },
  ]);
  expect(totalsOf(stretches)).toEqual([
    { tone: "ready", text: "空闲", seconds: 2_700 },
    { tone: "talking", text: "通话中", seconds: 900 },
  ]);
});

test("times are the enterprise's, wherever the browser is", () =>
  expect(epochOf("2026-01-05 08:00:00")).toBe(Date.UTC(2026, 0, 5)));

test("a day without states is empty", () => expect(stretchesOf([], Date.now())).toEqual([]));
