import { taskStates, type TaskState } from "@liantai/api/contract/admin";
import { StatusBadge, type StateTone } from "@liantai/ui";

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
