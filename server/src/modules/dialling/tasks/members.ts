/** Seats of a task: those of its skill group, and those that are named in it. */
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { taskMemberApi } from "@liantai/api/contract/admin";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { publish } from "../../topics.ts";
import { changingTask, withTask, type TaskDeps } from "./deps.ts";
import { callsOfSeats, knownSeats, listMembers } from "./members-repository.ts";
import { settingsOf } from "./present.ts";
import { updateDialTask, type TaskWhole } from "./repository.ts";
import { allotSeats, hasSeats, tellAllotted } from "./seats.ts";
import { logged } from "./service.ts";

type Api = typeof taskMemberApi;

export const members = (
  deps: TaskDeps,
  body: BodyOf<Api["list"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["list"]>> =>
  withTask(deps, context, { ...body, id: body.taskId }, async (trx, task, compId) => {
    const { rows, total } = await listMembers(trx, compId, task.id, body);
    const calls = await callsOfSeats(
      trx,
      compId,
      task.id,
      rows.map(({ agentId }) => agentId),
    );
    return {
      list: rows.map(({ agentId, name, groupName, participateStatus, joined }) => ({
        agentId,
        name,
        groupName: groupName ?? "",
        participateStatus,
        joined: joined ? 1 : 0,
        calls: calls.get(agentId)?.calls ?? 0,
        talkS: Math.round((calls.get(agentId)?.talkMs ?? 0) / 1_000),
      })),
      total,
      pageNo: body.pageNo,
      pageSize: body.pageSize,
    };
  });

type Changed = BodyOf<Api["add"]>;

/** next: whom the task names from then on. */
async function change(
  deps: TaskDeps,
  body: Changed,
  context: RequestContext,
  next: (named: readonly string[], asked: readonly string[]) => readonly string[],
  check: (known: ReadonlySet<string>, asked: readonly string[], named: readonly string[], task: TaskWhole) => void,
): Promise<{ count: number }> {
  const { ports, register } = deps;
  const asked = [...new Set(body.agentIds)];
  const done = await changingTask(deps, context, { ...body, id: body.taskId }, "update", async (trx, task, compId) => {
    if (!hasSeats(task.ftype)) throw new AppError("refused", "该任务不需要坐席参与");
    const before = settingsOf(task);
    check(new Set(await knownSeats(trx, compId, asked)), asked, before.agentIds, task);
    const settings = { ...before, agentIds: [...next(before.agentIds, asked)] };
    await updateDialTask(trx, compId, task.id, { settings: JSON.stringify(settings) });
    const allotted = await allotSeats(trx, register, compId, { ...task, settings }, ports.clock.now());
    await deps.audit.write(trx, context, {
      ...{ compId, object: logged, action: "update", id: task.id, name: task.taskIdentity },
      before: { agentIds: before.agentIds },
      after: { agentIds: settings.agentIds },
    });
    return { compId, allotted };
  });
  await tellAllotted(ports, register, done.compId, body.taskId, done.allotted);
  await publish(ports.broker, "task.changed", { compId: done.compId, taskId: body.taskId });
  return { count: done.allotted.came.length + done.allotted.went.length };
}

export const addMembers = (deps: TaskDeps, body: Changed, context: RequestContext) =>
  change(
    deps,
    body,
    context,
    (named, asked) => [...new Set([...named, ...asked])],
    (known, asked) => {
      const gone = asked.find((agentId) => !known.has(agentId));
      if (gone !== undefined) throw fieldRefusal("agentIds", "坐席", `坐席 ${gone} 不存在`);
    },
  );

export const removeMembers = (deps: TaskDeps, body: Changed, context: RequestContext) =>
  change(
    deps,
    body,
    context,
    (named, asked) => named.filter((agentId) => !asked.includes(agentId)),
    (_known, asked, named) => {
      const through = asked.find((agentId) => !named.includes(agentId));
      if (through !== undefined)
        throw fieldRefusal("agentIds", "坐席", `坐席 ${through} 不是单独分配的，请在任务的技能组中调整`);
    },
  );
