/** Custom statuses: what they are, who may use them and how far; binding one to a signed-in seat. */
import { AppError, type BodyOf, type ReplyOf, type telephonyApi, isSeat } from "@liantai/api/contract";
import { maySupervise, type seatStatusApi } from "@liantai/api/contract/admin";
import { checkRole } from "../../../http/authority.ts";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal, unique } from "../../../http/refusals.ts";
import type { Caller, RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { mayGovern } from "../agents/policy.ts";
import type { SeatsDeps } from "../deps.ts";
import { fault } from "../faults.ts";
import { serviceOf } from "../../service.ts";
import {
  allocationsOf,
  deleteStatuses,
  findByName,
  findStatus,
  insertStatus,
  inUse,
  knownGroups,
  knownSeats,
  listStatuses,
  seatOf,
  setAllocation,
  updateStatus,
  type StatusRow,
} from "./repository.ts";

type Body<K extends keyof typeof seatStatusApi> = BodyOf<(typeof seatStatusApi)[K]>;

const taken = ["statusName", "状态名称", "状态名称已存在"] as const;

const typed = (row: StatusRow) => ({ statusName: row.name, enable: row.enabled, sort: row.sort, remark: row.remark });

const limited = (row: StatusRow) => ({
  maxAtOnce: row.maxAtOnce,
  maxAtOnceGroup: row.maxAtOnceGroup,
  maxMinutes: row.maxMinutes,
  maxPerDay: row.maxPerDay,
  overEntry: row.overEntry,
  overTime: row.overTime,
});

/** A seat that the caller may put into a status: his own, or, of who may supervise, one that he looks after. */
async function governed(deps: SeatsDeps, compId: string, caller: Caller, agentId: string): Promise<string> {
  const known = await deps.ports.database.tenant(compId, async (trx) => {
    const seat = await seatOf(trx, compId, agentId);
    return seat !== undefined && mayGovern(trx, compId, caller, seat);
  });
  if (!known) throw new AppError("notFound", "坐席不存在");
  // Outside of that transaction: the rights are read by one of their own.
  if (caller.agentId !== agentId) await checkRole(caller, maySupervise, deps.auth);
  return agentId;
}

async function list(
  deps: SeatsDeps,
  body: Body<"list">,
  { caller }: RequestContext,
): Promise<ReplyOf<typeof seatStatusApi.list>> {
  const compId = compOf(caller, body.compId);
  const seat = body.agentId
    ? await governed(deps, compId, caller, body.agentId)
    : isSeat(caller)
      ? (caller.agentId ?? "")
      : undefined;
  return deps.ports.database.tenant(compId, async (trx) => {
    const { rows, total } = await listStatuses(
      trx,
      compId,
      {
        ...(body.name ? { name: body.name } : {}),
        ...(body.enable ? { enable: Number(body.enable) } : {}),
        ...(seat === undefined ? {} : { forSeat: seat }),
      },
      body,
    );
    const allocations = await allocationsOf(trx, compId);
    const used = await inUse(trx, compId);
    return {
      list: rows.map((row) => ({
        id: row.id,
        ...typed(row),
        enable: row.enabled === 1 ? (1 as const) : (0 as const),
        everyone: row.everyone === 1 ? (1 as const) : (0 as const),
        ...limited(row),
        inUse: used.get(row.id) ?? 0,
        // Who else may use it is none of an agent's business.
        groups: seat === undefined ? allocations.groups(row.id) : [],
        seats: seat === undefined ? allocations.seats(row.id) : [],
      })),
      total,
      pageNo: body.pageNo,
      pageSize: body.pageSize,
    };
  });
}

async function mine(deps: SeatsDeps, { compId, agentId }: Caller): Promise<ReplyOf<typeof telephonyApi.seatStatuses>> {
  if (agentId === null) throw new AppError("forbidden");
  const { rows } = await deps.ports.database.tenant(compId, (trx) =>
    listStatuses(trx, compId, { forSeat: agentId }, { pageNo: 1, pageSize: 1_000 }),
  );
  return rows.map((row) => ({ id: row.id, statusName: row.name, maxMinutes: row.maxMinutes }));
}

async function add(deps: SeatsDeps, body: Body<"add">, context: RequestContext): Promise<{ id: string }> {
  const compId = compOf(context.caller, body.compId);
  const { ports, audit } = deps;
  const id = ports.random.id();
  const adding = ports.database.tenant(compId, async (trx) => {
    if (await findByName(trx, compId, body.statusName)) fault(...taken);
    await insertStatus(trx, {
      compId,
      id,
      name: body.statusName,
      enabled: body.enable,
      sort: body.sort,
      remark: body.remark,
    });
    await audit.write(trx, context, {
      compId,
      object: "seatStatus",
      action: "add",
      id,
      name: body.statusName,
      after: typed((await findStatus(trx, compId, id))!),
    });
  });
  await unique(fieldRefusal(...taken), () => adding);
  return { id };
}

async function update(deps: SeatsDeps, body: Body<"update">, context: RequestContext): Promise<null> {
  const changing = change(deps, body, context, "update", async (trx, compId, before) => {
    if (before.name !== body.statusName && (await findByName(trx, compId, body.statusName))) fault(...taken);
    await updateStatus(trx, compId, body.id, {
      name: body.statusName,
      enabled: body.enable,
      sort: body.sort,
      remark: body.remark,
    });
    return { before: typed(before), after: typed((await findStatus(trx, compId, body.id))!) };
  });
  return unique(fieldRefusal(...taken), () => changing);
}

function restrict(deps: SeatsDeps, body: Body<"restrict">, context: RequestContext): Promise<null> {
  return change(deps, body, context, "restrict", async (trx, compId, before) => {
    await updateStatus(trx, compId, body.id, {
      maxAtOnce: body.maxAtOnce,
      maxAtOnceGroup: body.maxAtOnceGroup,
      maxMinutes: body.maxMinutes,
      maxPerDay: body.maxPerDay,
      overEntry: body.overEntry,
      overTime: body.overTime,
    });
    return { before: limited(before), after: limited((await findStatus(trx, compId, body.id))!) };
  });
}

function allocate(deps: SeatsDeps, body: Body<"allocate">, context: RequestContext): Promise<null> {
  return change(deps, body, context, "allocate", async (trx, compId, before) => {
    const groups = await knownGroups(trx, compId, body.groupIds);
    if (groups.length < new Set(body.groupIds).size) fault("groupIds", "坐席组", "所选坐席组不存在或已被删除");
    const seats = await knownSeats(trx, compId, body.agentIds);
    if (seats.length < new Set(body.agentIds).size) fault("agentIds", "坐席", "所选坐席不存在或已被删除");
    const was = await allocationsOf(trx, compId);
    await updateStatus(trx, compId, body.id, { everyone: body.everyone });
    await setAllocation(trx, compId, body.id, groups, seats);
    return {
      before: {
        everyone: before.everyone,
        groupIds: was
          .groups(body.id)
          .map((g) => g.id)
          .sort(),
        agentIds: was.seats(body.id).map((s) => s.agentId),
      },
      after: { everyone: body.everyone, groupIds: [...groups].sort(), agentIds: [...seats].sort() },
    };
  });
}

function remove(deps: SeatsDeps, body: Body<"delete">, context: RequestContext): Promise<{ count: number }> {
  const compId = compOf(context.caller, body.compId);
  return deps.ports.database.tenant(compId, async (trx) => {
    const used = await inUse(trx, compId);
    let count = 0;
    for (const id of body.ids) {
      const row = await findStatus(trx, compId, id);
      if (!row) continue;
      if (used.get(id)) throw new AppError("refused", `还有${used.get(id)}个坐席处于“${row.name}”，不能删除`);
      await deps.audit.write(trx, context, {
        compId,
        object: "seatStatus",
        action: "delete",
        id,
        name: row.name,
        before: typed(row),
      });
      count += 1;
    }
    if (count === 0) throw new AppError("notFound", "自定义状态不存在");
    await deleteStatuses(trx, compId, body.ids);
    return { count };
  });
}

/** The engine decides (limits, state); a refusal is its sentence. */
export async function bind(deps: SeatsDeps, body: Body<"bindCustomStatus">, { caller }: RequestContext): Promise<null> {
  const compId = compOf(caller, body.compId);
  // The own status is everybody's; another's is what a supervisor does (forced busy), with what a subscription to it asks for.
  await governed(deps, compId, caller, body.agentId);
  const reply = await deps.engine.bindStatus(
    compId,
    body.agentId,
    body.customStatus,
    caller.agentId === body.agentId ? undefined : caller.userId,
  );
  if (reply.code !== 1) throw new AppError("refused", reply.msg ?? "坐席未签入，不能设置状态");
  return null;
}

async function change(
  deps: SeatsDeps,
  body: { compId?: string | undefined; id: string },
  context: RequestContext,
  action: string,
  run: (
    trx: Trx,
    compId: string,
    before: StatusRow,
  ) => Promise<{ before: Record<string, unknown>; after: Record<string, unknown> }>,
): Promise<null> {
  const compId = compOf(context.caller, body.compId);
  return deps.ports.database.tenant(compId, async (trx) => {
    const before = await findStatus(trx, compId, body.id);
    if (!before) throw new AppError("notFound", "自定义状态不存在");
    await deps.audit.write(trx, context, {
      compId,
      object: "seatStatus",
      action,
      id: body.id,
      name: before.name,
      ...(await run(trx, compId, before)),
    });
    return null;
  });
}

export const createStatusesService = (deps: SeatsDeps) =>
  serviceOf(deps, { list, mine, add, update, restrict, allocate, delete: remove, bind });
