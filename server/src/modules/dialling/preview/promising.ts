/** A promised call reminds the seat that promised it (D65): on whichever page it is, without name or number. */
import { dayMs } from "@liantai/api/contract";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { Trx } from "../../../ports/database.ts";
import { complaint } from "../../numbers/index.ts";
import { dropReminders, finishReminders, makeReminder, type Ended } from "../../reminders/index.ts";
import { complaintRestMs } from "../checks/index.ts";
import { endPromisesAfter, promiseOf } from "../promises.ts";
import { isSeatOf } from "../promises-repository.ts";
import { changeNumber, noteResult, restsAt, type HandChange, type ShownPhone } from "./repository.ts";

/** One promise at a time. */
async function remindOf(trx: Trx, hand: ShownPhone, at: Date): Promise<Ended> {
  const { compId, id, agentId, taskId, taskIdentity } = hand;
  const subject = promiseOf(id);
  const ended = await dropReminders(trx, compId, subject);
  const des = `任务「${taskIdentity}」有客户到了预约回呼的时间`;
  await makeReminder(trx, {
    ...{ compId, to: { agentIds: [agentId] }, key: `${subject}/${at.getTime()}`, subject, dueAt: at },
    message: { type: "FEEDBACKPROCESSING", content: { title: "预约回呼", des, id: taskId } },
  });
  return ended;
}

/**
 * It leaves the hand until then. Of a seat that was taken out of the task meanwhile it is the task's, and nobody is reminded (D68). The
 * ended are told after the transaction.
 */
async function keepPromise(
  trx: Trx,
  hand: ShownPhone,
  at: Date,
  outcome: Pick<HandChange, "result" | "remark">,
): Promise<Ended> {
  const own = await isSeatOf(trx, hand.compId, hand.taskId, hand.agentId);
  await changeNumber(trx, hand, {
    ...{ ...outcome, state: "retry", nextAt: at, takenAt: null, claimedUntil: null },
    ...(own ? {} : { agentId: "" }),
  });
  return own ? remindOf(trx, hand, at) : dropReminders(trx, hand.compId, promiseOf(hand.id));
}

/** Somebody has the number in hand: nobody has to be reminded of it. */
export const promiseTaken = (trx: Trx, compId: string, phoneId: string, now: number): Promise<Ended> =>
  finishReminders(trx, compId, promiseOf(phoneId), new Date(now));

/**
 * With its result, where it had a call. Throws AppError 'invalid' after a complaint: nobody may call the number at that time (D70), so the
 * promise would end without a word.
 */
export async function promise(
  trx: Trx,
  hand: ShownPhone,
  at: Date,
  outcome: Pick<HandChange, "result" | "remark"> & { readonly result: string },
  now: number,
): Promise<Ended> {
  const days = complaintRestMs / dayMs;
  if (outcome.result.includes(complaint))
    throw fieldRefusal("result", "业务结果", `客户投诉后 ${days} 天内不再外呼，不能预约回呼，请提交结果`);
  const before = await keepPromise(trx, hand, at, outcome);
  const ended = outcome.result !== "" && hand.attempts > 0 ? await noted(trx, hand, outcome.result, now) : [];
  // After the result: it takes the place of a complaint that was given in error.
  if (await restsAt(trx, hand, at))
    throw fieldRefusal("nextAt", "预约时间", `该客户已投诉，投诉后 ${days} 天内所有任务不再外呼，不能预约回呼`);
  return [...before, ...ended];
}

/** The business result of the number's last call; after a complaint nobody is reminded of the number (D69). The ended are told later. */
export async function noted(trx: Trx, hand: ShownPhone, result: string, now: number): Promise<Ended> {
  await noteResult(trx, hand, result);
  return (await endPromisesAfter(trx, hand.compId, hand.phone, result, now)).filter(
    ({ dueAt }) => dueAt.getTime() <= now,
  );
}
