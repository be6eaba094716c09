/** 实验 of a task: started, looked at, stopped (D12, decision 096). */
import { AppError, formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { experimentKinds, taskExperimentApi } from "@liantai/api/contract/admin";
import { fieldRefusal } from "../../../http/refusals.ts";
import { route, type RequestContext, type Route } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { shareBounds } from "../../../statistics/shares.ts";
import { serviceOf } from "../../service.ts";
import { isOver, stateAt } from "../../tasks/index.ts";
import { publish } from "../../topics.ts";
import { changingTask, withTask, type TaskDeps } from "../tasks/deps.ts";
import { namesNothing, refuseGone } from "../tasks/naming.ts";
import { settingsOf } from "../tasks/present.ts";
import type { TaskWhole } from "../tasks/repository.ts";
import { logged } from "../tasks/service.ts";
import { findExperiment, insertExperiment, stopExperiment, testOf, type ExperimentRow } from "./repository.ts";
import { enough, type ArmCount } from "./sequential.ts";

type Api = typeof taskExperimentApi;
type Wanted = BodyOf<Api["start"]>;
type Half = Wanted["a"];

const percent = (share: number): number => Math.round(share * 1_000) / 10;

function armOf({ calls, hits }: ArmCount) {
  const { low, high } = shareBounds(hits, calls);
  return { calls, hits, rate: calls > 0 ? percent(hits / calls) : null, low: percent(low), high: percent(high) };
}

const halfOf = ({ numbers = [], text = "", flowId = "" }: ExperimentRow["a"]): Half => ({
  numbers: [...numbers],
  text,
  flowId,
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

/** What only one kind of task can differ in. */
const only = { displayed: undefined, greeting: 3, flow: 4 } as const satisfies Record<
  Wanted["kind"],
  number | undefined
>;
const fieldOf = { displayed: "numbers", greeting: "text", flow: "flowId" } as const;

async function refuseWrong(deps: TaskDeps, trx: Trx, compId: string, task: TaskWhole, wanted: Wanted): Promise<void> {
  const { kind, a, b, metric } = wanted;
  const of = only[kind];
  if (task.ftype === 2) throw new AppError("refused", "预览外呼由坐席拨打，不能做实验");
  if (of !== undefined && task.ftype !== of)
    throw fieldRefusal("kind", "实验内容", `此类任务不能比较${experimentKinds[kind]}`);
  const field = fieldOf[kind];
  const name = experimentKinds[kind];
  if (JSON.stringify(a[field]) === JSON.stringify(b[field]))
    throw fieldRefusal(`b.${field}`, `乙组${name}`, `两组的${name}不能相同`);
  const { accessNumbers } = settingsOf(task);
  for (const [half, word] of [
    ["a", "甲组"],
    ["b", "乙组"],
  ] as const) {
    const { numbers, flowId } = wanted[half];
    if (kind === "displayed" && numbers.length === 0)
      throw fieldRefusal(`${half}.numbers`, `${word}外显号码`, `请选择${word}外显号码`);
    const foreign = kind === "displayed" && accessNumbers.length > 0 && numbers.find((n) => !accessNumbers.includes(n));
    if (foreign)
      throw fieldRefusal(`${half}.numbers`, `${word}外显号码`, `${foreign}不是任务的外显号码，请先在任务中添加`);
    if (kind === "flow" && flowId === "") throw fieldRefusal(`${half}.flowId`, `${word}流程`, `请选择${word}流程`);
  }
  if (metric === "result" && wanted.wanted === "") throw fieldRefusal("wanted", "业务结果", "请输入算作成功的业务结果");
  // What is gone is refused as the task's own form refuses it.
  for (const { numbers, flowId } of [a, b])
    await refuseGone(
      trx,
      compId,
      { ftype: 4, settings: { ...namesNothing, accessNumbers: kind === "displayed" ? numbers : [], flowId } },
      deps.templateIsThere,
    );
}

async function start(deps: TaskDeps, body: Wanted, context: RequestContext): Promise<null> {
  const { ports, audit } = deps;
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
        ...{ a: body.a, b: body.b, startedAt: new Date(now), createdBy: context.caller.nickName },
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
