/** 为什么没拨: gathers what the engine knows of a number and asks the functions that decide at dialling (D2). */
import { AppError, formatDate, formatTime, seatStatus, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { dialTaskApi } from "@liantai/api/contract/admin";
import type { RequestContext } from "../../../http/routes.ts";
import { balanceOf } from "../../enterprises/index.ts";
import { stateAt } from "../../tasks/index.ts";
import { screeningFacts } from "../../trunks/index.ts";
import { historyOf } from "../engine/history-repository.ts";
import { shownNumbers } from "../engine/repository.ts";
import { hoursOfHalf } from "../experiments/arms.ts";
import { runningExperiment } from "../experiments/repository.ts";
import { beforeCall } from "../recipes/matching.ts";
import {
  attemptsAgainAt,
  dials,
  hoursFor,
  linesFullBy,
  nextOpening,
  runChecks,
  type CheckStep,
  type DialQuestion,
} from "../checks/index.ts";
import { withTask, type TaskDeps } from "./deps.ts";
import { hoursFacts, hoursOf } from "./hours.ts";
import { participants } from "./members-repository.ts";
import { settingsOf } from "./present.ts";
import type { TaskWhole } from "./repository.ts";
import { hasSeats } from "./seats.ts";
import { findPhone, liveCalls } from "./why-repository.ts";

type Api = typeof dialTaskApi;
type Phone = NonNullable<Awaited<ReturnType<typeof findPhone>>>;

const timeOf = (at: Date | null): number | null => at?.getTime() ?? null;

const numberOf = (phone: Phone, now: number): DialQuestion["number"] => ({
  phone: phone.phone,
  state: phone.state,
  reason: phone.reason,
  attempts: phone.attempts,
  attemptsToday: phone.day === formatDate(now) ? phone.attemptsToday : 0,
  nextAt: timeOf(phone.nextAt),
  consentSource: phone.consentSource,
  consentAt: timeOf(phone.consentAt),
});

/** Seats of the task that are idle now, or that nobody is needed. */
async function agentOf(
  { engine }: TaskDeps,
  compId: string,
  task: TaskWhole,
  joined: readonly { readonly agentId: string }[],
): Promise<DialQuestion["agent"]> {
  if (task.ftype === 2) return { ready: true, detail: "预览外呼由坐席领取后拨打" };
  if (!hasSeats(task.ftype)) return { ready: true, detail: "接通后由流程或机器人接听，无需坐席" };
  if (joined.length === 0) return { ready: false, detail: "没有坐席加入任务" };
  const states = new Map((await engine.live(compId, true)).agents.map(({ agentId, code }) => [agentId, code]));
  const idle = joined.filter(({ agentId }) => states.get(agentId) === seatStatus.idle).length;
  return { ready: idle > 0, detail: `已加入坐席 ${joined.length}，空闲 ${idle}` };
}

/** When it may be dialled at the soonest; null: now, never, or nobody knows. */
function nextOf(question: DialQuestion, steps: readonly CheckStep[]): number | null {
  const { now, hours, number, task } = question;
  if (number.attempts >= task.inAll) return null;
  const failed = new Set(steps.filter(({ passed }) => !passed).map(({ check }) => check));
  const waits = failed.has("attempts") && (number.state === "waiting" || number.state === "retry");
  if (!failed.has("hours") && !waits) return null;
  const soonest = Math.max(now, number.nextAt ?? now, attemptsAgainAt(question) ?? now);
  return soonest === now && !failed.has("hours") ? null : nextOpening(hours, soonest);
}

export async function why(
  deps: TaskDeps,
  body: BodyOf<Api["why"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["why"]>> {
  const { ports } = deps;
  const now = ports.clock.now();
  const gathered = await withTask(deps, context, body, async (trx, task, compId) => {
    const phone = await findPhone(trx, compId, task.id, body.phoneId);
    if (!phone) throw new AppError("notFound", "号码不存在或已被删除");
    const settings = settingsOf(task);
    const history = await historyOf(trx, compId, [phone.phone], { ...settings, now });
    const rest: Omit<DialQuestion, "agent" | "capacities" | "linesFull"> = {
      now,
      task: {
        state: stateAt(task, now),
        ...settings,
        mode: task.ftype === 3 ? settings.mode : undefined,
      },
      hours: hoursOfHalf(
        hoursFor(hoursOf(task, await hoursFacts(trx, compId, [task], ports.dialHours)), settings.regions, phone.place),
        await runningExperiment(trx, compId, task.id),
        phone.phone,
      ),
      number: numberOf(phone, now),
      recipe: beforeCall(settings.recipesBefore, {
        ...{ variables: phone.variables, attempts: phone.attempts, place: phone.place, lastCode: phone.lastCode },
        ...{ priority: phone.priority, batch: phone.batchNumber ?? "", hasOther: phone.hasOther, told: phone.told },
      }),
      history: history.get(phone.phone)!,
      screening: await screeningFacts(trx, compId, "out", phone.phone, now),
      arrears: (await balanceOf(trx, compId)).arrears,
      displayed: await shownNumbers(trx, compId, settings.accessNumbers, now),
    };
    const live = await liveCalls(trx, compId, task.id);
    return { rest, live, settings, task, compId, joined: await participants(trx, compId, task.id) };
  });
  const { rest, live, settings, task, compId, joined } = gathered;
  const enterprise = await deps.organisation.enterprises.get(compId);
  const question: DialQuestion = {
    ...rest,
    capacities: [
      { what: "企业并发", used: live.enterprise, most: enterprise?.maxConcurrentCalls ?? 0 },
      { what: "任务并发", used: live.task, most: settings.concurrency },
    ],
    linesFull: linesFullBy(task.waitsFor),
    agent: await agentOf(deps, compId, task, joined),
  };
  const steps = runChecks(question, { all: true });
  const next = nextOf(question, steps);
  return { dials: dials(steps), nextAt: next === null ? null : formatTime(next), steps: [...steps] };
}
