/** Forecasts of a list and replays of a day: what the rules, the hours, the history and the settings do to them. */
import { createSystemClock } from "../../../adapters/embedded/clock/index.ts";
import { dayMs, epochOf, hourMs } from "@liantai/api/contract";
import type { TaskSettings } from "@liantai/api/contract/admin";
import type { DialHours } from "../checks/index.ts";
import { settingsWith } from "../testing/tasks.ts";
import { listOf, type ForecastAsked } from "./forecast.ts";
import { ratesOf, type History } from "./known.ts";
import { OpenTime } from "./open-time.ts";
import { CallPacker, type PastCall, type ReplayAsked } from "./replay.ts";
import { createSimulator } from "./simulator.ts";

/** On its thread, as in the product: the context of a suite computes many times slower. */
const simulator = createSimulator(createSystemClock());
afterAll(() => simulator.close());

const s = 1_000;
const at = (time: string): number => epochOf(`2026-03-02 ${time}:00`);
const frame = { from: "08:00", to: "21:00" };
const hours: DialHours = { fromAt: null, untilAt: null, frame, windows: [], rule: null };
const nothing: History = { calls: 0, hours: [], answered: 0, answerMs: 0, talks: 0, talkMs: 0, unanswered: [] };
/** Of so many calls in the hours from 9 to 11: a share answered, 60 s of talk, the others not answered or empty numbers. */
const known = (calls: number, rate: number): History => ({
  ...{ calls, answered: calls * rate, answerMs: 10 * s, talks: calls * rate, talkMs: 60 * s },
  hours: [9, 10, 11].map((hour) => ({ hour, calls: calls / 3, answered: (calls * rate) / 3 })),
  unanswered: [
    { code: 594, count: (calls * (1 - rate)) / 2, afterMs: 25 * s },
    { code: 582, count: (calls * (1 - rate)) / 2, afterMs: 5 * s },
  ],
});

const settings = (differs: Partial<TaskSettings> = {}) =>
  settingsWith({ retries: [], concurrency: 500, perSecond: 50, mode: "progressive", ...differs });
const told = (differs: Partial<TaskSettings> = {}, more: Partial<ForecastAsked> = {}) =>
  simulator.forecast({
    ...{ runs: 3, ftype: 3, settings: settings(differs), hours, now: at("09:00"), numbers: 400, agents: 10 },
    ...{ pricePerMinute: 0.15, history: known(30_000, 0.5), ...more },
  });
const again594 = { codes: [594], afterMin: 60, times: 2, otherSlot: 0, otherNumber: 0 };

test("D40 a number without a rule is called once, and by the task's rules as often as they say, no sooner than they say", async () => {
  const once = await told();
  expect(once.calls).toEqual({ low: 400, middle: 400, high: 400 });
  expect(Math.abs(once.answered.middle - 200)).toBeLessThan(25);
  expect(once.connected.middle).toBe(once.answered.middle);
  const often = await told({ retries: [again594] });
  // Half are not answered, half of those with 594: 1 + 0.25 + 0.0625.
  expect(Math.abs(often.calls.middle / 400 - 1.31)).toBeLessThan(0.08);
  expect(often.hours.middle).toBeGreaterThan(2);
  expect((await told({ retries: [again594], inAll: 2 })).calls.high).toBeLessThan(often.calls.low);
});

test("D40 who dials ahead takes less time, within the ceiling; more agents take less; the limits of a task hold", async () => {
  const plain = await told({}, { numbers: 1_000 });
  const ahead = await told({ mode: "predictive" }, { numbers: 1_000 });
  expect(plain.abandoned.high).toBe(0);
  expect(ahead.hours.middle).toBeLessThan(plain.hours.middle);
  expect(ahead.talk.middle).toBeGreaterThan(plain.talk.middle);
  expect(ahead.abandoned.high).toBeLessThanOrEqual(0.03);
  expect((await told({}, { numbers: 1_000, agents: 20 })).hours.middle).toBeLessThan(plain.hours.middle * 0.6);
  expect((await told({ concurrency: 2 }, { numbers: 1_000 })).hours.middle).toBeGreaterThan(plain.hours.middle * 3);
});

