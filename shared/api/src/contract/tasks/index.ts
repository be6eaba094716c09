/** Area 'tasks': dialling tasks as seats and the CTI link ask for them, and the seats' two screens. */
import { defineArea } from "../area.ts";
import { taskSeatApi } from "./seat-tasks.ts";
import { tasksTabs } from "./tabs.ts";

export * from "./kinds.ts";
export * from "./seat-tasks.ts";
export * from "./tabs.ts";

export const tasksArea = /* #__PURE__ */ defineArea(() => ({
  tabs: tasksTabs,
  resources: [taskSeatApi],
  logWords: {
    objects: { task: "外呼任务" },
    actions: { taskStart: "启动任务", taskStop: "停止任务", taskExit: "退出任务" },
  },
}));
