/** W50, W51: how an order stands to a target, by hand from the calendar, and against a peer that counts minute by minute. */
import fc from "fast-check";
import { appliesAt, type WorkingTime } from "../../numbers/working-time.ts";
import { minuteMs } from "../../time.ts";
import type { OrderEventType, OrderPriority, OrderState } from "../codes.ts";
import { judgeAt } from "../judge.ts";
import { noProgress, progressOf, stateAt } from "./progress.ts";
import { stepsOf } from "./steps.ts";
import { usualTargets, type ServiceTarget, type TargetStep } from "./target.ts";

const at = (text: string) => Date.parse(`2026-11-${text.replace(" ", "T")}:00+08:00`);
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
  specials: [],
};
const base: ServiceTarget = {
  ...{ id: "t", name: "解决", kind: "resolution", priorities: [], retroactive: true, minutesBy: {}, warnMinutes: 30 },
  ...{ minutes: 120, timeRuleId: "r", ...usualTargets.resolution },
};

type Told = readonly [time: string, type: OrderEventType, state: OrderState, values?: object];
const history = (...told: readonly Told[]): TargetStep[] =>
  told.map(([time, type, state, values = {}], i) => ({
    ...{ seq: i + 1, at: at(time), type, state, priority: 3 as OrderPriority, values: values as TargetStep["values"] },
  }));
const read = (steps: readonly TargetStep[], now: string, target: Partial<ServiceTarget> = {}) => {
  const one = { ...base, ...target };
  const reading = { target: one, rule: office, judge: judgeAt };
  return stateAt(progressOf(steps, reading), reading, at(now));
};
const minutes = (n: number) => n * minuteMs;

test("W50 working time alone counts: over an evening, a weekend and a holiday, and not in the lunch hour", () => {
  const steps = history(["20 17:30", "created", "draft"], ["20 17:30", "submitted", "pooled"]);
  expect(read(steps, "21 10:00")).toMatchObject({
    ...{ phase: "running", cycle: 2, spentMs: minutes(30), leftMs: minutes(90) },
    ...{ warnAt: at("24 10:00"), dueAt: at("24 10:30") },
  });
  expect(read(steps, "24 10:29")).toMatchObject({ phase: "running", leftMs: minutes(1) });
  expect(read(steps, "24 10:30")).toMatchObject({ phase: "missed", leftMs: 0 });
  expect(read(steps, "24 11:00")).toMatchObject({ phase: "missed", leftMs: -minutes(30) });
  const noon = history(["20 11:30", "submitted", "pooled"]);
  expect(read(noon, "20 12:40")).toMatchObject({ spentMs: minutes(30), dueAt: at("20 14:30") });
});

test("W50 it stands still while the order is suspended or back with its creator, and says since when", () => {
  const steps = history(
    ["20 09:00", "submitted", "handling"],
    ["20 09:30", "suspended", "suspended"],
    ["20 15:00", "resumed", "handling"],
  );
  expect(read(steps.slice(0, 2), "20 14:00")).toMatchObject({ phase: "paused", spentMs: minutes(30) });
  expect(read(steps.slice(0, 2), "20 14:00")).not.toHaveProperty("dueAt");
  expect(read(steps, "20 15:00")).toMatchObject({ phase: "running", dueAt: at("20 16:30"), warnAt: at("20 16:00") });
  const back = history(["20 09:00", "submitted", "handling"], ["20 09:10", "returnedToCreator", "draft"]);
  expect(read(back, "20 17:00")).toMatchObject({ phase: "paused", leftMs: minutes(110) });
});

test("W51 met when less than all of it had counted, missed when all had: also at the very moment", () => {
  const ended = (time: string) => history(["20 09:00", "submitted", "handling"], [time, "completed", "done"]);
  expect(read(ended("20 10:59"), "24 12:00")).toMatchObject({ phase: "met", endedAt: at("20 10:59") });
  expect(read(ended("20 11:00"), "24 12:00")).toMatchObject({ phase: "missed", endedAt: at("20 11:00") });
  expect(read(ended("20 11:30"), "24 12:00")).toMatchObject({ phase: "missed", leftMs: -minutes(30) });
  expect(read(ended("20 11:30"), "24 12:00")).not.toHaveProperty("dueAt");
});