test("D40 the end stands in the task's hours, and a task that ends before says how many numbers it leaves", async () => {
  const numbers = 6_000;
  const plain = await told({}, { numbers });
  expect(plain.left.high).toBe(0);
  // 3,000 answers of 75 s and some waiting by ten agents are more than the twelve hours of the first day.
  expect(plain.hours.middle).toBeGreaterThan(8);
  const late = await told({}, { numbers, now: at("20:00") });
  const beyond = late.endsAt.middle! - at("21:00") - 11 * hourMs;
  expect(Math.abs(beyond / hourMs - (late.hours.middle - 1))).toBeLessThan(0.1);
  const ends = await told({}, { numbers, hours: { ...hours, untilAt: at("10:00") } });
  expect(ends.endsAt).toEqual({ low: null, middle: null, high: null });
  expect(ends.left.low).toBeGreaterThan(4_000);
  expect(ends.calls.high + ends.left.low).toBeGreaterThanOrEqual(numbers - 300);
});

test("D40 little history is the usual figures with wide bands, much the own ones with narrow bands; each hour has its rate", async () => {
  expect(ratesOf(nothing)).toEqual({ answerRate: 0.35, talkMs: 120 * s });
  const width = async (history: History): Promise<number> => {
    const { low, high } = (await told({}, { history, numbers: 400, runs: 9 })).answered;
    return high - low;
  };
  expect(await width(nothing)).toBeGreaterThan(2 * (await width(known(30_000, 0.35))));
  const byHour = known(30_000, 0.5);
  const evening = { ...byHour, hours: [{ hour: 19, calls: 10_000, answered: 1_000 }, ...byHour.hours] };
  const answers = async (now: number) => (await told({}, { history: evening, now, numbers: 200 })).answered.middle;
  expect(await answers(at("09:00"))).toBeGreaterThan(3 * (await answers(at("19:00"))));
});

test("D40 a list of a hundred times as many numbers is the same floor for a hundred times as long; cost is of begun minutes", async () => {
  const [small, large] = [await told({}, { numbers: 4_000 }), await told({}, { numbers: 400_000 })];
  expect(large.calls.middle).toBe(100 * small.calls.middle);
  expect(Math.abs(large.hours.middle / small.hours.middle - 100)).toBeLessThan(6);
  const crowd = await told({}, { numbers: 40_000, agents: 100 });
  expect(Math.abs(crowd.talk.middle - small.talk.middle)).toBeLessThan(0.05);
  // 60 s on average from the answer are one or two minutes: more than 0.15 and less than 0.45 yuan each.
  const each = small.cost.middle / small.connected.middle;
  expect(each).toBeGreaterThan(0.2);
  expect(each).toBeLessThan(0.35);
});

test("D40 flows and robots are floors of lines: as many side by side as there are, and nobody wraps up", async () => {
  const lines = (agents: number) => told({ wrapUpS: 600 }, { ftype: 4, agents, numbers: 600 });
  const [five, ten] = [await lines(5), await lines(10)];
  expect(five.abandoned.high).toBe(0);
  expect(Math.abs(five.hours.middle / ten.hours.middle - 2)).toBeLessThan(0.3);
  expect(five.occupancy.middle).toBeCloseTo(five.talk.middle, 6);
});

test("D40 numbers of a province wait for its hours (地区时段)", async () => {
  const regions = [{ province: "贵州省" as const, from: "12:00", to: "13:00" }];
  const half = [{ province: "贵州省", share: 0.5 }];
  const plain = await told({}, { numbers: 400 });
  const waits = await told({ regions }, { numbers: 400, regions: half });
  expect(plain.hours.middle).toBeLessThan(2);
  expect(waits.calls).toEqual({ low: 400, middle: 400, high: 400 });
  expect(waits.endsAt.low).toBeGreaterThan(at("12:10"));
  expect(waits.endsAt.high).toBeLessThan(at("13:30"));
  // Nobody else waits, and who is of no such province does not either.
  expect((await told({ regions }, { numbers: 400 })).endsAt).toEqual(plain.endsAt);
  // The task is over before the province's hour.
  const ends = { ...hours, untilAt: at("11:30") };
  const early = await told({ regions }, { numbers: 400, regions: half, hours: ends });
  expect(Math.abs(early.calls.middle - 200)).toBeLessThan(3);
  expect(early.left.middle).toBe(400 - early.calls.middle);
  expect(early.endsAt.middle).toBeNull();
});

