/** Starting and stopping a task: of administrators, and of monitors where a seat of their groups is allotted to it. */
import { isAdministrator, isMonitor } from "@liantai/api/contract";
import { taskFailure, taskStates } from "@liantai/api/contract/admin";
import type { Caller } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { CommandReply } from "../../ports/engine.ts";
import type { Ports } from "../../ports/index.ts";
import type { Audit } from "../audit/index.ts";
import { visibleSeats } from "../seats/index.ts";
import { publish } from "../topics.ts";
import { moved, stateAt } from "./machine.ts";
import { isOfSeats, lockTask, setTaskState } from "./repository.ts";

export interface OrderDeps {
  readonly ports: Pick<Ports, "database" | "clock" | "broker">;
  readonly audit: Audit;
  /** Whether the caller's role has a business permission. */
  mayDo(caller: Caller, purview: string): Promise<boolean>;
}

async function governs(trx: Trx, caller: Caller, taskId: string): Promise<boolean> {
  const { within } = await visibleSeats(trx, caller.compId, caller);
  return within === undefined || isOfSeats(trx, caller.compId, taskId, within);
}

export async function orderTask(
  { ports: { database, clock, broker }, audit, mayDo }: OrderDeps,
  caller: Caller,
  order: "taskStart" | "taskStop",
  taskId: string,
): Promise<CommandReply> {
  const refuse = (code: number, why: string, ftype?: number): CommandReply => ({
    code,
    msg: `${taskFailure(order, ftype)}：${why}`,
  });
  const supervises = (isMonitor(caller) || isAdministrator(caller)) && (await mayDo(caller, "monitor"));
  if (!supervises) return refuse(-403, "没有权限");
  const done = await database.tenant(caller.compId, async (trx): Promise<CommandReply> => {
    const task = await lockTask(trx, caller.compId, taskId);
    // A task of seats that the monitor does not see is none to him.
    if (!task || !(await governs(trx, caller, taskId))) return refuse(-404, "任务不存在");
    const now = clock.now();
    const state = moved(order, task, now);
    if (!state) return refuse(-403, `任务${taskStates[stateAt(task, now)]}`, task.ftype);
    await setTaskState(trx, caller.compId, taskId, state);
    await audit.write(
      trx,
      { caller, address: "", headers: { module: encodeURIComponent("话务工具条") } },
      { compId: caller.compId, object: "task", action: order, id: taskId, name: task.taskIdentity },
    );
    return { code: 1 };
  });
  if (done.code === 1) await publish(broker, "task.changed", { compId: caller.compId, taskId });
  return done;
}
