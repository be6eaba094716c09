/** 实验 of a task: started, looked at, stopped (D12, decision 096). */
import { AppError, formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { experimentKinds, taskExperimentApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import { route, type RequestContext, type Route } from "../../../http/routes.ts";
import { shareBounds } from "../../../statistics/shares.ts";
import { serviceOf } from "../../service.ts";
import { isOver, stateAt } from "../../tasks/index.ts";
import { publish } from "../../topics.ts";
import { changingTask, withTask, type TaskDeps } from "../tasks/deps.ts";
import { logged } from "../tasks/service.ts";
import { readBy, refuseVoices, refuseWrong, type Wanted } from "./checking.ts";
import { findExperiment, insertExperiment, stopExperiment, testOf, type ExperimentRow } from "./repository.ts";
import { enough, type ArmCount } from "./sequential.ts";

type Api = typeof taskExperimentApi;
type Half = Wanted["a"];

const percent = (share: number): number => Math.round(share * 1_000) / 10;

function armOf({ calls, hits }: ArmCount) {
  const { low, high } = shareBounds(hits, calls);
  return { calls, hits, rate: calls > 0 ? percent(hits / calls) : null, low: percent(low), high: percent(high) };
}

const noHalf: Half = { numbers: [], text: "", flowId: "", templateId: "", tts: "", from: "", to: "" };
const halfOf = ({ numbers = [], ...half }: ExperimentRow["a"]): Half => ({
  ...noHalf,
  ...half,
  numbers: [...numbers],
});

const find = (deps: TaskDeps, body: BodyOf<Api["find"]>, context: RequestContext): Promise<ReplyOf<Api["find"]>> =>
  withTask(deps, context, { ...body, id: body.taskId }, async (trx, task, compId) => {
    const row = await findExperiment(trx, compId, task.id);
    if (!row) return null;
    const { kind, metric, wanted, goesOn, most, state, better, startedAt, endedAt, createdBy } = row;
    const test = testOf(row);
    return {
      ...{ kind, metric, wanted, goesOn, most, state, better, createdBy },
      a: halfOf(row.a),
      b: halfOf(row.b),
      evidence: percent(Math.min(1, Math.max(0, row.evidence / enough))),
      startedAt: formatTime(startedAt),
      endedAt: endedAt && formatTime(endedAt),
      counts: { a: armOf(test.a), b: armOf(test.b) },
    };
  });

async function start(deps: TaskDeps, body: Wanted, context: RequestContext): Promise<null> {
  const { ports, audit } = deps;
  await refuseVoices(deps, compOf(context.caller, body.compId), body);
  const compId = await changingTask(
    deps,
    context,
    { ...body, id: body.taskId },
    "update",
    async (trx, task, compId) => {
      const now = ports.clock.now();
      if (isOver(stateAt(task, now))) throw new AppError("refused", "任务已结束，不能开始实验");
      if ((await findExperiment(trx, compId, task.id))?.state === "running")
        throw new AppError("refused", "任务已有进行中的实验，请先停止");
      await refuseWrong(deps, trx, compId, task, body);
      const { kind, metric, wanted, goesOn, most } = body;
      await insertExperiment(trx, {
        ...{ compId, taskId: task.id, id: ports.random.id(), kind, metric, wanted, goesOn: goesOn === 1 ? 1 : 0, most },
        ...{
          a: readBy(kind, body.a),
          b: readBy(kind, body.b),
          startedAt: new Date(now),
          createdBy: context.caller.nickName,
        },
      });
      await audit.write(trx, context, {
        ...{ compId, object: logged, action: "startExperiment", id: task.id, name: task.taskIdentity },
        after: { experiment: experimentKinds[kind] },
      });
      return compId;
    },
  );
  await publish(ports.broker, "task.changed", { compId, taskId: body.taskId });
  return null;
}

async function stop(deps: TaskDeps, body: BodyOf<Api["stop"]>, context: RequestContext): Promise<null> {
  const { ports, audit } = deps;
  const compId = await changingTask(
    deps,
    context,
    { ...body, id: body.taskId },
    "update",
    async (trx, task, compId) => {
      if (!(await stopExperiment(trx, compId, task.id, new Date(ports.clock.now()))))
        throw new AppError("refused", "任务没有进行中的实验");
      await audit.write(trx, context, {
        ...{ compId, object: logged, action: "stopExperiment", id: task.id, name: task.taskIdentity },
      });
      return compId;
    },
  );
  await publish(ports.broker, "task.changed", { compId, taskId: body.taskId });
  return null;
}

export function experimentRoutes(deps: TaskDeps): readonly Route[] {
  const experiments = serviceOf(deps, { find, start, stop });
  return [
    route(taskExperimentApi.find, ({ body }, context) => experiments.find(body, context)),
    route(taskExperimentApi.start, ({ body }, context) => experiments.start(body, context)),
    route(taskExperimentApi.stop, ({ body }, context) => experiments.stop(body, context)),
  ];
}
