/** Follow-ups that somebody arranges, and orders that are followed up without one: 手动回访, its result and its comment. */
import { AppError, formatTime, isAgent, parseTime, type BodyOf } from "@liantai/api/contract";
import { applyToFollowUp, type followUpConfigApi, type handFollowUpApi } from "@liantai/api/contract/workorder";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { Caller, RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { Ended } from "../../reminders/index.ts";
import { aboutRecord, recordOfOrder } from "../about-repository.ts";
import type { FollowUpDeps } from "../deps.ts";
import { isInService } from "../people-repository.ts";
import { subjectOf } from "../telling.ts";
import { answerColumns, answersOf, changed, personOf, saidOf } from "./doing.ts";
import { insertTask, insertTry, lastDone, lockOpenTask, lockTask, updateTask } from "./repository.ts";
import { columnsOf, stateOf } from "./state.ts";

type Tasks = typeof followUpConfigApi;
type Hand = typeof handFollowUpApi;

const noRecord = () => new AppError("notFound", "数据不存在或已被删除");

/** By the order's number or the record; one that the caller sees. */
async function recordFor(
  deps: FollowUpDeps,
  trx: Trx,
  compId: string,
  body: BodyOf<Tasks["add"]>,
  context: RequestContext,
) {
  const unknown = fieldRefusal("workCode", "工单编号", "工单不存在，或不在您的范围内");
  const recordId = body.recordId || (body.workCode ? (await recordOfOrder(trx, compId, body.workCode))?.recordId : "");
  if (recordId === "") throw fieldRefusal("workCode", "工单编号", "请输入工单编号");
  if (recordId === undefined) throw unknown;
  return deps.records.seen(trx, compId, recordId, context).catch((error: unknown) => {
    throw error instanceof AppError && error.error === "notFound" ? unknown : error;
  });
}

async function seatFor(trx: Trx, compId: string, named: string | undefined, caller: Caller): Promise<string> {
  const agentId = named || caller.agentId;
  if (!agentId) throw fieldRefusal("agentId", "回访人", "请选择回访人");
  if (agentId === caller.agentId) return agentId;
  if (isAgent(caller)) throw new AppError("forbidden", "只能为自己安排回访");
  if (!(await isInService(trx, compId, agentId))) throw fieldRefusal("agentId", "回访人", "请选择使用中的坐席");
  return agentId;
}

export async function add(
  deps: FollowUpDeps,
  body: BodyOf<Tasks["add"]>,
  context: RequestContext,
): Promise<{ id: string }> {
  const { ports, audit } = deps;
  const { caller } = context;
  const compId = compOf(caller, body.compId);
  const now = ports.clock.now();
  const dueAt = parseTime(body.dueTime)!;
  if (dueAt.getTime() <= now) throw fieldRefusal("dueTime", "回访时间", "回访时间应晚于当前时间");
  const id = ports.random.id();
  await ports.database.tenant(compId, async (trx) => {
    const record = await recordFor(deps, trx, compId, body, context);
    const about = await aboutRecord(trx, compId, record.id);
    if (!about) throw noRecord();
    const agentId = await seatFor(trx, compId, body.agentId, caller);
    await insertTask(trx, {
      ...{ compId, id, source: "added", recordId: record.id, ...about, agentId, state: "open", dueAt, tellAt: dueAt },
      ...{ mostTries: body.tries, retryMinutes: body.retryMinutes, remark: body.remark ?? "" },
      createdAt: new Date(now),
    });
    await audit.write(trx, context, {
      ...{ compId, object: "followUp", action: "add", id, name: about.customerName || about.title },
      after: { dueTime: formatTime(dueAt), agentId, remark: body.remark ?? "" },
    });
  });
  deps.sweep.arranged(dueAt);
  return { id };
}

/** The record of an order that the caller sees. */
async function orderOf(deps: FollowUpDeps, trx: Trx, compId: string, id: string, context: RequestContext) {
  const record = await deps.records.seen(trx, compId, id, context);
  if (!record.orderId) throw new AppError("refused", "该数据不在工单流程中，不能回访");
  return { ...record, compId, orderId: record.orderId };
}

/** 手动回访: code 13. A follow-up that waits is done with it; else it stands in the list as one that was done. */
export async function byHand(
  deps: FollowUpDeps,
  { compId: asked, id: recordId, answers: given, text }: BodyOf<Hand["hand"]>,
  context: RequestContext,
): Promise<{ id: string }> {
  const { ports, orders, audit, reminders } = deps;
  const { caller } = context;
  const compId = compOf(caller, asked);
  const now = ports.clock.now();
  const at = new Date(now);
  const { id, ended } = await ports.database.tenant(compId, async (trx) => {
    const order = await orderOf(deps, trx, compId, recordId, context);
    const answers = given && (await answersOf(trx, order, given, now));
    const said = saidOf(answers?.words ?? "", text);
    await orders.step(trx, compId, order.orderId, { type: "followUp", by: personOf(caller), text: said }, true);
    const about = await aboutRecord(trx, compId, recordId);
    if (!about) throw noRecord();
    const open = await lockOpenTask(trx, compId, recordId);
    const done = { endedBy: caller.nickName, endedById: caller.userId, ...(answers && answerColumns(answers)) };
    const made = open?.id ?? ports.random.id();
    let ended: Ended = [];
    if (open) {
      const outcome = applyToFollowUp(stateOf(open), { type: "done" }, { now, most: open.mostTries });
      if (!outcome.ok) throw new AppError("refused", outcome.text);
      await updateTask(trx, compId, made, { ...columnsOf(outcome.next), ...done, version: open.version + 1 });
      ended = await reminders.finish(trx, compId, subjectOf(made));
    } else
      await insertTask(trx, {
        ...{ compId, id: made, source: "manual", recordId, ...about, agentId: caller.agentId, ...done },
        ...{ state: "done", dueAt: at, endedAt: at, createdAt: at, tries: 1, mostTries: 1, retryMinutes: 60 },
        version: 2,
      });
    await insertTry(trx, {
      ...{ compId, taskId: made, no: open?.version ?? 1, at, byName: caller.nickName },
      ...{ command: "done", text: text ?? "" },
    });
    await audit.write(trx, context, {
      ...{ compId, object: "followUp", action: "followUpDone", id: made, name: about.customerName || about.title },
      after: { state: "done", ...(answers && { result: answers.words }) },
    });
    return { id: made, ended };
  });
  await reminders.over(ended);
  return { id };
}

/** The result of the last one, by the questions that it was asked with: what is named changes. Code 14. */
export async function field(
  deps: FollowUpDeps,
  { compId: asked, id: recordId, fields: given, text }: BodyOf<Hand["field"]>,
  context: RequestContext,
): Promise<null> {
  const { ports, orders, audit } = deps;
  const { caller } = context;
  const compId = compOf(caller, asked);
  await ports.database.tenant(compId, async (trx) => {
    const order = await orderOf(deps, trx, compId, recordId, context);
    const last = await lastDone(trx, compId, recordId);
    if (!last) throw new AppError("refused", "该工单还没有回访，不能填写回访结果");
    const now = ports.clock.now();
    const answers = await answersOf(trx, order, { ...last.answers, ...given }, now, last.fields);
    const said = saidOf(answers.words, text);
    await orders.step(trx, compId, order.orderId, { type: "commentFollowUp", by: personOf(caller), text: said }, true);
    if ((await lockTask(trx, compId, last.id))?.version !== last.version) throw changed();
    await updateTask(trx, compId, last.id, { ...answerColumns(answers), version: last.version + 1 });
    await audit.write(trx, context, {
      ...{ compId, object: "followUp", action: "update", id: last.id, name: last.customerName || last.title },
      before: { result: last.result },
      after: { result: answers.words },
    });
  });
  return null;
}
