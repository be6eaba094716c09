/** Tables of the area tasks; joined in ../schema.ts. */
import type { TaskState } from "@liantai/api/contract/admin";
import type { AtNull, Flag, Text, WordSet } from "./types.ts";

export interface TaskTable {
  compId: string;
  id: string;
  /** What people call it by. */
  taskIdentity: string;
  /** 1 to 5: TaskType. */
  ftype: number;
  state: WordSet<TaskState>;
  /** Null: from the start on, without an end. */
  fromAt: AtNull;
  untilAt: AtNull;
}

/** A row: the seat is allotted to the task. */
export interface TaskSeatTable {
  compId: string;
  taskId: string;
  agentId: string;
  /** 1: it takes part; kept over its sign-outs, so that the next sign-in can offer to rejoin. */
  participateStatus: Flag;
  /** The session in which it joined last; another one has to join anew. */
  sessionId: Text;
}

export interface TasksTables {
  task: TaskTable;
  task_seat: TaskSeatTable;
}
