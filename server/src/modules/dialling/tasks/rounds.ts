/** A new task with the settings of another, and a new round over chosen results. */
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { taskStates, type dialTaskApi } from "@liantai/api/contract/admin";
import { unique } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { reopenTask, stateAt } from "../../tasks/index.ts";
import { publish } from "../../topics.ts";
import { mustPress } from "./access.ts";
import { changingTask, withTask, type TaskDeps } from "./deps.ts";
import { settingsOf } from "./present.ts";
import { insertDialTask } from "./repository.ts";
import { copyNumbers, recallNumbers } from "./rounds-repository.ts";
import { allotSeats } from "./seats.ts";
import { logged, nameTaken } from "./service.ts";

type Api = typeof dialTaskApi;

/** Without the dates: they would mostly be past. */
export async function copy(
  deps: TaskDeps,
  body: BodyOf<Api["copy"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["copy"]>> {
  const { ports, register, audit } = deps;
  const { taskIdentity } = body;
  const ftype = await withTask(deps, context, body, async (_trx, task) => task.ftype);
  await mustPress(deps, context.caller, ftype, "add");
  const id = ports.random.id();
  const compId = await unique(nameTaken, () =>
    withTask(deps, context, body, async (trx, task, compId) => {
      const settings = settingsOf(task);
      await register.put(trx, { compId, id, taskIdentity, ftype, fromAt: null, untilAt: null });
      const at = new Date(ports.clock.now());
      const by = context.caller.nickName;
      await insertDialTask(trx, { compId, id, settings: JSON.stringify(settings), createdAt: at, createdBy: by });
      await allotSeats(trx, register, compId, { id, ftype, settings }, ports.clock.now());
      const prefix = ports.random.id();
      const keepSeats = settings.allotment === "byColumn";
      const numbers = body.numbers
        ? await copyNumbers(trx, { compId, from: task.id, to: id, prefix, keepSeats, at, by })
        : 0;
      await audit.write(trx, context, {
        ...{ compId, object: logged, action: "copy", id, name: taskIdentity },
        after: { copyOf: task.taskIdentity, numbers },
      });
      return compId;
    }),
  );
  await publish(ports.broker, "task.changed", { compId, taskId: id });
  return { id };
}

/** A task that was completed is paused then: it goes on when it is started. */
export async function recall(
  deps: TaskDeps,
  body: BodyOf<Api["recall"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["recall"]>> {
  const { ports, audit } = deps;
  const done = await changingTask(deps, context, body, "start", async (trx, task, compId) => {
    const state = stateAt(task, ports.clock.now());
    if (state === "stopped" || state === "expired") throw new AppError("refused", `任务${taskStates[state]}，不能重呼`);
    const { codes, answers, batchNumber } = body;
    const keepSeats = settingsOf(task).allotment !== "pool";
    const { count, held } = await recallNumbers(trx, {
      compId,
      taskId: task.id,
      codes,
      answers,
      batchNumber,
      keepSeats,
    });
    if (count > 0 && state === "completed") await reopenTask(trx, compId, task.id);
    if (count > 0)
      await audit.write(trx, context, {
        ...{ compId, object: logged, action: "recall", id: task.id, name: task.taskIdentity },
        after: { codes, answers, batchNumber, numbers: count },
      });
    return { compId, count, held };
  });
  const { compId, count, held } = done;
  if (count > 0) await publish(ports.broker, "task.changed", { compId, taskId: body.id });
  return { count, held };
}
