/**
 * Dialling tasks: which there are, which seats take part, and the commands of the CTI link about them. Dialling itself fills the register
 * and reads the states (decision 054). The only face of this module.
 */
import { taskSeatApi, taskSupervisionApi } from "@liantai/api/contract/admin";
import type { Module } from "../../http/module.ts";
import { route } from "../../http/routes.ts";
import type { Ports } from "../../ports/index.ts";
import { supervised } from "./orders.ts";
import { createSeatTasks } from "./seats.ts";

export { createTaskGate, type PreviewGate } from "./gate.ts";
export { isOver, stateAt, type TaskOrder } from "./machine.ts";
export { shareTask } from "./repository.ts";
export { joinedTask } from "./seats.ts";
export { moveTask, type TaskHooks } from "./orders.ts";
export { createTaskRegister, reopenTask, type Allotted, type Task, type TaskRegister } from "./register.ts";

export function createTasksModule(ports: Pick<Ports, "database" | "clock" | "broker">): Module {
  const seats = createSeatTasks(ports);
  return {
    name: "tasks",
    routes: [
      route(taskSeatApi.auto, ({ query }, context) => seats.auto(query, context)),
      route(taskSeatApi.joinable, ({ body }, context) => seats.joinable(body, context)),
      route(taskSeatApi.join, ({ body }, context) => seats.joinNow(body, context)),
      route(taskSeatApi.update, ({ body }, context) => seats.update(body, context)),
      route(taskSupervisionApi.list, ({ body }, context) => supervised(ports, body, context)),
    ],
  };
}
