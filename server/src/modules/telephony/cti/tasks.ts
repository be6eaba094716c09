/** Lines about dialling tasks: answered here, in every process, without the engine. */
import type { CtiLine } from "@liantai/api/contract";
import type { TaskCommand } from "@liantai/api/contract/admin";
import type { CommandReply } from "../../../ports/engine.ts";
import type { CallTask, TaskGate } from "../tasks.ts";

export const taskOrder = (
  tasks: TaskGate,
  sessionId: string,
  command: TaskCommand,
  { taskId = "" }: CtiLine["fields"],
): Promise<CommandReply> => tasks.order(sessionId, command, taskId);

/** The fields of makeCall as the engine takes them, the number found already: `task` is said here and never by a page. */
export async function withTask(
  tasks: TaskGate,
  sessionId: string,
  fields: CtiLine["fields"],
): Promise<CtiLine["fields"] | CommandReply> {
  const { task: _, taskId, ...plain } = fields;
  if (taskId === undefined) return plain;
  if (taskId === "") return { code: -401 };
  const task = await tasks.ofCall(sessionId, taskId, plain["number"] ?? "");
  return "code" in task ? task : { ...plain, task: JSON.stringify(task) };
}

/** The call of a committed attempt has its id. Any other answer says that it did not begin: then it was no attempt. */
export async function taskAnswered(
  tasks: TaskGate,
  compId: string,
  { task }: CtiLine["fields"],
  reply: CommandReply,
): Promise<void> {
  const { attemptId } = task === undefined ? {} : (JSON.parse(task) as CallTask);
  if (attemptId !== undefined && reply.fields?.["callId"] !== attemptId) await tasks.notCalled(compId, attemptId);
}
