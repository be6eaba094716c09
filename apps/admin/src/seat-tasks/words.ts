import type { TaskState } from "@liantai/api/contract/admin";
import type { SeatTask } from "./queries.ts";

/** Taking part outlives a sign-out; joining does not. */
export const partText = ({ participateStatus, joined }: SeatTask): string =>
  joined === 1 ? "已加入" : participateStatus === 1 ? "参与中，未加入" : "未参与";

const over: ReadonlySet<TaskState> = new Set(["completed", "stopped", "expired"]);
export const isOver = ({ state }: SeatTask): boolean => over.has(state);