test("D40 numbers of the halves of an experiment by times of day are dialled in their own times alone", async () => {
  const half = (word: string, from: string, to: string) => ({ word, from, to });
  const halves = [half("甲组", "09:00", "11:00"), half("乙组", "14:00", "16:00")];
  const split = await told({}, { numbers: 400, halves });
  expect(split.calls).toEqual({ low: 400, middle: 400, high: 400 });
  expect(split.endsAt.low).toBeGreaterThan(at("14:10"));
  expect(split.endsAt.high).toBeLessThan(at("16:00"));
  // The time between the two is none in which it may dial.
  expect(split.hours.high).toBeLessThan(4.1);
  // A half whose time is past for good.
  const late = await told({}, { numbers: 400, halves, hours: { ...hours, untilAt: at("13:00") } });
  expect([late.calls.middle, late.left.middle]).toEqual([200, 200]);
  expect(late.endsAt.middle).toBeNull();
  // Once it has a better half, all numbers have its hours.
  const won = await told({}, { numbers: 400, hours: { ...hours, half: halves[1]! } });
  expect(won.endsAt.low).toBeGreaterThan(at("14:20"));
  expect(won.calls.middle).toBe(400);
});

test("open time is the hours laid end to end", () => {
  const open = new OpenTime({ ...hours, windows: [{ from: "09:00", to: "12:00" }] }, at("11:00"));
  expect(open.at(0)).toBe(at("11:00"));
  expect(open.at(2 * hourMs)).toBe(at("10:00") + dayMs);
  expect(open.passed(at("10:00") + dayMs)).toBe(2 * hourMs);
  expect(open.passed(at("20:00"))).toBe(hourMs);
  const ends = new OpenTime({ ...hours, untilAt: at("12:00") }, at("11:00"));
  expect([ends.upTo(dayMs), ends.at(2 * hourMs), ends.passed(at("13:00"))]).toEqual([hourMs, null, Infinity]);
});

/** A number every ten seconds; every other one answers, and every twentieth of those had nobody to talk with. */
const day: readonly PastCall[] = Array.from({ length: 600 }, (_, n) => ({
  ...{
    number: `n${n}`,
    place: n % 3 === 0 ? "贵州省贵阳市" : "",
    startedAt: at("09:00") + n * 10 * s,
    answered: n % 2 === 0,
  },
  ...{ ringMs: n % 2 === 0 ? 8 * s : 25 * s, talkMs: n % 2 === 0 && n % 40 > 0 ? 60 * s : 0, code: 594 },
}));
const packed = (calls: readonly PastCall[], regions?: TaskSettings["regions"]): Float64Array => {
  const packer = new CallPacker(regions);
  // In two pages.
  packer.add(calls.slice(0, 7));
  packer.add(calls.slice(7));
  return packer.packed();
};
const ofDay = (to: string): DialHours => ({ ...hours, untilAt: at("00:00") + dayMs, frame: { from: "09:00", to } });
const again = (differs: Partial<TaskSettings> = {}, more: Partial<ReplayAsked> = {}) =>
  simulator.replay({
    ...{ ftype: 3, settings: settings({ wrapUpS: 15, ...differs }), from: at("00:00"), agents: 10, calls: packed(day) },
    ...{ hours: ofDay("18:00"), ...more },
  });

