/** Stand-ins: a seat names its own, monitors and administrators those of their seats. */
import { AppError, formatTime, isAdministrator, parseTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { workDelegateApi } from "@liantai/api/contract/work-orders";
import { compOf } from "../../http/company.ts";
import { fieldRefusal } from "../../http/refusals.ts";
import type { Caller, RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import { mayGovern } from "../seats/index.ts";
import { serviceOf } from "../service.ts";
import { dropDelegate, findSeat, listDelegates, putDelegate } from "./delegates-repository.ts";
import type { WorkOrderDeps } from "./deps.ts";
import { namesOf } from "./people-repository.ts";

type Api = typeof workDelegateApi;

/** Refuses a seat that is none, or not the caller's to look after. */
async function governed(trx: Trx, compId: string, caller: Caller, agentId: string): Promise<void> {
  const seat = await findSeat(trx, compId, agentId);
  if (!seat || !(await mayGovern(trx, compId, caller, seat)))
    throw new AppError("forbidden", "只能设置本人或所管坐席的代办人");
}

async function list(
  { ports }: WorkOrderDeps,
  body: BodyOf<Api["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, body.compId);
  return ports.database.tenant(compId, async (trx) => {
    const rows = await listDelegates(trx, compId);
    const seen = await Promise.all(rows.map((row) => isAdministrator(caller) || mayGovern(trx, compId, caller, row)));
    const shown = rows.filter((_, at) => seen[at]);
    const names = await namesOf(trx, compId, [
      ...new Set(shown.flatMap(({ agentId, delegateId }) => [agentId, delegateId])),
    ]);
    return shown.map(({ agentId, delegateId, fromAt, untilAt }) => ({
      agentId,
      agentName: names.get(agentId) ?? "",
      delegateId,
      delegateName: names.get(delegateId) ?? "",
      fromTime: formatTime(fromAt),
      untilTime: formatTime(untilAt),
    }));
  });
}

async function save(
  { ports, audit }: WorkOrderDeps,
  body: BodyOf<Api["save"]>,
  context: RequestContext,
): Promise<null> {
  const compId = compOf(context.caller, body.compId);
  const { agentId, delegateId } = body;
  const [fromAt, untilAt] = [parseTime(body.fromTime), parseTime(body.untilTime)];
  if (!fromAt) throw fieldRefusal("fromTime", "开始时间", "开始时间不存在");
  if (!untilAt || untilAt <= fromAt) throw fieldRefusal("untilTime", "结束时间", "结束时间应晚于开始时间");
  if (delegateId === agentId) throw fieldRefusal("delegateId", "代办人", "代办人不能是本人");
  await ports.database.tenant(compId, async (trx) => {
    await governed(trx, compId, context.caller, agentId);
    if ((await findSeat(trx, compId, delegateId))?.enabled !== 1)
      throw fieldRefusal("delegateId", "代办人", "坐席不存在或已停用");
    await putDelegate(trx, { compId, agentId, delegateId, fromAt, untilAt });
    await audit.write(trx, context, {
      compId,
      object: "workDelegate",
      action: "save",
      id: agentId,
      name: agentId,
      after: { delegateId, fromAt: formatTime(fromAt), untilAt: formatTime(untilAt) },
    });
  });
  return null;
}

async function remove(
  { ports, audit }: WorkOrderDeps,
  body: BodyOf<Api["delete"]>,
  context: RequestContext,
): Promise<null> {
  const compId = compOf(context.caller, body.compId);
  const { agentId } = body;
  await ports.database.tenant(compId, async (trx) => {
    await governed(trx, compId, context.caller, agentId);
    const gone = await dropDelegate(trx, compId, agentId);
    if (!gone) throw new AppError("notFound", "没有设置代办人");
    await audit.write(trx, context, {
      compId,
      object: "workDelegate",
      action: "delete",
      id: agentId,
      name: agentId,
      before: { delegateId: gone.delegateId },
    });
  });
  return null;
}

export const createDelegates = (deps: WorkOrderDeps) => serviceOf(deps, { list, save, remove });
