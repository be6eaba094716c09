/** Retry rules on a moved clock, to the second: order, use, other slot, other number, and the limits. */
import { callResults, epochOf, formatTime } from "@liantai/api/contract";
import { defaultRetries, type RetryRule } from "@liantai/api/contract/admin";
import { afterResult, intervalOf, type AfterResult, type CallResult } from "./retry.ts";
import { noon, wholeFrame } from "./testing.ts";

const ended = (more: Partial<Omit<CallResult, "settings">> = {}, retries: readonly RetryRule[] = defaultRetries) =>
  afterResult({
    settings: { retries: [...retries], perDay: 3, inAll: 6 },
    code: 588,
    tries: {},
    attempts: 1,
    attemptsToday: 1,
    now: noon,
    calledAt: [noon],
    hours: wholeFrame,
    ...more,
  });
const at = ({ nextAt }: AfterResult): string | null => (nextAt === null ? null : formatTime(nextAt));
const rule = (more: Partial<RetryRule> = {}): RetryRule => ({
  codes: [588],
  afterMin: 10,
  times: 1,
  otherSlot: 0,
  otherNumber: 0,
  ...more,
});

test("E3 the usual rules: every result code is dialled again as B16 says, or never", () => {
  const usual: Record<string, string[]> = {};
  for (const code of Object.keys(callResults)) {
    const after = ended({ code: Number(code) });
    (usual[after.state === "done" ? "never" : `${at(after)}`] ??= []).push(code);
  }
  expect(usual).toEqual({
    never: ["0", "100", "180", "200", "582", "583", "585", "595", "597", "600", "700"],
    "2026-11-30 12:10:00": ["584", "588", "593", "599"],
    "2026-11-30 13:00:00": ["183", "594"],
    "2026-11-30 16:00:00": ["581", "586", "587", "589", "591", "592", "596", "598"],
  });
});

test("D54 what was answered in vain is called again by the rules that name it, and by no code", () => {
  const rules = [
    rule({ codes: [588], answers: ["machine"], afterMin: 30 }),
    rule({ codes: [], answers: ["abandoned"] }),
  ];
  expect(at(ended({ code: 200, missed: "machine" }, rules))).toBe("2026-11-30 12:30:00");
  expect(at(ended({ code: 200, missed: "abandoned" }, rules))).toBe("2026-11-30 12:10:00");
  expect(ended({ code: 200, missed: "fax" }, rules)).toMatchObject({ state: "done", reason: "该结果不重拨" });
  // A task of before has no such rules, whatever codes its rules name.
  expect(ended({ code: 200, missed: "machine" }, [rule({ codes: [200] })])).toMatchObject({ state: "done" });
});

test("E3 a rule is used as often as it says, then the next that names the result, then the number is done", () => {
  const rules = [rule({ times: 2 }), rule({ codes: [588, 594], afterMin: 60 })];
  const first = ended({}, rules);
  expect(first).toMatchObject({ state: "retry", rule: 0, tries: { 0: 1 } });
  const second = ended({ tries: first.tries, attempts: 2 }, rules);
  expect(second).toMatchObject({ rule: 0, tries: { 0: 2 } });
  const third = ended({ tries: second.tries, attempts: 3, attemptsToday: 1 }, rules);
  expect(third).toMatchObject({ rule: 1, tries: { 0: 2, 1: 1 } });
  expect(at(third)).toBe("2026-11-30 13:00:00");
  expect(ended({ tries: third.tries, attempts: 4, attemptsToday: 1 }, rules)).toEqual({
    state: "done",
    nextAt: null,
    rule: null,
    tries: { 0: 2, 1: 1 },
    otherNumber: false,
    reason: "重拨次数已用完",
  });
  expect(ended({ code: 200 }, rules)).toMatchObject({ state: "done", reason: "该结果不重拨" });
});

test("the day's attempts move it to the next day's opening, those in all end it", () => {
  const full = ended({ attempts: 3, attemptsToday: 3 });
  expect(at(full)).toBe("2026-12-01 08:00:00");
  expect(full.reason).toBe("今日次数已满，次日重拨");
  const afternoons = { ...wholeFrame, windows: [{ from: "14:00", to: "17:00" }] };
  expect(at(ended({ attempts: 3, attemptsToday: 3, hours: afternoons }))).toBe("2026-12-01 14:00:00");
  // Due tomorrow anyhow: its own minute stays.
  const late = epochOf("2026-11-30 20:59:00");
  expect(at(ended({ attempts: 3, attemptsToday: 3, code: 581, now: late }))).toBe("2026-12-01 00:59:00");
  expect(ended({ attempts: 6, attemptsToday: 1 })).toMatchObject({
    state: "done",
    reason: "已拨打 6 次，达到总次数上限",
  });
});

test("another slot: an hour of the day in which the number was not called, within the hours", () => {
  const rules = [rule({ codes: [594], afterMin: 60, times: 9, otherSlot: 1 })];
  const next = (calledAt: readonly string[], now: string, hours = wholeFrame) =>
    at(
      ended({ code: 594, now: epochOf(`2026-11-30 ${now}`), calledAt: calledAt.map((t) => epochOf(t)), hours }, rules),
    );
  expect(next(["2026-11-30 12:00:00"], "12:00:20")).toBe("2026-11-30 13:00:20");
  expect(next(["2026-11-30 12:00:00", "2026-11-28 13:30:00"], "12:00:20")).toBe("2026-11-30 14:00:00");
  expect(next(["2026-11-30 20:30:00"], "20:30:20")).toBe("2026-12-01 08:00:00");
  // One hour alone is open, and it was tried: it is dialled in it all the same.
  const hour = { ...wholeFrame, windows: [{ from: "12:00", to: "13:00" }] };
  expect(next(["2026-11-30 12:00:00"], "12:00:20", hour)).toBe("2026-11-30 13:00:20");
});

test("another number of the person is dialled instead; where there is none the rule is none", () => {
  const rules = [rule({ codes: [582], otherNumber: 1, afterMin: 1 }), rule({ codes: [582], afterMin: 30 })];
  const other = ended({ code: 582, otherNumber: true }, rules);
  expect(other).toMatchObject({ state: "done", otherNumber: true, rule: 0 });
  expect(at(other)).toBe("2026-11-30 12:01:00");
  expect(ended({ code: 582, otherNumber: true, attempts: 6 }, rules)).toMatchObject({ otherNumber: true });
  expect(ended({ code: 582 }, rules)).toMatchObject({ state: "retry", otherNumber: false, rule: 1 });
});

test("never sooner than the interval of a limit that fits the number", () => {
  const limit = {
    id: "l",
    name: "",
    direction: "out",
    prefixes: ["138"],
    kind: "limit",
    hours: [],
    perNumberPerDay: 0,
    minIntervalS: 1_800,
    enabled: true,
  };
  const limits = [
    limit,
    { ...limit, prefixes: ["139"], minIntervalS: 9_999 },
    { ...limit, direction: "in", minIntervalS: 9_999 },
  ];
  expect(intervalOf(limits, "13800000001")).toBe(1_800);
  expect(intervalOf([{ ...limit, enabled: false }], "13800000001")).toBe(0);
  expect(at(ended({ minIntervalS: 1_800 }))).toBe("2026-11-30 12:30:00");
  expect(at(ended({ minIntervalS: 60 }))).toBe("2026-11-30 12:10:00");
});
