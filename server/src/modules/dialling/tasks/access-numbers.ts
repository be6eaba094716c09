/** Numbers that tasks show, with their reputation of the last 7 days. */
import { dayMs, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { taskAccessNumApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { numberArea } from "../../numbers/index.ts";
import { publish } from "../../topics.ts";
import { listAccessNumbers, reputations, restsOf } from "./access-numbers-repository.ts";
import { changingTask, withTask, type TaskDeps } from "./deps.ts";
import { keepsOf, namesNothing, refuseGone } from "./naming.ts";
import { settingsOf } from "./present.ts";
import { updateDialTask } from "./repository.ts";
import { logged } from "./service.ts";

type Api = typeof taskAccessNumApi;
const reputationDays = 7;
const unseen = { calls: 0, answered: 0, quick: 0, complaints: 0 };

export async function accessNumbers(
  deps: TaskDeps,
  body: BodyOf<Api["list"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const { ports } = deps;
  const compId = compOf(context.caller, body.compId);
  const shown = body.taskId
    ? await withTask(deps, context, { ...body, id: body.taskId }, async (_trx, task) => settingsOf(task).accessNumbers)
    : undefined;
  const now = ports.clock.now();
  return ports.database.tenant(compId, async (trx) => {
    const { rows, total } = await listAccessNumbers(trx, compId, body, shown);
    const numbers = rows.map(({ number }) => number);
    const known = await reputations(trx, compId, numbers, new Date(now - reputationDays * dayMs));
    const rests = await restsOf(trx, compId, numbers, now);
    return {
      list: rows.map(({ number, title }) => ({
        number,
        title,
        city: numberArea(number).city,
        ...(known.get(number) ?? unseen),
        rests: rests.get(number) ?? "",
      })),
      total,
      pageNo: body.pageNo,
      pageSize: body.pageSize,
    };
  });
}

export async function saveAccessNumbers(
  deps: TaskDeps,
  body: BodyOf<Api["save"]>,
  context: RequestContext,
): Promise<null> {
  const accessNumbers = [...new Set(body.numbers)];
  const compId = await changingTask(
    deps,
    context,
    { ...body, id: body.taskId },
    "update",
    async (trx, task, compId) => {
      const before = settingsOf(task);
      const settings = { ...before, accessNumbers };
      // What else it names is as it was: a form that went meanwhile is no reason to keep a number.
      const named = { ...namesNothing, accessNumbers };
      await refuseGone(trx, compId, { ftype: 2, settings: named }, deps.templateIsThere, keepsOf(before));
      await updateDialTask(trx, compId, task.id, { settings: JSON.stringify(settings) });
      await deps.audit.write(trx, context, {
        ...{ compId, object: logged, action: "update", id: task.id, name: task.taskIdentity },
        before: { accessNumbers: before.accessNumbers },
        after: { accessNumbers },
      });
      return compId;
    },
  );
  await publish(deps.ports.broker, "task.changed", { compId, taskId: body.taskId });
  return null;
}
