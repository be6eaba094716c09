/** 外呼任务: list, adding, changing, deleting, counters. A change counts from the next call. */
import { AppError, epochOf, formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { taskSettings, taskStates, type dialTaskApi, type TaskSettings } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal, unique } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { isOver, stateAt } from "../../tasks/index.ts";
import { publish } from "../../topics.ts";
import { endPromisesOfTasks, tellPromises } from "../promises.ts";
import { readProgress } from "../progress-repository.ts";
import { refuseForeign, refuseNamed, refuseRecipes } from "../recipes/chains.ts";
import { mustPress, mustSee, seesKind } from "./access.ts";
import { changingTask, missingTask, withTask, type TaskDeps } from "./deps.ts";
import { hoursFacts } from "./hours.ts";
import { keepsOf, refuseGone } from "./naming.ts";
import { presentTask, settingsOf, type Shown } from "./present.ts";
import { findTasks, insertDialTask, joinedSeats, listTasks, updateDialTask, type TaskWhole } from "./repository.ts";
import { allotSeats, tellAllotted } from "./seats.ts";

type Api = typeof dialTaskApi;

export const logged = "dialTask";
export const nameTaken = () => fieldRefusal("taskIdentity", "任务标识", "任务标识已存在");

/** What the row keeps; name, kind and dates stand in the register. */
const settingsFrom = (typed: object): TaskSettings => taskSettings.cast(typed, { stripUnknown: true });
const timeOf = (text: string): number | null => (text === "" ? null : epochOf(text));
const timeText = (at: Date | null): string => (at === null ? "" : formatTime(at));

/** As the log has it. */
const fieldsOf = (task: Pick<TaskWhole, "taskIdentity" | "ftype" | "fromAt" | "untilAt" | "settings">) => ({
  taskIdentity: task.taskIdentity,
  ftype: task.ftype,
  fromAt: timeText(task.fromAt),
  untilAt: timeText(task.untilAt),
  ...settingsOf(task),
});

async function shown({ ports }: TaskDeps, trx: Trx, compId: string, tasks: readonly TaskWhole[]): Promise<Shown[]> {
  const ids = tasks.map(({ id }) => id);
  const facts = await hoursFacts(trx, compId, tasks, ports.dialHours);
  const progress = new Map((await readProgress(trx, compId, ids)).map((row) => [row.taskId, row]));
  const joined = await joinedSeats(trx, compId, ids);
  const now = ports.clock.now();
  return tasks.map((task) =>
    presentTask(task, { facts, progress: progress.get(task.id), joined: joined.get(task.id) ?? 0, now }),
  );
}

