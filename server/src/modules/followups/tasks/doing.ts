/** A follow-up is done, tried in vain, given up, put off or deleted. */
import { AppError, formatTime, isAdministrator, isOperator, parseTime, secondMs } from "@liantai/api/contract";
import type { BodyOf, ParamsOf, QueryOf, ReplyOf } from "@liantai/api/contract";
import {
  applyToFollowUp,
  followUpLimits,
  type FollowUpInput,
  type followUpConfigApi,
  type RecordValues,
} from "@liantai/api/contract/workorder";
import type { FormField } from "@liantai/api/forms";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { Caller, RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { Ended } from "../../reminders/index.ts";
import type { FollowUpDeps } from "../deps.ts";
import { isInService } from "../people-repository.ts";
import { checkedAnswers, questionsOf } from "../questions.ts";
import { subjectOf } from "../telling.ts";
import { timeAfter } from "../time-repository.ts";
import { missing, seenTask } from "./listing.ts";
import { deleteTask, insertTry, lockTask, updateTask, type TaskRow } from "./repository.ts";
import { columnsOf, stateOf } from "./state.ts";

type Api = typeof followUpConfigApi;
type Body = BodyOf<Api["update"]>;

/** Who answers for a step of an order: the seat, or the account of who has none. */
export const personOf = ({ agentId, userId }: Pick<Caller, "agentId" | "userId">): string => agentId ?? userId;

export const changed = () => new AppError("conflict", "回访任务已有变化，请重新打开");
const timeOf = (text: string | undefined): number | undefined => (text ? parseTime(text)?.getTime() : undefined);

/** The time is the one that was named, or so much working time from now. */
async function inputOf(trx: Trx, task: TaskRow, { command, nextTime }: Body, now: number): Promise<FollowUpInput> {
  const named = timeOf(nextTime);
  switch (command) {
    case "noAnswer": {
      const { compId, timeRuleId, retryMinutes } = task;
      return {
        type: command,
        nextAt: named ?? (await timeAfter(trx, compId, timeRuleId, now, retryMinutes)).getTime(),
      };
    }
    case "arrange":
      // Without a time it is given to somebody else: now, where it was due already.
      return { type: command, dueAt: named ?? Math.max(task.dueAt.getTime(), now + secondMs) };
    default:
      return { type: command };
  }
}

export interface Answers {
  readonly fields: readonly FormField[];
  readonly values: RecordValues;
  readonly words: string;
}

export async function answersOf(
  trx: Trx,
  { compId, formId }: Pick<TaskRow, "compId" | "formId">,
  given: RecordValues,
  now: number,
  fields?: readonly FormField[] | null,
): Promise<Answers> {
  const asked = fields ?? (await questionsOf(trx, compId, formId)).fields;
  return { fields: asked, ...checkedAnswers(formId, asked, given, now) };
}

/** What stands in the order's history: the answers in words, and what was said beside. */
export const saidOf = (words: string, text: string | undefined): string =>
  [words, text].filter(Boolean).join("；").slice(0, followUpLimits.text);

export const answerColumns = ({ fields, values, words }: Answers) => ({
  fields: JSON.stringify(fields),
  answers: JSON.stringify(values),
  result: words,
});

/** Whose it becomes: only administrators give one away. */
async function givenTo(trx: Trx, task: TaskRow, { command, agentId }: Body, caller: Caller) {
  if (command !== "arrange" || !agentId || agentId === task.agentId) return {};
  if (!isAdministrator(caller) && !isOperator(caller)) throw new AppError("forbidden", "只有管理员可以更换回访人");
  if (!(await isInService(trx, task.compId, agentId))) throw fieldRefusal("agentId", "回访人", "请选择使用中的坐席");
  return { agentId };
}

/** The order is locked before the follow-up, as by whatever triggers one. */
async function take(deps: FollowUpDeps, trx: Trx, compId: string, body: Body, context: RequestContext) {
  const { orders, reminders, audit, ports } = deps;
  const { caller } = context;
  const { id, command, version, text } = body;
  const now = ports.clock.now();
  const seen = await seenTask(trx, compId, caller, id);
  if (seen.version !== version) throw changed();
  const answers = command === "done" ? await answersOf(trx, seen, body.answers ?? {}, now) : undefined;
  if (answers && seen.orderId !== "")
    await orders.step(trx, compId, seen.orderId, {
      ...{ type: "followUp", by: personOf(caller), text: saidOf(answers.words, text) },
    });
  const task = await lockTask(trx, compId, id);
  if (!task) throw missing();
  if (task.version !== version) throw changed();
  const outcome = applyToFollowUp(stateOf(task), await inputOf(trx, task, body, now), { now, most: task.mostTries });
  if (!outcome.ok) throw new AppError("refused", outcome.text);
  const { next } = outcome;
  const columns = columnsOf(next);
  const given = await givenTo(trx, task, body, caller);
  await updateTask(trx, compId, id, {
    ...columns,
    ...given,
    ...(next.kind === "open" ? {} : { endedBy: caller.nickName, endedById: caller.userId }),
    ...(answers && answerColumns(answers)),
    version: version + 1,
  });
  await insertTry(trx, {
    ...{ compId, taskId: id, no: version, at: new Date(now), byName: caller.nickName, command, text: text ?? "" },
  });
  await audit.write(trx, context, {
    ...{ compId, object: "followUp", action: `followUp${command.slice(0, 1).toUpperCase()}${command.slice(1)}`, id },
    name: task.customerName || task.title,
    before: { state: task.state, dueTime: formatTime(task.dueAt), agentId: task.agentId ?? "" },
    after: {
      ...{ state: next.kind, dueTime: formatTime("dueAt" in columns ? columns.dueAt : task.dueAt) },
      ...{ agentId: given.agentId ?? task.agentId ?? "", ...(answers && { result: answers.words }) },
    },
  });
  // Another time or another person makes another reminder.
  const ended: Ended =
    next.kind === "open"
      ? await reminders.drop(trx, compId, subjectOf(id))
      : await reminders.finish(trx, compId, subjectOf(id));
  return { ended, state: next.kind, dueAt: "dueAt" in columns ? columns.dueAt : undefined };
}

export async function update(deps: FollowUpDeps, body: Body, context: RequestContext): Promise<ReplyOf<Api["update"]>> {
  const compId = compOf(context.caller, body.compId);
  const { ended, state, dueAt } = await deps.ports.database.tenant(compId, (trx) =>
    take(deps, trx, compId, body, context),
  );
  await deps.reminders.over(ended);
  if (dueAt) deps.sweep.arranged(dueAt);
  return { state, version: body.version + 1 };
}

export async function remove(
  { ports, audit, reminders }: FollowUpDeps,
  { id }: ParamsOf<Api["delete"]>,
  query: QueryOf<Api["delete"]>,
  context: RequestContext,
): Promise<{ count: number }> {
  const compId = compOf(context.caller, query.compId);
  const ended = await ports.database.tenant(compId, async (trx) => {
    const task = await seenTask(trx, compId, context.caller, id);
    await deleteTask(trx, compId, id);
    await audit.write(trx, context, {
      ...{ compId, object: "followUp", action: "delete", id, name: task.customerName || task.title },
      before: { state: task.state, dueTime: formatTime(task.dueAt), agentId: task.agentId ?? "", result: task.result },
    });
    return reminders.drop(trx, compId, subjectOf(id));
  });
  await reminders.over(ended);
  return { count: 1 };
}
