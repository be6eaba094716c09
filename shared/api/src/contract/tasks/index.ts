/** Area 'tasks': dialling tasks as seats and the CTI link ask for them, and the seats' two screens. */
import { defineArea } from "../area.ts";
import { rowsOf } from "../tab-row.ts";
import { taskSeatApi } from "./seat-tasks.ts";
import { taskSupervisionApi } from "./supervised-tasks.ts";

export * from "./kinds.ts";
export * from "./seat-tasks.ts";
export * from "./supervised-tasks.ts";

const row = rowsOf("admin", "dialling");

export const tasksTabs = [row("/seatpreviewtask", "坐席预览任务", "S"), row("/seattask", "坐席任务", "S")];

export const tasksArea = /* #__PURE__ */ defineArea(() => ({
  tabs: tasksTabs,
  resources: [taskSeatApi, taskSupervisionApi],
  logWords: {
    objects: { task: "外呼任务" },
    actions: { taskStart: "启动任务", taskStop: "停止任务", taskExit: "退出任务" },
  },
}));
