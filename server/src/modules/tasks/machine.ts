/** States of a task: what an order makes of one, and whether a seat may join it. Pure. */
import type { JoinRefusal, TaskState } from "@liantai/api/contract/admin";

export interface TaskTimes {
  readonly state: TaskState;
  readonly fromAt: Date | null;
  readonly untilAt: Date | null;
}

const over: ReadonlySet<TaskState> = new Set(["completed", "stopped", "expired"]);
export const isOver = (state: TaskState): boolean => over.has(state);

/** A task whose last day has passed is expired, whatever its row still says. */
export function stateAt({ state, untilAt }: TaskTimes, now: number): TaskState {
  return !isOver(state) && untilAt !== null && untilAt.getTime() <= now ? "expired" : state;
}

export type TaskOrder = "taskStart" | "taskPause" | "taskStop";

/** A stop is final, a pause is not (inventory dialling.md B3). */
const moves: Readonly<Record<TaskOrder, Partial<Record<TaskState, TaskState>>>> = {
  taskStart: { notStarted: "running", paused: "running" },
  taskPause: { running: "paused" },
  taskStop: { notStarted: "stopped", running: "stopped", paused: "stopped" },
};

/** Undefined: the task is in no state for it. */
export const moved = (order: TaskOrder, task: TaskTimes, now: number): TaskState | undefined =>
  moves[order][stateAt(task, now)];

/** joined: the seat has, in this session. A paused task may be joined: it goes on. */
export function joinRefusal(task: TaskTimes, joined: boolean, now: number): JoinRefusal | undefined {
  const state = stateAt(task, now);
  if (isOver(state)) return 35;
  if (state === "notStarted" || (task.fromAt !== null && task.fromAt.getTime() > now)) return 36;
  return joined ? 40 : undefined;
}
