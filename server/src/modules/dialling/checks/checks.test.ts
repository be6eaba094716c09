/** Each check by its own cause, in their order, with what is said of it. */
import { dayMs, epochOf, hourMs } from "@liantai/api/contract";
import { diallingChecks } from "@liantai/api/contract/admin";
import { attemptsAgainAt, consent, dials, frequency, runCheck, runChecks } from "./checks.ts";
import type { DialQuestion } from "./question.ts";
import { asked, noon, wholeFrame } from "./testing.ts";

const why = (question: DialQuestion): string => {
  const step = runChecks(question).at(-1);
  return step && !step.passed ? `${step.check}: ${step.detail}` : "dials";
};
const base = asked();
const number = (more: Partial<DialQuestion["number"]>) => asked({ number: { ...base.number, ...more } });
const task = (more: Partial<DialQuestion["task"]>) => asked({ task: { ...base.task, ...more } });
const black = { id: "b", phone: "138", isPrefix: true, callType: 1, expiresAt: null, remark: "投诉" };
const limit = {
  id: "l",
  name: "夜间",
  direction: "out",
  prefixes: [],
  kind: "limit",
  hours: [],
  perNumberPerDay: 0,
  minIntervalS: 0,
  enabled: true,
};
const screening = (more: Partial<DialQuestion["screening"]>) => asked({ screening: { ...base.screening, ...more } });

test("a number that may be dialled passes all checks in the contract's order", () => {
  const steps = runChecks(base);
  expect(steps.map(({ check }) => check)).toEqual(Object.keys(diallingChecks));
  expect(dials(steps)).toBe(true);
  expect(steps.every(({ detail }) => detail !== "")).toBe(true);
});

test("task and hours", () => {
  expect(why(task({ state: "paused" }))).toBe("task: 任务已暂停");
  expect(why(task({ state: "notStarted" }))).toBe("task: 任务未启动");
  expect(why(asked({ hours: { ...wholeFrame, frame: { from: "13:00", to: "18:00" } } }))).toBe(
    "hours: 当前 12:00 不在允许外呼的时间 13:00-18:00 内",
  );
});

test("attempts: what is over, what is live, in all, today, not yet; what was claimed for this call passes", () => {
  expect(why(number({ state: "done" }))).toBe("attempts: 号码已完成");
  expect(why(number({ state: "skipped", reason: "黑名单" }))).toBe("attempts: 号码已跳过：黑名单");
  expect(why(number({ state: "ringing" }))).toBe("attempts: 号码正在呼叫（振铃）");
  expect(why(number({ state: "claimed" }))).toBe("dials");
  expect(why(number({ attempts: 6 }))).toBe("attempts: 已拨打 6 次，总次数上限 6 次");
  expect(why(number({ attempts: 5, attemptsToday: 3 }))).toBe("attempts: 今日已拨打 3 次，每日上限 3 次");
  expect(why(number({ state: "retry", nextAt: noon + 1 }))).toBe("attempts: 下次拨打时间 2026-11-30 12:00:00");
  expect(why(number({ state: "retry", nextAt: noon }))).toBe("dials");
});

test("frequency over all tasks from its bound on; 72 hours after an abandoned call no dialling ahead, progressive goes on", () => {
  const often = { ...base.task, frequencyDays: 7, frequencyCalls: 3 };
  expect(why(asked({ task: often, history: { calls: 2, roomAt: null, abandonedAt: null, complainedAt: null } }))).toBe(
    "dials",
  );
  expect(
    why(asked({ task: often, history: { calls: 3, roomAt: noon + 1, abandonedAt: null, complainedAt: null } })),
  ).toBe("attempts: 近 7 天已呼叫 3 次，频次上限 3 次");
  expect(frequency({ task: { frequencyDays: 0, frequencyCalls: 1 }, history: { calls: 9 } })).toBeUndefined();
  const after = (hours: number, mode: "predictive" | "progressive" | undefined) =>
    why(asked({ task: { ...base.task, mode }, history: { ...base.history, abandonedAt: noon - hours * hourMs } }));
  expect(after(71, "predictive")).toBe("attempts: 2026-11-27 13:00 接通后无坐席应答，72 小时内不再预测外呼");
  expect(after(72, "predictive")).toBe("dials");
  expect(after(71, "progressive")).toBe("dials");
  expect(after(71, undefined)).toBe("dials");
});