test("W51 each urging after an answer is a new cycle; a second one before it is not", () => {
  const target = { kind: "nextResponse" as const, ...usualTargets.nextResponse };
  const steps = history(
    ["20 09:00", "urged", "handling"],
    ["20 09:20", "urged", "handling"],
    ["20 09:30", "urgeCommented", "handling"],
    ["20 10:00", "urged", "handling"],
  );
  expect(read(steps.slice(0, 2), "20 09:25", target)).toMatchObject({ cycle: 1, spentMs: minutes(25) });
  expect(read(steps.slice(0, 3), "20 17:00", target)).toMatchObject({ phase: "met", spentMs: minutes(30) });
  expect(read(steps, "20 10:10", target)).toMatchObject({ phase: "running", cycle: 4, spentMs: minutes(10) });
});

test("W51 what begins anew forgets what had counted, also after it was over; once ended the others stay so", () => {
  const target = { reset: { events: ["jumped"] as const } };
  const steps = history(
    ["20 09:00", "submitted", "handling"],
    ["20 10:00", "jumped", "handling"],
    ["20 10:30", "completed", "done"],
    ["20 11:00", "submitted", "handling"],
  );
  expect(read(steps.slice(0, 2), "20 10:30", target)).toMatchObject({ cycle: 2, spentMs: minutes(30) });
  expect(read(steps, "20 11:30", target)).toMatchObject({ cycle: 2, phase: "met" });
});

test("W50 one it comes to apply to later counts from its beginning, or from then on; who is no longer meant owes nothing", () => {
  const urgent = { applies: { field: "level", op: "eq", value: "urgent" } } as const;
  const steps = history(
    ["20 09:00", "submitted", "handling", { level: "usual" }],
    ["20 10:00", "saved", "handling", { level: "urgent" }],
    ["20 10:30", "saved", "handling", { level: "usual" }],
  );
  expect(read(steps.slice(0, 1), "20 09:30", urgent)).toBeUndefined();
  expect(read(steps.slice(0, 2), "20 10:10", urgent)).toMatchObject({ cycle: 1, spentMs: minutes(70) });
  expect(read(steps.slice(0, 2), "20 10:10", { ...urgent, retroactive: false })).toMatchObject({
    ...{ cycle: 2, spentMs: minutes(10) },
  });
  expect(read(steps, "20 11:00", urgent)).toBeUndefined();
  expect(read(steps, "20 11:00", { priorities: [1, 2] })).toBeUndefined();
});

test("W50 as long as its priority says", () => {
  const steps = history(["20 09:00", "submitted", "handling"]).map((step) => ({ ...step, priority: 1 as const }));
  expect(read(steps, "20 09:10", { minutesBy: { 1: 20 } })).toMatchObject({ dueAt: at("20 09:20") });
  // A warning no shorter than the whole would come with the beginning.
  expect(read(steps, "20 09:10", { minutesBy: { 1: 20 } })).not.toHaveProperty("warnAt");
  expect(read(steps, "20 09:10")).toMatchObject({ lengthMs: minutes(120) });
});

test("W50 the log's rows carry the state; older ones are read by what such an event leads to, and the fields as they were then", () => {
  const rows = (["created", "submitted", "suspended", "timedOut", "resumed", "somethingElse"] as const).map(
    (type, i) => ({
      ...{ seq: i + 1, at: i, type, data: type === "submitted" ? { state: "pooled" } : {} },
    }),
  );
  const past = [
    { seq: 0, values: { a: 1 } },
    { seq: 3, values: { a: 2 } },
  ];
  expect(stepsOf(rows, past, 2).map(({ seq, state, values }) => [seq, state, values["a"]])).toEqual([
    [1, "draft", 1],
    [2, "pooled", 1],
    [3, "suspended", 2],
    [4, "suspended", 2],
    [5, "handling", 2],
  ]);
});