test("D41 in a replay numbers of a province have its hours", async () => {
  const regions = [{ province: "贵州省" as const, from: "16:00", to: "17:00" }];
  const waits = await again({ regions }, { calls: packed(day, regions) });
  expect(waits).toMatchObject({ calls: 600, left: 0 });
  expect(waits.ms).toBeGreaterThan(7 * hourMs);
  const never = await again({ regions }, { calls: packed(day, regions), hours: ofDay("15:00") });
  expect(never).toMatchObject({ calls: 400, left: 200 });
});

test("D41 each number of the day has the outcome that it had, whatever the pace", async () => {
  const plain = await again();
  expect(plain).toMatchObject({ calls: 600, answered: 300, connected: 300, abandoned: 0, left: 0 });
  // Who was abandoned would have talked as the others did.
  expect(plain.talkMs).toBe(300 * 60 * s);
  const ahead = await again({ mode: "predictive" });
  expect(ahead).toMatchObject({ calls: 600, answered: 300 });
  expect(ahead.ms).toBeLessThan(plain.ms);
  expect(ahead.abandoned / ahead.answered).toBeLessThanOrEqual(0.03);
  expect((await again({}, { agents: 20 })).ms).toBeLessThan(plain.ms * 0.6);
});

test("D41 fewer hours leave numbers; rules call again, with what the hour came to", async () => {
  const short = await again({}, { hours: ofDay("09:08") });
  expect(short.left).toBeGreaterThan(0);
  expect(short.calls + short.left).toBe(600);
  const more = await again({ retries: [{ ...again594, afterMin: 10, times: 1 }] });
  expect(more.calls).toBe(900);
  expect(Math.abs(more.answered - 450)).toBeLessThan(15);
  // A day of 20 numbers that answered at their second call only.
  const twice = Array.from({ length: 20 }, (_, n) => [
    { ...day[1]!, number: `n${n}`, startedAt: at("09:00") + n * s },
    { ...day[2]!, number: `n${n}`, startedAt: at("10:00") + n * s },
  ]).flat();
  expect(await again({}, { calls: packed(twice) })).toMatchObject({ calls: 20, answered: 0 });
  expect(await again({ retries: [again594] }, { calls: packed(twice) })).toMatchObject({ calls: 40, answered: 20 });
});

test("D41 D54 a rule that names machines calls again whom a machine answered that day, and no rule for a code does", async () => {
  const twice = Array.from({ length: 20 }, (_, n) => [
    { ...day[1]!, number: `n${n}`, startedAt: at("09:00") + n * s, code: 200 },
    { ...day[2]!, number: `n${n}`, startedAt: at("10:00") + n * s },
  ]).flat();
  const machines = { ...again594, codes: [], answers: ["machine" as const] };
  expect(await again({ retries: [machines] }, { calls: packed(twice) })).toMatchObject({ calls: 40, answered: 20 });
  expect(await again({ retries: [again594] }, { calls: packed(twice) })).toMatchObject({ calls: 20, answered: 0 });
});

test("D40 D54 who was abandoned comes back by a rule that names it, after his rest and in the hours", () => {
  const clock = { wall: (ms: number) => at("09:00") + ms, sim: (wall: number) => wall - at("09:00") };
  const rule = { ...again594, codes: [], answers: ["abandoned" as const] };
  const of = (retries: TaskSettings["retries"]) =>
    listOf({ settings: settings({ retries }), hoursOf: () => hours, waits: false }, 1, clock);
  expect(of([rule]).again(0, 1, 200, 13 * hourMs, "abandoned")).toBe(4 * dayMs - hourMs);
  expect(of([again594]).again(0, 1, 200, 0, "abandoned")).toBeUndefined();
});

test("D43 it computes on a thread of its own: this one goes on, and more than four at once are refused", async () => {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const asked = [1, 2, 3, 4, 5].map(() => told({ mode: "predictive" }, { numbers: 1_000 }));
  const [fifth] = await Promise.allSettled(asked.splice(4));
  expect(fifth).toMatchObject({ status: "rejected", reason: { message: "正在进行的试算较多，请稍后再试" } });
  const answers = await Promise.all(asked);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(20);
  // The same question, the same seeds, the same answer.
  for (const answer of answers) expect(answer).toEqual(answers[0]);
});
