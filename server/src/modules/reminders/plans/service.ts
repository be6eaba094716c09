/** 计划提醒: who made a plan changes it, whom it is for sees it. */
import { AppError, formatTime, minuteMs, parseTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { plansApi } from "@liantai/api/contract/workorder";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { RemindersModuleDeps } from "../deps.ts";
import { serviceOf } from "../../service.ts";
import type { Ended } from "../making.ts";
import { accountsOfSeats } from "../repository.ts";
import { seatFor } from "../seats.ts";
import { nextOccurrence } from "./occurrences.ts";
import { deletePlan, findPlan, insertPlan, listPlans, updatePlan, type PlanRow } from "./repository.ts";
import { remindOfPlan, subjectOfPlan } from "./rolling.ts";

type Api = typeof plansApi;
type Deps = Pick<RemindersModuleDeps, "ports" | "audit" | "reminders">;

const dayAfter = (text: string | undefined): Date | undefined => {
  const at = text ? parseTime(text) : undefined;
  return at && new Date(at.getTime() + 1_000);
};

async function list(
  { ports }: Deps,
  body: BodyOf<Api["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, body.compId);
  const { rows, total } = await ports.database.tenant(compId, (trx) =>
    listPlans(trx, compId, caller.userId, {
      ...body,
      from: body.startTime ? parseTime(body.startTime) : undefined,
      until: dayAfter(body.endTime),
      now: new Date(ports.clock.now()),
    }),
  );
  return {
    list: rows.map((row) => ({
      id: row.id,
      des: row.des,
      remarks: row.remarks,
      planTime: formatTime(row.planTime),
      repeat: row.repeat,
      minutesBefore: row.minutesBefore,
      nextTime: row.nextTime && row.nextTime.getTime() > ports.clock.now() ? formatTime(row.nextTime) : null,
      agentId: row.agentId ?? "",
      ownerName: row.ownerName,
      createdBy: row.createdBy,
      mine: row.creatorId === caller.userId ? 1 : 0,
    })),
    total,
    pageNo: body.pageNo,
    pageSize: body.pageSize,
  };
}

/** Whose account it is for: that of the seat that is named, or the own. */
async function ownerOf(trx: Trx, { caller }: RequestContext, agentId: string | undefined): Promise<string> {
  if (!agentId && caller.entered) throw fieldRefusal("agentId", "提醒对象", "运营账号在企业内没有账号，请选择坐席");
  if (!agentId || agentId === caller.agentId) return caller.userId;
  const [account] = await accountsOfSeats(trx, caller.compId, [await seatFor(trx, caller, agentId)]);
  if (account === undefined) throw fieldRefusal("agentId", "提醒对象", "该坐席没有可登录的账号");
  return account;
}

const kept = (row: PlanDraft) => ({
  des: row.des,
  remarks: row.remarks,
  planTime: formatTime(row.planTime),
  repeat: row.repeat,
  minutesBefore: row.minutesBefore,
});

type PlanDraft = Omit<PlanRow, "compId" | "id">;

async function rowOf(
  { ports }: Deps,
  trx: Trx,
  body: BodyOf<Api["add"]>,
  context: RequestContext,
  before: PlanRow | undefined,
): Promise<PlanDraft> {
  const now = new Date(ports.clock.now());
  const planTime = parseTime(body.planTime)!;
  const same = before?.planTime.getTime() === planTime.getTime() && before.repeat === body.repeat;
  const nextTime = nextOccurrence(planTime, body.repeat, now) ?? (same ? before.nextTime : null);
  if (nextTime === null) throw fieldRefusal("planTime", "计划时间", "计划时间应晚于当前时间");
  return {
    accountId: before && body.agentId === undefined ? before.accountId : await ownerOf(trx, context, body.agentId),
    creatorId: before?.creatorId ?? context.caller.userId,
    createdBy: before?.createdBy ?? context.caller.nickName,
    des: body.des,
    remarks: body.remarks ?? "",
    planTime,
    repeat: body.repeat,
    minutesBefore: body.minutesBefore,
    nextTime,
    toldTime: before?.toldTime ?? null,
  };
}

/**
 * Of a plan that is told as before, the first time whose reminder is still to come: one that was told a moment ago is not told again
 * because something else changed. One for another time, with other notice or for somebody else begins anew.
 */
const remindFrom = (row: PlanDraft, now: number, before?: PlanRow): Date => {
  const toldAlike =
    before?.planTime.getTime() === row.planTime.getTime() &&
    before.repeat === row.repeat &&
    before.minutesBefore === row.minutesBefore &&
    before.accountId === row.accountId;
  return new Date(toldAlike ? now + row.minutesBefore * minuteMs : now);
};

async function add(deps: Deps, body: BodyOf<Api["add"]>, context: RequestContext): Promise<{ id: string }> {
  const { ports, audit, reminders } = deps;
  const compId = compOf(context.caller, body.compId);
  const id = ports.random.id();
  await ports.database.tenant(compId, async (trx) => {
    const row = await rowOf(deps, trx, body, context, undefined);
    await insertPlan(trx, { compId, id, ...row });
    await remindOfPlan(reminders.make, trx, { compId, id, ...row }, remindFrom(row, ports.clock.now()));
    await audit.write(trx, context, { compId, object: "plan", action: "add", id, name: row.des, after: kept(row) });
  });
  reminders.wake();
  return { id };
}

/** The caller's own making; another's is none to him. */
async function mineOf(trx: Trx, compId: string, id: string, { caller }: RequestContext): Promise<PlanRow> {
  const row = await findPlan(trx, compId, id);
  if (row && row.creatorId !== caller.userId && row.accountId === caller.userId)
    throw new AppError("forbidden", `该计划由${row.createdBy}创建，只能由其修改`);
  if (!row || row.creatorId !== caller.userId) throw new AppError("notFound", "计划不存在");
  return row;
}

async function update(deps: Deps, body: BodyOf<Api["update"]>, context: RequestContext): Promise<null> {
  const { ports, audit, reminders } = deps;
  const compId = compOf(context.caller, body.compId);
  const ended = await ports.database.tenant(compId, async (trx) => {
    const before = await mineOf(trx, compId, body.id, context);
    const row = await rowOf(deps, trx, body, context, before);
    await updatePlan(trx, compId, body.id, row);
    const gone = await reminders.drop(trx, compId, subjectOfPlan(body.id));
    await remindOfPlan(
      reminders.make,
      trx,
      { compId, id: body.id, ...row },
      remindFrom(row, ports.clock.now(), before),
    );
    await audit.write(trx, context, {
      compId,
      object: "plan",
      action: "update",
      id: body.id,
      name: row.des,
      before: kept(before),
      after: kept(row),
    });
    return gone;
  });
  await reminders.over(ended);
  reminders.wake();
  return null;
}

async function remove(
  { ports, audit, reminders }: Deps,
  body: BodyOf<Api["delete"]>,
  context: RequestContext,
): Promise<{ count: number }> {
  const compId = compOf(context.caller, body.compId);
  const ids = [...new Set(body.ids)];
  const ended = await ports.database.tenant(compId, async (trx) => {
    const gone: Ended[number][] = [];
    for (const id of ids) {
      const before = await mineOf(trx, compId, id, context);
      gone.push(...(await reminders.drop(trx, compId, subjectOfPlan(id))));
      await deletePlan(trx, compId, id);
      await audit.write(trx, context, {
        compId,
        object: "plan",
        action: "delete",
        id,
        name: before.des,
        before: kept(before),
      });
    }
    return gone;
  });
  await reminders.over(ended);
  return { count: ids.length };
}

export const createPlans = (deps: Deps) => serviceOf(deps, { list, add, update, delete: remove });