export async function list(
  deps: TaskDeps,
  body: BodyOf<Api["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, body.compId);
  await mustSee(deps, caller, body.ftype);
  return deps.ports.database.tenant(compId, async (trx) => {
    const { rows, total } = await listTasks(trx, compId, body, new Date(deps.ports.clock.now()));
    return { list: await shown(deps, trx, compId, rows), total, pageNo: body.pageNo, pageSize: body.pageSize };
  });
}

export const findById = (deps: TaskDeps, body: BodyOf<Api["findById"]>, context: RequestContext): Promise<Shown> =>
  withTask(deps, context, body, async (trx, task, compId) => (await shown(deps, trx, compId, [task]))[0]!);

export async function add(
  deps: TaskDeps,
  body: BodyOf<Api["add"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["add"]>> {
  const { ports, register } = deps;
  const compId = compOf(context.caller, body.compId);
  await mustPress(deps, context.caller, body.ftype, "add");
  const id = ports.random.id();
  const { taskIdentity, ftype } = body;
  const settings = settingsFrom(body);
  await refuseForeign(deps, context.caller, compId, settings);
  await unique(nameTaken, () =>
    ports.database.tenant(compId, async (trx) => {
      await refuseGone(trx, compId, { ftype, settings }, deps.templateIsThere);
      await refuseRecipes(trx, compId, { id: "", taskIdentity, settings }, deps.recipes.choices);
      const times = { fromAt: timeOf(body.fromAt), untilAt: timeOf(body.untilAt) };
      await register.put(trx, { compId, id, taskIdentity, ftype, ...times });
      await insertDialTask(trx, {
        compId,
        id,
        settings: JSON.stringify(settings),
        createdAt: new Date(ports.clock.now()),
        createdBy: context.caller.nickName,
      });
      await allotSeats(trx, register, compId, { id, ftype, settings }, ports.clock.now());
      const after = { taskIdentity, ftype, fromAt: body.fromAt, untilAt: body.untilAt, ...settings };
      await deps.audit.write(trx, context, { compId, object: logged, action: "add", id, name: taskIdentity, after });
    }),
  );
  await publish(ports.broker, "task.changed", { compId, taskId: id });
  return { id };
}

/** What is over stays as it was; a task whose last day has passed may be given a later one. */
function refuseOver({ state }: TaskWhole, doing: string): void {
  if (isOver(state)) throw new AppError("refused", `任务${taskStates[state]}，不能${doing}`);
}

export async function update(deps: TaskDeps, body: BodyOf<Api["update"]>, context: RequestContext): Promise<null> {
  const { ports, register } = deps;
  const { id, taskIdentity, ftype } = body;
  const settings = settingsFrom(body);
  await refuseForeign(deps, context.caller, compOf(context.caller, body.compId), settings);
  const done = await unique(nameTaken, () =>
    changingTask(deps, context, body, "update", async (trx, before, compId) => {
      if (before.ftype !== ftype) throw fieldRefusal("ftype", "任务类型", "任务类型不能修改");
      refuseOver(before, "修改");
      await refuseGone(trx, compId, { ftype, settings }, deps.templateIsThere, keepsOf(settingsOf(before)));
      await refuseRecipes(trx, compId, { id, taskIdentity, settings }, deps.recipes.choices);
      const times = { fromAt: timeOf(body.fromAt), untilAt: timeOf(body.untilAt) };
      await register.put(trx, { compId, id, taskIdentity, ftype, ...times });
      // With a later last day it ends once more.
      const goesOn = times.untilAt === null || times.untilAt > ports.clock.now();
      await updateDialTask(trx, compId, id, {
        settings: JSON.stringify(settings),
        ...(goesOn ? { endedAt: null } : {}),
      });
      const allotted = await allotSeats(trx, register, compId, { id, ftype, settings }, ports.clock.now());
      await deps.audit.write(trx, context, {
        ...{ compId, object: logged, action: "update", id, name: taskIdentity },
        before: fieldsOf(before),
        after: { taskIdentity, ftype, fromAt: body.fromAt, untilAt: body.untilAt, ...settings },
      });
      return { compId, allotted };
    }),
  );
  await tellAllotted(ports, register, done.compId, id, done.allotted);
  await publish(ports.broker, "task.changed", { compId: done.compId, taskId: id });
  return null;
}

/** Deleting what runs, or has calls, would leave them to nobody. */
function refuseRunning(task: TaskWhole, live: number, now: number): void {
  if (stateAt(task, now) === "running") throw new AppError("refused", `任务“${task.taskIdentity}”运行中，不能删除`);
  if (live > 0) throw new AppError("refused", `任务“${task.taskIdentity}”还有进行中的呼叫，不能删除`);
}

export async function remove(
  deps: TaskDeps,
  body: BodyOf<Api["delete"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["delete"]>> {
  const { ports, register, audit } = deps;
  const compId = compOf(context.caller, body.compId);
  const ids = [...new Set(body.ids)].sort();
  const kinds = await ports.database.tenant(compId, async (trx) =>
    (await findTasks(trx, compId, ids)).map((t) => t.ftype),
  );
  for (const ftype of new Set(kinds)) await mustPress(deps, context.caller, ftype, "delete");
  const { gone, promises } = await ports.database.tenant(compId, async (trx) => {
    // Whoever starts one waits; in one order, so that two deletions do not wait for each other.
    for (const id of ids) await register.lock(trx, compId, id);
    const tasks = await findTasks(trx, compId, ids);
    if (tasks.length < ids.length) throw missingTask();
    const progress = new Map((await readProgress(trx, compId, ids)).map((row) => [row.taskId, row]));
    for (const task of tasks) refuseRunning(task, progress.get(task.id)?.live ?? 0, ports.clock.now());
    await refuseNamed(trx, compId, tasks);
    const promises = await endPromisesOfTasks(trx, compId, ids, ports.clock.now());
    await register.remove(trx, compId, ids);
    for (const task of tasks) {
      const { id, taskIdentity: name } = task;
      await audit.write(trx, context, { compId, object: logged, action: "delete", id, name, before: fieldsOf(task) });
    }
    return { gone: tasks, promises };
  });
  for (const { id } of gone) await publish(ports.broker, "task.changed", { compId, taskId: id });
  await tellPromises(ports, promises);
  return { count: gone.length };
}

/** Of the tasks whose page the caller has. */
export async function progress(
  deps: TaskDeps,
  body: BodyOf<Api["progress"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["progress"]>> {
  const compId = compOf(caller, body.compId);
  const tasks = await deps.ports.database.tenant(compId, (trx) => findTasks(trx, compId, body.ids));
  const seen = new Set<number>();
  for (const ftype of new Set(tasks.map((task) => task.ftype)))
    if (await seesKind(deps, caller, ftype)) seen.add(ftype);
  const rows = await deps.ports.database.tenant(compId, (trx) =>
    shown(
      deps,
      trx,
      compId,
      tasks.filter(({ ftype }) => seen.has(ftype)),
    ),
  );
  return rows.map(({ id, state, waitsFor, joined, progress }) => ({ id, state, waitsFor, joined, progress }));
}
