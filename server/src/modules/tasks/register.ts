/** Where dialling tells which tasks there are, who is allotted to them, and that one has ended (decision 054). */
import type { TaskState, TaskType } from "@liantai/api/contract/admin";
import type { Trx } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import { publish } from "../topics.ts";
import {
  addSeats,
  deleteTasks,
  findTask,
  leaveTask,
  lockTask,
  putTask,
  removeSeats,
  setTaskState,
  type TaskRow,
} from "./repository.ts";

/** Times are epoch ms; null: none. */
export interface Task {
  readonly compId: string;
  readonly id: string;
  readonly taskIdentity: string;
  readonly ftype: TaskType;
  readonly fromAt: number | null;
  readonly untilAt: number | null;
}

/** Work numbers. */
export interface Allotted {
  readonly came: readonly string[];
  readonly went: readonly string[];
}

/** The task is locked. */
type Asked = (trx: Trx, task: TaskRow) => Promise<boolean>;

export interface TaskRegister {
  /** A new task, not started, or what is known of it is this from now on. */
  put(trx: Trx, task: Task): Promise<void>;
  /** These seats, and no others, may join it; who is in it and stays allotted stays in it. Who came and who went: allotted() tells. */
  allot(trx: Trx, compId: string, taskId: string, agentIds: readonly string[]): Promise<Allotted>;
  /** Once the transaction is over: the engine counts them in, or no longer. */
  allotted(compId: string, taskId: string, who: Allotted): Promise<void>;
  /** Nobody has them any more. */
  remove(trx: Trx, compId: string, taskIds: readonly string[]): Promise<void>;
  /** Undefined: there is none. Nobody changes it until the transaction is over. */
  lock(trx: Trx, compId: string, taskId: string): Promise<TaskRow | undefined>;
  /** It runs no more if it runs still, and `may` says so in the same transaction; false: it is as it was, or as somebody ordered. */
  change(compId: string, taskId: string, state: "paused" | "expired", may: Asked): Promise<boolean>;
  /** The same of a task whose numbers are done: it lets go of its seats, and they are told (taskFinished). */
  complete(compId: string, taskId: string, through: Asked): Promise<boolean>;
}

/** A completed task that got numbers to dial again: it waits for its start. One that was started since it was looked at goes on. */
export const reopenTask = (trx: Trx, compId: string, taskId: string): Promise<unknown> =>
  setTaskState(trx, compId, taskId, "paused", "completed");

const time = (at: number | null): Date | null => (at === null ? null : new Date(at));

/** Its seats take part no more; who they were. */
const letGo = async (trx: Trx, compId: string, taskId: string) => ({
  task: await findTask(trx, compId, taskId),
  seats: await leaveTask(trx, compId, taskId),
});

/** Of a task that runs; false: it does not, or is to go on. */
async function leave(trx: Trx, compId: string, taskId: string, state: TaskState, may: Asked): Promise<boolean> {
  const task = await lockTask(trx, compId, taskId);
  if (task?.state !== "running" || !(await may(trx, task))) return false;
  await setTaskState(trx, compId, taskId, state);
  return true;
}

export function createTaskRegister({ database, broker }: Pick<Ports, "database" | "broker">): TaskRegister {
  async function tell(compId: string, taskId: string, over?: Awaited<ReturnType<typeof letGo>>) {
    await publish(broker, "task.changed", { compId, taskId });
    if (!over?.task) return;
    const { taskIdentity, ftype } = over.task;
    for (const { agentId } of over.seats)
      await publish(broker, "message.send", {
        to: { compId, agentId },
        message: { type: "taskFinished", taskId, taskIdentity, ftype },
      });
  }
  return {
    async put(trx, { fromAt, untilAt, ...task }) {
      await putTask(trx, { ...task, fromAt: time(fromAt), untilAt: time(untilAt) });
    },
    async allot(trx, compId, taskId, agentIds) {
      const went = await removeSeats(trx, compId, taskId, agentIds);
      const came = agentIds.length > 0 ? await addSeats(trx, compId, taskId, agentIds) : [];
      return { came: came.map(({ agentId }) => agentId), went: went.map(({ agentId }) => agentId) };
    },
    async allotted(compId, taskId, { came, went }) {
      for (const agentId of went) await publish(broker, "seat.changed", { compId, agentId });
      if (came.length + went.length > 0) await publish(broker, "task.changed", { compId, taskId });
    },
    async remove(trx, compId, taskIds) {
      await deleteTasks(trx, compId, taskIds);
    },
    lock: lockTask,
    async change(compId, taskId, state, may) {
      const changed = await database.tenant(compId, (trx) => leave(trx, compId, taskId, state, may));
      if (changed) await tell(compId, taskId);
      return changed;
    },
    async complete(compId, taskId, through) {
      const over = await database.tenant(compId, async (trx) =>
        (await leave(trx, compId, taskId, "completed", through)) ? letGo(trx, compId, taskId) : undefined,
      );
      if (over) await tell(compId, taskId, over);
      return over !== undefined;
    },
  };
}
