/** What a screen of another area takes to offer dialling tasks: their list, and who may put numbers into which kind. */
export { taskButton, taskPages } from "./dialling/parts.ts";
export { dialTaskApi } from "./dialling/tasks.ts";
export { taskTypes, type TaskType } from "./tasks/kinds.ts";
