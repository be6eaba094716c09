import { taskStates, type TaskState } from "@liantai/api/contract/admin";
import { StatusBadge, type StateTone } from "@liantai/ui";
import type { SeatTask } from "./queries.ts";

const stateTones: Readonly<Record<TaskState, StateTone>> = {
  notStarted: "offline",
  running: "ready",
  paused: "held",
  completed: "offline",
  stopped: "offline",
  expired: "offline",
};

export const TaskStateBadge = ({ state }: { readonly state: TaskState }) => (
  <StatusBadge tone={stateTones[state]}>{taskStates[state]}</StatusBadge>
);

/** Taking part outlives a sign-out; joining does not. */
export const partText = ({ participateStatus, joined }: SeatTask): string =>
  joined === 1 ? "已加入" : participateStatus === 1 ? "参与中，未加入" : "未参与";

const over: ReadonlySet<TaskState> = new Set(["completed", "stopped", "expired"]);
export const isOver = ({ state }: SeatTask): boolean => over.has(state);
