/** Lines about dialling tasks: answered here, in every process, without the engine. */
import type { CtiLine } from "@liantai/api/contract";
import type { TaskCommand } from "@liantai/api/contract/admin";
import type { CommandReply } from "../../../ports/engine.ts";
import type { TaskGate } from "../tasks.ts";

export const taskOrder = (
  tasks: TaskGate,
  sessionId: string,
  command: TaskCommand,
  { taskId = "" }: CtiLine["fields"],
): Promise<CommandReply> => tasks.order(sessionId, command, taskId);

/** The fields of makeCall as the engine takes them: `task` is said here and never by a page. */
export async function withTask(
  tasks: TaskGate,
  sessionId: string,
  fields: CtiLine["fields"],
): Promise<CtiLine["fields"] | CommandReply> {
  const { task: _, taskId, ...plain } = fields;
  if (taskId === undefined) return plain;
  if (taskId === "") return { code: -401 };
  const task = await tasks.ofCall(sessionId, taskId);
  return "code" in task ? task : { ...plain, task: JSON.stringify(task) };
}
