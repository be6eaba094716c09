/** What the CTI link asks of dialling tasks; the module tasks answers (decision 054). */
import type { TaskCommand } from "@liantai/api/contract/admin";
import type { CommandReply } from "../../ports/engine.ts";

/** A call is for this task. */
export interface CallTask {
  /** 3 automatic, 2 preview. */
  readonly type: number;
  readonly id: string;
  readonly identity: string;
  /** Of a number that the task itself dials, and the try that this call is. */
  readonly phoneId?: string;
  readonly attemptId?: string;
  /** What the number's row carries, by the names of its columns: its flow begins with what it declares of it. */
  readonly variables?: Readonly<Record<string, string>>;
}

export interface TaskGate {
  order(sessionId: string, command: TaskCommand, taskId: string): Promise<CommandReply>;
  /** Of the task that a seat dials for; a refusal where it may not. */
  ofCall(sessionId: string, taskId: string): Promise<CallTask | CommandReply>;
}
