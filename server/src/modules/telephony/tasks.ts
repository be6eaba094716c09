/** What the CTI link asks of dialling tasks; the module tasks answers (decision 054). */
import type { TaskCommand } from "@liantai/api/contract/admin";
import type { CommandReply } from "../../ports/engine.ts";

/** A call is for this task. */
export interface CallTask {
  /** 3 automatic, 2 preview. */
  readonly type: number;
  readonly id: string;
  readonly identity: string;
  /** The number of the task that it is about. */
  readonly phoneId?: string;
  /** The attempt that was committed for it; of a preview also the call's id. */
  readonly attemptId?: string;
  /** Of a seat's call: the access number to show, where the task chooses one; how long the customer may be rung. */
  readonly displayed?: string;
  readonly ringS?: number;
  /** The task hides numbers from its seats. */
  readonly hidden?: boolean;
  /** Where its flow leads who wants a person; '' or none: nowhere. */
  readonly groupId?: string;
  /** What the number's row carries to the flow and the screen. */
  readonly variables?: Readonly<Record<string, string>>;
}

export interface TaskGate {
  order(sessionId: string, command: TaskCommand, taskId: string): Promise<CommandReply>;
  /** Of the task that a seat dials for; a refusal where it may not. */
  ofCall(sessionId: string, taskId: string, number: string): Promise<CallTask | CommandReply>;
  /** The call of an attempt that `ofCall` committed did not begin. */
  notCalled(compId: string, attemptId: string): Promise<void>;
}
