/** What a seat does with tasks: it sees its own, joins one, leaves one, dials for one. */
import { joinRefusals, seatTaskTypes, taskFailure, taskLeft, type taskSeatApi } from "@liantai/api/contract/admin";
import { AppError, type BodyOf, type QueryOf, type ReplyOf } from "@liantai/api/contract";
import { compOf } from "../../http/company.ts";
import { fieldRefusal } from "../../http/refusals.ts";
import type { Caller, RequestContext } from "../../http/routes.ts";
import type { CommandReply } from "../../ports/engine.ts";
import type { Trx } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import { serviceOf } from "../service.ts";
import { publish } from "../topics.ts";
import type { CallTask } from "../telephony/index.ts";
import { isOver, joinRefusal, stateAt } from "./machine.ts";
import { leaveTask, seatTask, seatTasks, takePart, type SeatTaskRow } from "./repository.ts";

type Api = typeof taskSeatApi;
type Shown = ReplyOf<Api["auto"]>[number];
type SeatDeps = Pick<Ports, "database" | "clock" | "broker">;

const notAllotted = "该任务未分配给您";
const notIn = "您未参与该任务";

const joinedIn = ({ participateStatus, sessionId }: SeatTaskRow, caller: Caller): boolean =>
  participateStatus === 1 && sessionId === caller.sessionId;

function present(row: SeatTaskRow, caller: Caller, now: number): Shown {
  return {
    id: row.id,
    taskIdentity: row.taskIdentity,
    ftype: row.ftype as Shown["ftype"],
    state: stateAt(row, now),
    participateStatus: row.participateStatus,
    joined: joinedIn(row, caller) ? 1 : 0,
    agentId: row.agentId,
    compid: row.compId,
  };
}

/** The caller's own seat; another's is refused by the field's name. */
function ownSeat(caller: Caller, { agentId, compid }: { readonly agentId: string; readonly compid: string }) {
  const compId = compOf(caller, compid);
  if (agentId !== caller.agentId) throw fieldRefusal("agentId", "工号", "只能查看和操作本人的任务");
  return { compId, agentId };
}

const listed = (deps: SeatDeps, caller: Caller, ftype: number): Promise<Shown[]> =>
  deps.database.tenant(caller.compId, async (trx) =>
    (await seatTasks(trx, caller.compId, caller.agentId ?? "", ftype)).map((row) =>
      present(row, caller, deps.clock.now()),
    ),
  );

/** Where it takes part. */
async function auto(deps: SeatDeps, { ftype }: QueryOf<Api["auto"]>, { caller }: RequestContext): Promise<Shown[]> {
  const rows = await listed(deps, caller, ftype);
  return rows.filter(({ participateStatus, state }) => participateStatus === 1 && !isOver(state));
}

async function joinable(deps: SeatDeps, body: BodyOf<Api["joinable"]>, { caller }: RequestContext): Promise<Shown[]> {
  ownSeat(caller, body);
  return listed(deps, caller, body.ftype);
}

async function update(deps: SeatDeps, body: BodyOf<Api["update"]>, { caller }: RequestContext): Promise<null> {
  const { compId, agentId } = ownSeat(caller, body);
  await deps.database.tenant(compId, async (trx) => {
    const row = await seatTask(trx, compId, agentId, body.id);
    if (row?.taskIdentity !== body.taskIdentity) throw new AppError("notFound", "任务不存在");
    const left = await leaveTask(trx, compId, body.id, agentId);
    if (left.length === 0) throw new AppError("refused", notIn);
  });
  await told(deps, compId, agentId, body.id);
  return null;
}

/** The engine counts the seat in, or no longer. */
async function told({ broker }: SeatDeps, compId: string, agentId: string, taskId: string): Promise<void> {
  await publish(broker, "seat.changed", { compId, agentId });
  await publish(broker, "task.changed", { compId, taskId });
}

const refuse = (command: "taskJoin" | "taskExit", code: number, why: string): CommandReply => ({
  code,
  msg: `${taskFailure(command)}：${why}`,
});

async function join(deps: SeatDeps, caller: Caller, taskId: string): Promise<CommandReply> {
  const { database, clock } = deps;
  const { compId, agentId, sessionId } = caller;
  const joined = await database.tenant(compId, async (trx): Promise<CommandReply> => {
    const row = await seatTask(trx, compId, agentId ?? "", taskId);
    if (!row) return refuse("taskJoin", -403, notAllotted);
    if (!seatTaskTypes.some((ftype) => ftype === row.ftype)) return refuse("taskJoin", -403, "该任务不需要坐席参与");
    const code = joinRefusal(row, joinedIn(row, caller), clock.now());
    if (code) return { code, msg: joinRefusals[code] };
    // Another page of the seat may have joined meanwhile.
    if (await takePart(trx, compId, agentId ?? "", taskId, sessionId)) return { code: 1 };
    return { code: 40, msg: joinRefusals[40] };
  });
  if (joined.code === 1) await told(deps, compId, agentId ?? "", taskId);
  return joined;
}

const joinErrors = { 35: "taskOver", 36: "taskNotStarted", 40: "taskJoined" } as const;

/** The same over HTTP. */
async function joinNow(deps: SeatDeps, body: BodyOf<Api["join"]>, { caller }: RequestContext): Promise<null> {
  ownSeat(caller, body);
  const { code, msg } = await join(deps, caller, body.id);
  if (code === 35 || code === 36 || code === 40) throw new AppError(joinErrors[code]);
  if (code !== 1) throw new AppError("refused", msg);
  return null;
}

async function exit(deps: SeatDeps, { compId, agentId }: Caller, taskId: string): Promise<CommandReply> {
  const left = await deps.database.tenant(compId, async (trx): Promise<CommandReply> => {
    const row = await seatTask(trx, compId, agentId ?? "", taskId);
    if (!row) return refuse("taskExit", -403, notAllotted);
    const left = await leaveTask(trx, compId, taskId, agentId ?? "");
    if (left.length === 0) return refuse("taskExit", -403, notIn);
    return { code: 1, msg: taskLeft(row.taskIdentity) };
  });
  if (left.code === 1) await told(deps, compId, agentId ?? "", taskId);
  return left;
}

/** The task for who is in it, in this session, while it runs: a call for it is dialled by nobody else. */
export async function joinedTask(
  trx: Trx,
  caller: Caller,
  taskId: string,
  now: number,
): Promise<CallTask | CommandReply> {
  const row = await seatTask(trx, caller.compId, caller.agentId ?? "", taskId);
  if (!row || !joinedIn(row, caller)) return { code: -403, msg: notIn };
  if (stateAt(row, now) !== "running") return { code: -403, msg: "任务未在运行，无法外呼" };
  return { type: row.ftype, id: row.id, identity: row.taskIdentity };
}

export const createSeatTasks = (deps: SeatDeps) => serviceOf(deps, { auto, joinable, update, join, joinNow, exit });
