import { autoTask } from "@liantai/api/contract/admin";
import type { Call } from "./types.ts";

/** A call of an automatic task is answered by itself at the agent it was dialled for; who gets it later lifts his telephone. */
export const answersItself = ({ task, talked }: Pick<Call, "task" | "talked">): boolean =>
  task?.type === autoTask && task.id !== "" && !talked;
