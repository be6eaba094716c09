/** One 策略动作: done once, in the transaction that says so; what may not be done says why, what fails is tried again (D26, D27). */
import { AppError, minuteMs } from "@liantai/api/contract";
import type { Ports } from "../../../ports/index.ts";
import type { Trx } from "../../../ports/database.ts";
import { refusalText } from "../../../http/refusals.ts";
import { taskFacts } from "../attempts/facts-repository.ts";
import { hoursAt, hoursFor } from "../checks/index.ts";
import { seatsThere } from "../phones/check-repository.ts";
import { publish } from "../../topics.ts";
import { onBlackList } from "../../trunks/index.ts";
import { intoTask } from "./into-task.ts";
import type { ActionBody } from "./plan-repository.ts";
import type { RecipeWorld, Subject } from "./ports.ts";
import { endAction, holdAction, subjectOf, type ActionSubject, type DueAction } from "./repository.ts";

export interface PerformDeps {
  readonly ports: Pick<Ports, "database" | "clock" | "random" | "broker" | "logger" | "dialHours">;
  readonly effects: RecipeWorld["effects"];
}

/** After each failure; then it is given up. */
const againMs = [minuteMs, 5 * minuteMs] as const;

/** Somebody else changed the same at that moment, or something is not there for now. */
const passes = (error: AppError): boolean => error.error === "conflict" || error.report;

/** Whose it is to be. Throws AppError 'refused'. */
async function agentOf(trx: Trx, { compId, talkedTo }: ActionSubject, { action, seat, agentId = "" }: ActionBody) {
  if (action !== "reserve" && action !== "order") return "";
  const whose = seat === "named" ? agentId : talkedTo;
  if (whose === "") throw new AppError("refused", "没有与客户通话的坐席");
  if (!(await seatsThere(trx, compId, [whose])).has(whose)) throw new AppError("refused", `坐席 ${whose} 不存在`);
  return whose;
}

/** A message before a call is bound as it is: the number still waits for that call, at an hour of the task, and is on no blacklist. */
async function checkMessage(
  { ports }: PerformDeps,
  { compId, taskId, phone, place, state, lastAt, at }: ActionSubject,
): Promise<void> {
  const { database, clock, dialHours } = ports;
  const now = clock.now();
  const refused = (why: string) => new AppError("refused", `${why}，不再发送短信`);
  if (state !== "retry") throw refused("号码已不再等待拨打");
  if (lastAt !== null && lastAt > at) throw refused("号码已拨打");
  const facts = await database.tenant(compId, (trx) => taskFacts(trx, compId, taskId, dialHours));
  if (!facts || !hoursAt(hoursFor(facts.hours, facts.settings.regions, place), now).open)
    throw refused("不在任务可以外呼的时间内");
  if (await onBlackList(database, compId, phone, "both", now)) throw refused("号码在黑名单中");
}

async function doingOf({ ports, effects }: PerformDeps, subject: Subject, body: ActionBody) {
  const { action, taskId = "" } = body;
  switch (action) {
    case "task":
      return (trx: Trx) => intoTask(ports, trx, subject, taskId);
    case "sms":
    case "order":
    case "reserve":
    case "field":
      return effects[action](subject, body);
    default:
      throw new Error(`${action} does not follow a call`);
  }
}

/** What became of an action that did not come through. */
function afterFailure(error: unknown, tries: number, now: number) {
  if (error instanceof AppError && !passes(error)) return { state: "refused", outcome: refusalText(error) } as const;
  const again = againMs[tries];
  if (again !== undefined)
    return { state: "waiting", outcome: `第${tries + 1}次执行失败，稍后重试`, nextAt: new Date(now + again) } as const;
  const why = error instanceof AppError ? refusalText(error) : "系统错误";
  return { state: "failed", outcome: `${why}，已尝试${tries + 1}次` } as const;
}

export async function performAction(deps: PerformDeps, due: DueAction): Promise<void> {
  const { database, clock, broker, logger } = deps.ports;
  const { compId } = due;
  const found = await database.tenant(compId, (trx) => subjectOf(trx, due));
  if (!found) return;
  const { body, tries, ...subject } = found;
  try {
    // Its record may be a moment behind the attempt; an order is not made without it before a second look.
    if (body.action === "order" && !subject.recorded && tries === 0) throw new AppError("conflict", "通话记录尚未生成");
    if (body.action === "sms" && subject.callId === "") await checkMessage(deps, subject);
    const agentId = await database.tenant(compId, (trx) => agentOf(trx, subject, body));
    const doing = await doingOf(deps, { ...subject, agentId }, body);
    const done = await database.tenant(compId, async (trx) => {
      if (!(await holdAction(trx, due))) return false;
      const outcome = await doing(trx);
      await endAction(trx, due, { state: "done", outcome });
      return true;
    });
    if (done && body.action === "task" && body.taskId)
      await publish(broker, "task.changed", { compId, taskId: body.taskId });
  } catch (error) {
    if (!(error instanceof AppError)) logger.warn({ error, ...due }, "an action of a recipe failed");
    const ended = afterFailure(error, tries, clock.now());
    await database.tenant(compId, (trx) => endAction(trx, due, ended));
  }
}
