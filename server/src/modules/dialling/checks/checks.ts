/**
 * What is asked before a number is dialled, in the order of inventory dialling.md C4. Pure: dialling, imports and 为什么没拨 ask the same
 * functions, so that the answer on the screen is the one that decided.
 */
import { dayMs, dayOf, formatMinute, formatTime, hourMs } from "@liantai/api/contract";
import { diallingChecks, liveStates, numberStates, taskStates, type DiallingCheck } from "@liantai/api/contract/admin";
import { screenNumber, type Verdict } from "../../trunks/index.ts";
import { hoursAt } from "./hours.ts";
import type { CheckStep, DialQuestion } from "./question.ts";

/** So long a number whose call was abandoned is not dialled ahead of the agents again. */
export const abandonedRestMs = 72 * hourMs;

/** So long no task dials a number whose customer complained: a month, in which the complaint is dealt with. */
export const complaintRestMs = 30 * dayMs;

type Outcome = Omit<CheckStep, "check">;
const pass = (detail: string): Outcome => ({ passed: true, detail });
const fail = (detail: string): Outcome => ({ passed: false, detail });

/** The dates are the hours' question. */
const task = ({ task: { state } }: Pick<DialQuestion, "task">): Outcome =>
  state === "running" ? pass("任务运行中") : fail(`任务${taskStates[state]}`);

function hours({ hours, now }: Pick<DialQuestion, "hours" | "now">): Outcome {
  const { open, detail } = hoursAt(hours, now);
  return { passed: open, detail };
}

/** Also asked by imports, of a number that no task has yet. */
export function frequency({
  task: { frequencyDays, frequencyCalls },
  history: { calls },
}: {
  readonly task: Pick<DialQuestion["task"], "frequencyDays" | "frequencyCalls">;
  readonly history: Pick<DialQuestion["history"], "calls">;
}): Outcome | undefined {
  return frequencyDays > 0 && calls >= frequencyCalls
    ? fail(`近 ${frequencyDays} 天已呼叫 ${calls} 次，频次上限 ${frequencyCalls} 次`)
    : undefined;
}

function abandoned({ task: { mode }, history: { abandonedAt }, now }: DialQuestion): Outcome | undefined {
  if (mode === undefined || mode === "progressive" || abandonedAt === null) return undefined;
  return now - abandonedAt < abandonedRestMs
    ? fail(`${formatMinute(abandonedAt)} 接通后无坐席应答，72 小时内不再预测外呼`)
    : undefined;
}

function complained({ history: { complainedAt }, now }: DialQuestion): Outcome | undefined {
  return complainedAt !== null && now - complainedAt < complaintRestMs
    ? fail(`${formatMinute(complainedAt)} 客户投诉，${complaintRestMs / dayMs} 天内所有任务不再外呼`)
    : undefined;
}

/** When a number whose attempts say no is asked about again; null: never, or nothing but its own time holds it. */
export function attemptsAgainAt(question: DialQuestion): number | null {
  const { task, number, history, now } = question;
  if (number.attempts >= task.inAll) return null;
  const waits = [
    ...(number.attemptsToday >= task.perDay ? [dayOf(now).to.getTime()] : []),
    ...(frequency(question) && history.roomAt !== null ? [history.roomAt] : []),
    ...(abandoned(question) && history.abandonedAt !== null ? [history.abandonedAt + abandonedRestMs] : []),
    ...(complained(question) && history.complainedAt !== null ? [history.complainedAt + complaintRestMs] : []),
  ];
  return waits.length > 0 ? Math.max(...waits) : null;
}

function attempts(question: DialQuestion): Outcome {
  const { task, number, now } = question;
  const { state, reason, attempts, attemptsToday, nextAt } = number;
  if (state === "done" || state === "skipped" || state === "stopped")
    return fail(`号码${numberStates[state]}${reason ? `：${reason}` : ""}`);
  // The engine asks about what it has claimed.
  if (liveStates.has(state) && state !== "claimed") return fail(`号码正在呼叫（${numberStates[state]}）`);
  if (attempts >= task.inAll) return fail(`已拨打 ${attempts} 次，总次数上限 ${task.inAll} 次`);
  if (attemptsToday >= task.perDay) return fail(`今日已拨打 ${attemptsToday} 次，每日上限 ${task.perDay} 次`);
  if (nextAt !== null && nextAt > now)
    return fail(`下次拨打时间 ${formatTime(nextAt)}${state === "retry" && reason ? `（${reason}）` : ""}`);
  return (
    frequency(question) ??
    abandoned(question) ??
    complained(question) ??
    pass(`已拨打 ${attempts} 次，今日 ${attemptsToday} 次，未超出次数和频次`)
  );
}

