import type { TaskGate } from "../tasks.ts";

/** Of an enterprise without dialling tasks. */
export const noTasks: TaskGate = {
  order: async () => ({ code: -404 }),
  ofCall: async () => ({ code: -404 }),
  notCalled: async () => undefined,
};
