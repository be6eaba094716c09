/** Area 'tasks': dialling tasks. So far what seats and the CTI link ask of them; the screens stand in planned.ts. */
import { defineArea } from "../area.ts";
import { taskSeatApi } from "./seat-tasks.ts";

export * from "./kinds.ts";
export * from "./seat-tasks.ts";

export const tasksArea = /* #__PURE__ */ defineArea(() => ({
  tabs: [],
  resources: [taskSeatApi],
  logWords: {
    objects: { task: "外呼任务" },
    actions: { taskStart: "启动任务", taskStop: "停止任务", taskExit: "退出任务" },
  },
}));