const types: readonly OrderEventType[] = [
  "submitted",
  "claimed",
  "suspended",
  "resumed",
  "urged",
  "urgeCommented",
  "completed",
  "jumped",
];
const states: readonly OrderState[] = ["pooled", "handling", "suspended", "transferred", "done"];
const moment = fc.record({
  events: fc.subarray([...types], { minLength: 0, maxLength: 3 }),
  states: fc.subarray([...states], { minLength: 0, maxLength: 2 }),
});
const targets = fc
  .record({
    kind: fc.constantFrom("firstResponse" as const, "nextResponse" as const, "resolution" as const),
    start: moment,
    stop: moment,
    reset: moment,
    pause: fc.record({ states: fc.subarray([...states], { maxLength: 2 }) }),
    minutes: fc.integer({ min: 1, max: 900 }),
    retroactive: fc.boolean(),
    priorities: fc.subarray([1, 2, 3, 4] as OrderPriority[], { maxLength: 3 }),
  })
  .map((one): ServiceTarget => ({ ...base, ...one }));
/** Whole minutes, so that a peer which counts them one by one is exact. */
const histories = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 0, max: 1_500 }),
      type: fc.constantFrom(...types),
      state: fc.constantFrom(...states),
      priority: fc.constantFrom<OrderPriority>(1, 2, 3, 4),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((told) => {
    let now = at("19 08:00");
    return told.map(({ gap, ...step }, i): TargetStep => ({
      seq: i + 1,
      at: (now += minutes(gap)),
      values: {},
      ...step,
    }));
  });

test("W50 a history read in two parts, split anywhere, is the same as in one", () => {
  fc.assert(
    fc.property(targets, histories, fc.nat(12), (target, steps, cut) => {
      const reading = { target, rule: office, judge: judgeAt };
      const first = progressOf(steps.slice(0, cut), reading);
      // What was kept in between is plain data.
      const kept = JSON.parse(JSON.stringify(first)) as typeof first;
      expect(progressOf(steps.slice(cut), reading, kept)).toEqual(progressOf(steps, reading, noProgress));
    }),
    { numRuns: 1_000 },
  );
});

test("W50 W51 what counted is what a peer counts minute by minute, and it is missed when that is all of it", () => {
  const held = ({ events = [], states: of = [] }: ServiceTarget["start"], step: TargetStep) =>
    events.length + of.length > 0 &&
    (events.length === 0 || events.includes(step.type)) &&
    (of.length === 0 || of.includes(step.state));
  const peer = (target: ServiceTarget, steps: readonly TargetStep[], now: number) => {
    let run: { cycle: number; counted: number; open: boolean; still: boolean } | undefined;
    for (const [i, step] of steps.entries()) {
      if (run && held(target.reset, step)) run = { cycle: step.seq, counted: 0, open: true, still: false };
      else if (run?.open) run.open = !held(target.stop, step);
      else if (held(target.start, step) && (!run || target.kind === "nextResponse"))
        run = { cycle: step.seq, counted: 0, open: true, still: false };
      if (!run?.open) continue;
      run.still = held(target.pause, step);
      const until = steps[i + 1]?.at ?? now;
      for (let minute = step.at; minute < until && !run.still; minute += minuteMs)
        if (appliesAt(office, minute).applies) run.counted += 1;
    }
    return run;
  };
  fc.assert(
    fc.property(targets, histories, fc.nat(2_000), (given, steps, more) => {
      const target = { ...given, retroactive: true, priorities: [] };
      const reading = { target, rule: office, judge: judgeAt };
      const now = steps.at(-1)!.at + minutes(more);
      const state = stateAt(progressOf(steps, reading), reading, now);
      const counted = peer(target, steps, now);
      expect(state && { cycle: state.cycle, spent: state.spentMs / minuteMs }).toEqual(
        counted && { cycle: counted.cycle, spent: counted.counted },
      );
      if (!state || !counted) return;
      const whole = counted.counted >= target.minutes;
      expect(state.phase).toBe(whole ? "missed" : !counted.open ? "met" : counted.still ? "paused" : "running");
    }),
    { numRuns: 300 },
  );
});
