import type { TaskState } from "@liantai/api/contract/admin";
import type { SeatTask } from "./queries.ts";

const over: ReadonlySet<TaskState> = new Set(["completed", "stopped", "expired"]);
export const isOver = ({ state }: SeatTask): boolean => over.has(state);