test("D55 whose customer complained rests a month in every task, and is asked about again then", () => {
  const days = (ago: number, mode?: "predictive") => {
    const history = { ...base.history, complainedAt: noon - ago * dayMs };
    return asked({ task: { ...base.task, mode }, history });
  };
  for (const mode of [undefined, "predictive"] as const)
    expect(why(days(29, mode))).toBe("attempts: 2026-11-01 12:00 客户投诉，30 天内所有任务不再外呼");
  expect(why(days(30))).toBe("dials");
  expect(attemptsAgainAt(days(29))).toBe(noon + dayMs);
});

test("consent of marketing tasks needs a source and a date that has come", () => {
  const asks = (consentSource: string, consentAt: number | null) =>
    consent({ task: { kind: "marketing" }, number: { consentSource, consentAt }, now: noon });
  expect(asks("", noon)).toEqual({ passed: false, detail: "营销类任务，该号码没有用户同意的来源" });
  expect(asks("官网", null)).toEqual({ passed: false, detail: "营销类任务，该号码没有用户同意的时间" });
  expect(asks("官网", noon + 1_000)).toMatchObject({ passed: false });
  expect(asks("官网", epochOf("2026-01-02 03:04:05"))).toEqual({
    passed: true,
    detail: "用户已同意：官网，2026-01-02 03:04:05",
  });
  expect(why(task({ kind: "marketing" }))).toBe("consent: 营销类任务，该号码没有用户同意的来源");
});

test("blacklists: both, the system's and the enterprise's; limits name their rule", () => {
  expect(why(screening({ blacks: [{ ...black, system: false }] }))).toBe("blacklist: 号码在企业黑名单中：投诉");
  expect(why(screening({ blacks: [{ ...black, system: true }] }))).toBe("blacklist: 号码在系统黑名单中：投诉");
  expect(why(screening({ blacks: [{ ...black, system: true, callType: 0 }] }))).toBe("dials");
  expect(why(screening({ limits: [{ ...limit, perNumberPerDay: 2 }], callsToday: 2 }))).toBe(
    "limits: 呼叫限制“夜间”：该号码今日已通话 2 次，上限 2 次",
  );
  expect(why(screening({ limits: [{ ...limit, minIntervalS: 60 }], lastCallAt: new Date(noon - 59_000) }))).toBe(
    "limits: 呼叫限制“夜间”：距上次通话不足 60 秒",
  );
});

test("arrears, capacities, agent and displayed number", () => {
  expect(why(asked({ arrears: true }))).toBe("balance: 企业已欠费！");
  expect(why(asked({ capacities: [{ what: "企业并发", used: 10, most: 10 }] }))).toBe("capacity: 企业并发 10/10，已满");
  expect(why(asked({ capacities: [{ what: "企业并发", used: 10, most: 0 }] }))).toBe("dials");
  expect(why(asked({ linesFull: "线路占满：中继并发已满" }))).toBe("capacity: 线路占满：中继并发已满");
  expect(why(asked({ agent: { ready: false, detail: "没有空闲的坐席" } }))).toBe("agent: 没有空闲的坐席");
  expect(why(asked({ displayed: [] }))).toBe("displayed: 任务没有可用的外显号码");
  expect(why(asked({ displayed: [{ number: "021", rests: "今日已达上限" }] }))).toBe(
    "displayed: 外显号码都在休息：021（今日已达上限）",
  );
  expect(
    why(
      asked({
        displayed: [
          { number: "021", rests: "今日已达上限" },
          { number: "022", rests: "" },
        ],
      }),
    ),
  ).toBe("dials");
});

test("it stops at the first that says no; for the screen all are told", () => {
  const twice = asked({ arrears: true, displayed: [] });
  expect(runChecks(twice).map(({ check }) => check)).toEqual(Object.keys(diallingChecks).slice(0, 8));
  const all = runChecks(twice, { all: true });
  expect(all.filter(({ passed }) => !passed).map(({ check }) => check)).toEqual(["balance", "displayed"]);
  expect(dials(all)).toBe(false);
  expect(runCheck("displayed", twice)).toEqual({ check: "displayed", passed: false, detail: "任务没有可用的外显号码" });
});
