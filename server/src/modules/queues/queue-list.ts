/** 排队列表: who waits, and what a supervisor does about it. Each act stands in the operation log with its number masked. */
import { AppError, maskPhone, seatStatus, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { queueNumber, type queueListApi } from "@liantai/api/contract/admin";
import { compOf } from "../../http/company.ts";
import { hidesNumbers } from "../../http/privacy.ts";
import type { Caller, RequestContext } from "../../http/routes.ts";
import type { CommandReply, WaitingCall } from "../../ports/engine.ts";
import type { AdministrationDeps } from "../deps.ts";
import { numberPlace } from "../numbers/index.ts";
import { serviceOf } from "../service.ts";
import { within } from "./scope.ts";
import { vipNames } from "./vips-repository.ts";
import { dispatchQueues, seatsInService, watchedGroups } from "./repository.ts";

type Api = typeof queueListApi;

export const watched = (
  { ports }: Pick<AdministrationDeps, "ports">,
  compId: string,
  caller: Pick<Caller, "roleType" | "agentId">,
) => ports.database.tenant(compId, async (trx) => watchedGroups(trx, compId, await within(trx, compId, caller)));

/** Whose callers are somebody's to see to: who waits, or is owed a call, stays when the group is switched off. */
export const servedGroups = (...[{ ports }, compId, caller]: Parameters<typeof watched>) =>
  ports.database.tenant(compId, async (trx) => watchedGroups(trx, compId, await within(trx, compId, caller), true));

/** Rounded up: the seconds by which a caller was moved past another are seen. */
const minutes = (ms: number): number => Math.ceil(ms / 6_000) / 10;

async function list(
  deps: AdministrationDeps,
  body: BodyOf<Api["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, body.compId);
  const groups = await watched(deps, compId, caller);
  const names = new Map((await servedGroups(deps, compId, caller)).map(({ id, name }) => [id, name]));
  const { at, waiting } = await deps.engine.queues(compId);
  const hide = hidesNumbers(caller);
  const asked = (call: WaitingCall) => (body.skillGroupId ? call.groupIds.includes(body.skillGroupId) : true);
  const vips = await deps.ports.database.tenant(compId, (trx) => vipNames(trx, compId, waiting));
  return {
    at,
    groups: groups.map(({ id, name }) => ({ id, name })),
    calls: waiting
      .filter((call) => asked(call) && call.groupIds.some((id) => names.has(id)))
      .map((call) => ({
        callId: call.callId,
        callback: call.callback && { ...call.callback },
        position: call.ahead + 1,
        number: hide ? maskPhone(call.number) : call.number,
        place: numberPlace(call.number),
        vip: vips.get(call.callId) ?? null,
        accessNumber: call.accessNumber,
        groups: call.groupIds.flatMap((id) => (names.has(id) ? [{ id, name: names.get(id)! }] : [])),
        queueName: call.queueName,
        priority: minutes(call.boostMs),
        moved: minutes(call.movedMs),
        arrivedAt: call.arrivedAt,
        queuedAt: call.queuedAt,
        expected: call.waitMs === null ? null : Math.round(call.waitMs / 1_000),
        offered: [...call.offered],
        ringing: call.ringing,
      })),
  };
}

/** Who waits in a group that the caller watches, on the line or to be called back. */
async function findAny(deps: AdministrationDeps, compId: string, callId: string, caller: Caller): Promise<WaitingCall> {
  const own = new Set((await servedGroups(deps, compId, caller)).map(({ id }) => id));
  const { waiting } = await deps.engine.queues(compId);
  const call = waiting.find((each) => each.callId === callId);
  if (!call || !call.groupIds.some((id) => own.has(id))) throw new AppError("notFound", "该来电已不在排队");
  return call;
}

/** The same, on the line. */
async function find(deps: AdministrationDeps, compId: string, callId: string, caller: Caller): Promise<WaitingCall> {
  const call = await findAny(deps, compId, callId, caller);
  if (call.callback !== null) throw new AppError("notFound", "该来电已不在排队");
  return call;
}

const log = (
  deps: AdministrationDeps,
  context: RequestContext,
  compId: string,
  { callId, number }: WaitingCall,
  action: string,
  after: Readonly<Record<string, string>>,
) =>
  deps.ports.database.tenant(compId, (trx) =>
    deps.audit.write(trx, context, {
      compId,
      object: "queuedCall",
      action,
      id: callId,
      name: maskPhone(number),
      after,
    }),
  );

/** Who did it, in the call's own log: a seat's number, or the account. */
export const actorOf = ({ agentId, userId }: Caller): string => agentId ?? userId;

async function moveUp(deps: AdministrationDeps, body: BodyOf<Api["moveUp"]>, context: RequestContext): Promise<null> {
  const { caller } = context;
  const compId = compOf(caller, body.compId);
  const call = await findAny(deps, compId, body.callId, caller);
  if (call.ringing !== null)
    throw new AppError("refused", `该${call.callback ? "客户正在回呼" : "来电正在振铃"}，不需要上移`);
  if (!(await deps.engine.moveUp(compId, call.callId, `monitor:${actorOf(caller)}`, caller.nickName)))
    throw new AppError("refused", "该来电前面没有可以超过的来电，或刚刚离开排队");
  await log(deps, context, compId, call, "moveUp", { callId: call.callId });
  return null;
}

export const refusal = ({ code, msg }: CommandReply): AppError =>
  new AppError(code === -404 ? "notFound" : "refused", msg ?? "当前状态不能执行此操作");

/** At the own seat; what waits or rings. */
async function pickUp(deps: AdministrationDeps, body: BodyOf<Api["pickUp"]>, context: RequestContext): Promise<null> {
  const { caller } = context;
  const compId = compOf(caller, body.compId);
  if (caller.agentId === null) throw new AppError("forbidden");
  const call = await find(deps, compId, body.callId, caller);
  const reply = await deps.engine.pickUp(compId, caller.agentId, call.callId);
  if (reply.code !== 1) throw refusal(reply);
  await log(deps, context, compId, call, "queuePickUp", { callId: call.callId });
  return null;
}

async function targets(
  deps: AdministrationDeps,
  body: BodyOf<Api["targets"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["targets"]>> {
  const compId = compOf(caller, body.compId);
  const { groups, queues, seats } = await deps.ports.database.tenant(compId, async (trx) => ({
    groups: await watchedGroups(trx, compId, undefined),
    queues: await dispatchQueues(trx, compId),
    seats: await seatsInService(trx, compId),
  }));
  const { agents } = await deps.engine.live(compId, true);
  const ready = new Set(agents.filter(({ code }) => code === seatStatus.idle).map(({ agentId }) => agentId));
  return {
    skillGroup: groups.map(({ id, name }) => ({ id, label: name })),
    dispatchQueue: queues.map(({ id, name }) => ({ id, label: name })),
    seat: seats
      .filter(({ agentId }) => ready.has(agentId))
      .map(({ agentId, name }) => ({ id: agentId, label: `${name}（${agentId}）` })),
  };
}

/** A number outside is somebody's. */
const sentTo = ({ kind }: BodyOf<Api["transfer"]>["to"], { fields }: CommandReply): string => {
  const to = fields?.["to"] ?? "";
  return kind === queueNumber ? maskPhone(to) : to;
};

async function transfer(
  deps: AdministrationDeps,
  body: BodyOf<Api["transfer"]>,
  context: RequestContext,
): Promise<null> {
  const { caller } = context;
  const compId = compOf(caller, body.compId);
  const call = await find(deps, compId, body.callId, caller);
  const reply = await deps.engine.sendOn(compId, call.callId, body.to, actorOf(caller), caller.nickName);
  if (reply.code !== 1) throw refusal(reply);
  await log(deps, context, compId, call, "queueTransfer", { callId: call.callId, to: sentTo(body.to, reply) });
  return null;
}

export const createQueueList = (deps: AdministrationDeps) =>
  serviceOf(deps, { list, moveUp, pickUp, targets, transfer });