/** Also asked by imports. */
export function consent({
  task: { kind },
  number: { consentSource, consentAt },
  now,
}: {
  readonly task: Pick<DialQuestion["task"], "kind">;
  readonly number: Pick<DialQuestion["number"], "consentSource" | "consentAt">;
  readonly now: number;
}): Outcome {
  if (kind !== "marketing") return pass("服务类任务，无需用户同意");
  if (consentSource === "") return fail("营销类任务，该号码没有用户同意的来源");
  if (consentAt === null) return fail("营销类任务，该号码没有用户同意的时间");
  if (consentAt > now) return fail(`用户同意的时间 ${formatTime(consentAt)} 尚未到来`);
  return pass(`用户已同意：${consentSource}，${formatTime(consentAt)}`);
}

/** A change of its place among the others does not bar it. */
const recipe = ({ recipe: deed }: Pick<DialQuestion, "recipe">): Outcome => {
  if (!deed) return pass("没有需要执行的拨打前策略");
  return deed.action === "priority" ? pass(`${deed.detail}（策略“${deed.recipe}”）`) : fail(deed.detail);
};

function screened({ screening, number: { phone }, now }: DialQuestion, asked: "blacks" | "limits"): Verdict {
  return screenNumber({
    direction: "out",
    number: phone,
    now,
    blacks: asked === "blacks" ? screening.blacks : [],
    limits: asked === "limits" ? screening.limits : [],
    callsToday: screening.callsToday,
    lastCallAt: screening.lastCallAt,
  });
}

/** Both lists, whatever the task's imports leave in: who refused further calls stands in the enterprise's own. */
function blacklist(question: DialQuestion): Outcome {
  const { blocked, reason } = screened(question, "blacks");
  return blocked ? fail(reason) : pass("号码不在系统黑名单和企业黑名单中");
}

function limits(question: DialQuestion): Outcome {
  const { blocked, rule, reason } = screened(question, "limits");
  if (!blocked) return pass("未超出呼叫限制");
  const name = question.screening.limits.find(({ id }) => id === rule?.id)?.name ?? "";
  return fail(`呼叫限制“${name}”：${reason}`);
}

const balance = ({ arrears }: Pick<DialQuestion, "arrears">): Outcome =>
  arrears ? fail("企业已欠费！") : pass("账户余额正常");

/** What a task says that waits for its trunks, or for the numbers that it shows. */
export const trunksFull = "线路占满：中继并发已满";
export const numbersFull = "外显号码占满：并发已满或暂停外显";
/** By the engine's last look; '': a line takes one more call. */
export const linesFullBy = (waitsFor: string): string =>
  waitsFor === trunksFull || waitsFor === numbersFull ? waitsFor : "";

/** Also asked of seats' calls. */
export function capacity({ capacities, linesFull }: Pick<DialQuestion, "capacities" | "linesFull">): Outcome {
  const text = ({ what, used, most }: DialQuestion["capacities"][number]) => `${what} ${used}/${most}`;
  const limited = capacities.filter(({ most }) => most > 0);
  const full = limited.find(({ used, most }) => used >= most);
  if (full) return fail(`${text(full)}，已满`);
  return linesFull ? fail(linesFull) : pass(limited.map(text).join("，") || "没有并发限制");
}

const agent = ({ agent: { ready, detail } }: Pick<DialQuestion, "agent">): Outcome => ({ passed: ready, detail });

/** Also asked of seats' calls. */
export function displayed({ displayed: numbers }: Pick<DialQuestion, "displayed">): Outcome {
  if (numbers.length === 0) return fail("任务没有可用的外显号码");
  const shown = numbers.filter(({ rests }) => rests === "");
  if (shown.length > 0) return pass(`可外显 ${shown.map(({ number }) => number).join("、")}`);
  return fail(`外显号码都在休息：${numbers.map(({ number, rests }) => `${number}（${rests}）`).join("、")}`);
}

const asked: Readonly<Record<DiallingCheck, (question: DialQuestion) => Outcome>> = {
  task,
  hours,
  attempts,
  consent,
  recipe,
  blacklist,
  limits,
  balance,
  capacity,
  agent,
  displayed,
};
/** The contract's order is the order in which they are asked. */
const order = Object.keys(diallingChecks) as readonly DiallingCheck[];

/** One of them alone: the task's own questions are asked once for all its numbers. */
export const runCheck = (check: DiallingCheck, question: DialQuestion): CheckStep => ({
  check,
  ...asked[check](question),
});

/** Stops at the first that says no; `all`: the others are told as well, for the screen. */
export function runChecks(
  question: DialQuestion,
  { all = false }: { readonly all?: boolean } = {},
): readonly CheckStep[] {
  const steps: CheckStep[] = [];
  for (const check of order) {
    const step = runCheck(check, question);
    steps.push(step);
    if (!step.passed && !all) break;
  }
  return steps;
}

export const dials = (steps: readonly CheckStep[]): boolean => steps.every(({ passed }) => passed);
