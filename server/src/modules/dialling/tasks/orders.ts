/** Starting, pausing and stopping, from the page and from the CTI link alike (modules/tasks/orders.ts asks the hooks). */
import { AppError, type BodyOf } from "@liantai/api/contract";
import { taskFailure, type dialTaskApi, type TaskVerb } from "@liantai/api/contract/admin";
import type { RequestContext } from "../../../http/routes.ts";
import type { Ports } from "../../../ports/index.ts";
import { balanceOf } from "../../enterprises/index.ts";
import { moveTask, type TaskHooks, type TaskOrder, type TaskRegister } from "../../tasks/index.ts";
import { publish } from "../../topics.ts";
import { endPromisesOfTasks, tellPromises, type EndedPromises } from "../promises.ts";
import { changingTask, type TaskDeps } from "./deps.ts";
import { goneOf, startKeeps, type TemplateIsThere } from "./naming.ts";
import { settingsOf } from "./present.ts";
import { findTask, updateDialTask } from "./repository.ts";
import { allotSeats, hasSeats, seatsFor } from "./seats.ts";
import { logged } from "./service.ts";

const ended: ReadonlySet<string> = new Set(["completed", "stopped", "expired"]);

/** A task without numbers may start: it waits for them. */
export function createTaskHooks(
  ports: Pick<Ports, "broker" | "clock">,
  register: Pick<TaskRegister, "allot">,
  templateIsThere: TemplateIsThere,
): TaskHooks {
  return {
    async refusal(trx, { compId, id }) {
      const task = await findTask(trx, compId, id);
      if (!task) return undefined;
      if ((await balanceOf(trx, compId)).arrears) return "企业已欠费！";
      const settings = settingsOf(task);
      if (settings.accessNumbers.length === 0) return "任务没有外显号码";
      // A seat that is gone does not hold the others.
      const gone = await goneOf(
        trx,
        compId,
        { ...task, settings: { ...settings, agentIds: [] } },
        templateIsThere,
        startKeeps,
      );
      if (gone) return gone.gone;
      if (hasSeats(task.ftype) && (await seatsFor(trx, compId, task.ftype, settings)).length === 0)
        return "任务没有分配坐席";
      return undefined;
    },
    async moved(trx, { compId, id }, state) {
      let promises: EndedPromises = [];
      const afterwards = () => tellPromises(ports, promises);
      const task = await findTask(trx, compId, id);
      if (!task) return afterwards;
      const now = ports.clock.now();
      const at = new Date(now);
      if (state === "running") {
        ({ promises } = await allotSeats(trx, register, compId, { ...task, settings: settingsOf(task) }, now));
        await updateDialTask(trx, compId, id, { startedAt: task.startedAt ?? at, endedAt: null });
      }
      if (ended.has(state)) {
        await updateDialTask(trx, compId, id, { endedAt: at });
        promises = await endPromisesOfTasks(trx, compId, [id], now);
      }
      if (state !== "running") await updateDialTask(trx, compId, id, { waitsFor: "" });
      return afterwards;
    },
  };
}

type Body = BodyOf<(typeof dialTaskApi)["start"]>;

function orderOf(order: TaskOrder, verb: TaskVerb) {
  return async (deps: TaskDeps, body: Body, context: RequestContext): Promise<null> => {
    const { ports, audit, register, hooks } = deps;
    const { compId, afterwards } = await changingTask(deps, context, body, verb, async (trx, task, compId) => {
      const row = await register.lock(trx, compId, task.id);
      const move = row && (await moveTask(trx, row, order, ports.clock.now(), hooks));
      if (!move?.ok) throw new AppError("refused", `${taskFailure(order, task.ftype)}：${move?.why ?? "任务不存在"}`);
      const line = { compId, object: logged, action: verb, id: task.id, name: task.taskIdentity };
      await audit.write(trx, context, { ...line, before: { state: task.state }, after: { state: move.state } });
      return { compId, afterwards: move.afterwards };
    });
    const cancelRinging = order !== "taskStart" && body.cancelRinging;
    await publish(ports.broker, "task.changed", {
      ...{ compId, taskId: body.id },
      ...(cancelRinging ? { cancelRinging } : {}),
    });
    await afterwards();
    return null;
  };
}

export const start = orderOf("taskStart", "start");
export const pause = orderOf("taskPause", "pause");
export const stop = orderOf("taskStop", "stop");
