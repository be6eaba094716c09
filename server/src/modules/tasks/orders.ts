/** Starting and stopping a task: of administrators, and of monitors where a seat of their groups is allotted to it. */
import { isAdministrator, isMonitor, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import {
  taskFailure,
  taskStates,
  type TaskState,
  type taskSupervisionApi,
  type TaskType,
} from "@liantai/api/contract/admin";
import { compOf } from "../../http/company.ts";
import type { Caller, RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { CommandReply } from "../../ports/engine.ts";
import type { Ports } from "../../ports/index.ts";
import type { Audit } from "../audit/index.ts";
import { visibleSeats } from "../seats/index.ts";
import { publish } from "../topics.ts";
import { moved, stateAt, type TaskOrder } from "./machine.ts";
import { isOfSeats, lockTask, setTaskState, supervisedTasks, type TaskRow } from "./repository.ts";

export interface OrderDeps {
  readonly ports: Pick<Ports, "database" | "clock" | "broker">;
  readonly audit: Audit;
  /** Whether the caller's role has a business permission. */
  mayDo(caller: Caller, purview: string): Promise<boolean>;
  /** Of dialling; default: whatever has its state may start. */
  readonly hooks?: TaskHooks;
}

/** Done once the transaction is over. */
export type Afterwards = () => Promise<void>;

/** What dialling has to say to an order; in its transaction. */
export interface TaskHooks {
  /** Why it may not start; undefined: it may. */
  refusal(trx: Trx, task: TaskRow): Promise<string | undefined>;
  /** It is in this state from now on; what is to be told of that. */
  moved(trx: Trx, task: TaskRow, state: TaskState): Promise<Afterwards>;
}

export type Moved =
  | { readonly ok: true; readonly task: TaskRow; readonly state: TaskState; readonly afterwards: Afterwards }
  | { readonly ok: false; readonly why: string };

/** The task is locked; who asks has decided that it may. */
export async function moveTask(
  trx: Trx,
  task: TaskRow,
  order: TaskOrder,
  now: number,
  hooks?: TaskHooks,
): Promise<Moved> {
  const state = moved(order, task, now);
  if (!state) return { ok: false, why: `任务${taskStates[stateAt(task, now)]}` };
  const why = order === "taskStart" ? await hooks?.refusal(trx, task) : undefined;
  if (why !== undefined) return { ok: false, why };
  await setTaskState(trx, task.compId, task.id, state);
  const afterwards = (await hooks?.moved(trx, task, state)) ?? (async () => undefined);
  return { ok: true, task, state, afterwards };
}

async function governs(trx: Trx, caller: Caller, taskId: string): Promise<boolean> {
  const { within } = await visibleSeats(trx, caller.compId, caller);
  return within === undefined || isOfSeats(trx, caller.compId, taskId, within);
}

type SupervisedApi = typeof taskSupervisionApi;

/** What the caller may start or stop. */
export function supervised(
  { database, clock }: Pick<Ports, "database" | "clock">,
  body: BodyOf<SupervisedApi["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<SupervisedApi["list"]>> {
  const { pageNo, pageSize } = body;
  const compId = compOf(caller, body.compId);
  return database.tenant(compId, async (trx) => {
    const now = clock.now();
    const { within } = await visibleSeats(trx, compId, caller);
    const { rows, total } = await supervisedTasks(trx, compId, body, new Date(now), within);
    const list = rows.map((row) => ({
      id: row.id,
      taskIdentity: row.taskIdentity,
      ftype: row.ftype as TaskType,
      state: stateAt(row, now),
      seats: Number(row.seats ?? 0),
      joined: Number(row.joined ?? 0),
    }));
    return { list, total, pageNo, pageSize };
  });
}

export async function orderTask(
  { ports: { database, clock, broker }, audit, mayDo, hooks }: OrderDeps,
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
  let afterwards: Afterwards | undefined;
  const done = await database.tenant(caller.compId, async (trx): Promise<CommandReply> => {
    const task = await lockTask(trx, caller.compId, taskId);
    // A task of seats that the monitor does not see is none to him.
    if (!task || !(await governs(trx, caller, taskId))) return refuse(-404, "任务不存在");
    const move = await moveTask(trx, task, order, clock.now(), hooks);
    if (!move.ok) return refuse(-403, move.why, task.ftype);
    ({ afterwards } = move);
    await audit.write(
      trx,
      { caller, address: "", headers: { module: encodeURIComponent("话务工具条") } },
      { compId: caller.compId, object: "task", action: order, id: taskId, name: task.taskIdentity },
    );
    return { code: 1 };
  });
  if (done.code === 1) await publish(broker, "task.changed", { compId: caller.compId, taskId });
  await afterwards?.();
  return done;
}
