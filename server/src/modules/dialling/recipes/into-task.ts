/** A number goes on into another task, with the checks of any number that comes into one (D28). */
import { createHash } from "node:crypto";
import { AppError, formatDate, formatTime } from "@liantai/api/contract";
import type { Trx } from "../../../ports/database.ts";
import { addNumbers, type AddingDeps } from "../phones/adding.ts";
import { phonesThere } from "../phones/check-repository.ts";
import { emptyRow } from "../phones/rows.ts";
import { findTaskOfNumbers, lockPositions } from "../phones/task-repository.ts";
import type { ActionSubject } from "./repository.ts";

/** One a day, from one task to another: whoever goes through batches does not find each number apart. */
const batchOf = ({ taskId, taskIdentity }: ActionSubject, target: string, now: number) => ({
  id: createHash("sha256")
    .update(`${taskId} ${target} ${formatDate(now)}`)
    .digest("hex")
    .slice(0, 32),
  source: "recipe" as const,
  fileName: taskIdentity,
  createdBy: "拨打策略",
});

/** What came of it, in words. Throws AppError where the task does not take it. */
export async function intoTask(deps: AddingDeps, trx: Trx, subject: ActionSubject, target: string): Promise<string> {
  const { compId, phone, person, contact, priority, variables, consentSource, consentAt, formDataId } = subject;
  const task = await findTaskOfNumbers(trx, compId, target);
  if (!task) throw new AppError("refused", "转入的任务不存在或已被删除");
  // Whoever adds numbers to it waits: it is there once, however many attempts lead to it.
  await lockPositions(trx, compId, target);
  if ((await phonesThere(trx, compId, target, [phone])).length > 0)
    throw new AppError("refused", `任务“${task.taskIdentity}”中已有该号码`);
  const row = {
    ...emptyRow,
    ...{ phone, person, contact, priority, variables, consentSource, formDataId },
    consentAt: consentAt ? formatTime(consentAt) : "",
    // Where numbers belong to seats, it stays with whoever talked.
    agentId: task.settings.allotment === "byColumn" ? subject.talkedTo : "",
  };
  const batch = batchOf(subject, target, deps.clock.now());
  const [refusal] = await addNumbers(deps, trx, { compId, taskId: target, batch, seen: new Set() }, [row]);
  if (refusal) throw new AppError("refused", `任务“${task.taskIdentity}”：${refusal.message}`);
  return `已转入任务“${task.taskIdentity}”`;
}
