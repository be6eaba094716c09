/** The number that a seat acts on: the one in its hands, or one whose result it still owes. Nobody changes it meanwhile. */
import { AppError } from "@liantai/api/contract";
import { taskStates } from "@liantai/api/contract/admin";
import type { Caller } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { isOver, shareTask, stateAt } from "../../tasks/index.ts";
import { lockPhone } from "../attempts/opening-repository.ts";
import { presentRow } from "./present.ts";
import { dueNumber, inHand, lockHand, numberOf, type ShownPhone } from "./repository.ts";

export interface Which {
  readonly compId?: string | undefined;
  readonly taskId: string;
  readonly id: string;
}

export const refused = (text: string): AppError => new AppError("refused", text);

/** The number in the seat's hands, which nobody changes until this transaction is over. Throws AppError 'refused'. */
export async function held(
  trx: Trx,
  compId: string,
  agentId: string,
  { taskId, id }: Which,
  now: number,
): Promise<ShownPhone> {
  await lockHand(trx, compId, agentId);
  await lockPhone(trx, compId, id, now);
  const hand = await inHand(trx, compId, agentId);
  if (hand?.id !== id || hand.taskId !== taskId) throw refused("该号码已不在您手中，请刷新后重试");
  return hand;
}

/** The same of a task that is not over, and is not ended until then: nobody would call what is promised. Throws AppError 'refused'. */
export async function heldToPromise(
  trx: Trx,
  compId: string,
  agentId: string,
  which: Which,
  now: number,
): Promise<ShownPhone> {
  // Before the number: who ends a task has the task first.
  await lockHand(trx, compId, agentId);
  const task = await shareTask(trx, compId, which.taskId);
  const state = task && stateAt(task, now);
  if (state && isOver(state)) throw refused(`任务${taskStates[state]}，不能预约回呼`);
  return held(trx, compId, agentId, which, now);
}

/** Of the number in the seat's hands, or of one that left them without its result. Throws AppError 'refused'. */
export async function heldOrDue(
  trx: Trx,
  compId: string,
  agentId: string,
  which: Which,
  now: number,
): Promise<ShownPhone> {
  await lockHand(trx, compId, agentId);
  await lockPhone(trx, compId, which.id, now);
  const phone = await numberOf(trx, compId, which.id);
  return phone?.resultDue === 1 && phone.agentId === agentId && phone.taskId === which.taskId
    ? phone
    : held(trx, compId, agentId, which, now);
}

/** What the task asks of the seat before the next number. Throws AppError 'refused'. */
export async function nothingDue(
  trx: Trx,
  caller: Caller,
  taskId: string,
  { results }: ShownPhone["settings"],
): Promise<void> {
  if (results.length === 0) return;
  const due = await dueNumber(trx, caller.compId, caller.agentId ?? "", taskId);
  if (due) throw refused(`请先在“我的号码”中提交号码${presentRow(due, caller).phone}的业务结果`);
}
