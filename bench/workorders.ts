/**
 * Seven steps of a work order, pure, ours and xstate in turns; and 20 working hours added, ours and moment-business-time in turns. Before
 * that 10,000 random additions must be equal: weekdays with several ranges and holidays, which are what both know.
 */
import { addWorking, type WorkingTime } from "@liantai/api/contract/admin";
import moment from "moment";
import "moment-business-time";
import { ourWalk, theirWalk } from "./lib/order-walk.ts";
import { compare, type Measured } from "./lib/result.ts";
import { inTurns } from "./lib/turns.ts";

const minuteMs = 60_000;
const zoneMs = 480 * minuteMs;
const rounds = 7;

const rules: readonly WorkingTime[] = [
  [["09:00", "12:00", "13:00", "18:00"]],
  [["08:30", "11:30", "12:30", "15:00", "15:15", "20:00"]],
  [
    ["09:00", "18:00"],
    ["10:00", "12:00", "14:00", "16:00"],
  ],
].map((days) => ({
  weekly: days.map((times, i) => ({
    days: i === 0 ? [1, 2, 3, 4, 5] : [6],
    ranges: Array.from({ length: times.length / 2 }, (_, at) => ({ from: times[2 * at]!, to: times[2 * at + 1]! })),
  })),
  holidays: ["2026-10-01", "2026-10-02", "2026-10-05", "2026-10-06", "2026-11-23"].map((date) => ({ date, name: "" })),
  specials: [],
}));

/** The rule as moment's locale has it. */
function teach(rule: WorkingTime): void {
  const hours: Record<number, readonly string[] | null> = {};
  for (let day = 0; day < 7; day += 1) {
    const ranges = rule.weekly.find(({ days }) => days.includes(day === 0 ? 7 : day))?.ranges;
    hours[day] = ranges?.flatMap(({ from, to }) => [`${from}:00`, `${to}:00`]) ?? null;
  }
  moment.updateLocale(moment.locale(), { workinghours: hours, holidays: rule.holidays.map(({ date }) => date) });
}

/** moment reckons in UTC here, eight hours on: the same wall clock wherever the bench runs. */
const theirs = (from: number, minutes: number): number =>
  moment
    .utc(from + zoneMs)
    .addWorkingTime(minutes, "minutes")
    .valueOf() - zoneMs;

/** A fixed sequence: a run that differs can be run again. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const begin = Date.parse("2026-09-28T00:00:00+08:00");

/** How many cases were compared; throws with the first that differs. */
function compared(cases: number): number {
  const random = numbers(20_261_123);
  for (const rule of rules) {
    teach(rule);
    for (let i = 0; i < Math.ceil(cases / rules.length); i += 1) {
      const from = begin + random(60 * 1_440) * minuteMs;
      const minutes = 1 + random(2_400);
      const [our, their] = [addWorking(rule, from, minutes * minuteMs), theirs(from, minutes)];
      if (our !== their)
        throw new Error(
          `${JSON.stringify(rule.weekly)} ${from} + ${minutes}: ours ${our}, moment-business-time ${their}`,
        );
    }
  }
  return Math.ceil(cases / rules.length) * rules.length;
}

/** µs of one. */
function perCall(times: number, call: (i: number) => unknown): () => Promise<number> {
  return async () => {
    const from = performance.now();
    for (let i = 0; i < times; i += 1) call(i);
    return ((performance.now() - from) * 1_000) / times;
  };
}

export async function run(): Promise<Measured> {
  const equal = compared(10_000);
  const [rule] = rules as [WorkingTime];
  teach(rule);
  const start = (i: number) => begin + (i % 1_440) * 7 * minuteMs;
  const walks = await inTurns(rounds, perCall(5_000, ourWalk), perCall(1_000, theirWalk));
  const additions = await inTurns(
    rounds,
    perCall(100_000, (i) => addWorking(rule, start(i), 20 * 60 * minuteMs)),
    perCall(500, (i) => theirs(start(i), 20 * 60)),
  );
  return {
    name: "workorders",
    compared: [
      compare({ what: "seven steps of an order, pure", reference: "xstate", unit: "µs" }, walks.ours, walks.theirs),
      compare(
        { what: "20 working hours added", reference: "moment-business-time", unit: "µs" },
        additions.ours,
        additions.theirs,
      ),
    ],
    unit: "",
    goal: "a fifth of xstate's time, a fiftieth of moment-business-time's, equal on 10,000 random cases",
    values: { equalCases: equal, ourEvents: ourWalk(), theirEvents: theirWalk() },
  };
}
