/** 预约管理: an agent sees and writes his own, a monitor those of the own groups, an administrator all. */
import { AppError, formatTime, maskPhone, parseTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { subscribesApi } from "@liantai/api/contract/workorder";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers, maskNumbers, unmasked } from "../../../http/privacy.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { RemindersModuleDeps } from "../deps.ts";
import type { DialRefs } from "../../dial-refs/index.ts";
import { serviceOf } from "../../service.ts";
import type { Ended } from "../making.ts";
import { listSeats } from "../seats-repository.ts";
import { scopeOf, seatFor } from "../seats.ts";
import { referTo } from "../telling.ts";
import { remind, subjectOfReservation } from "./reminding.ts";
import {
  deleteReservation,
  findReservation,
  insertReservation,
  listReservations,
  updateReservation,
  type ListedReservation,
  type NewReservation,
  type ReservationRow,
} from "./repository.ts";
import { subjectOf, type SubjectDeps } from "./subject.ts";

type Api = typeof subscribesApi;
type Deps = Pick<RemindersModuleDeps, "ports" | "audit" | "reminders"> & SubjectDeps;

const missing = () => new AppError("notFound", "预约不存在");

function present(
  refs: DialRefs,
  row: ListedReservation,
  { caller }: RequestContext,
): ReplyOf<Api["list"]>["list"][number] {
  const hide = hidesNumbers(caller);
  return {
    id: row.id,
    customerName: row.customerName,
    phone: hide ? maskPhone(row.phone) : row.phone,
    // Bound to the caller's seat, whoever's reservation it is: a monitor calls with his own telephone.
    subNumber: caller.agentId === null ? "" : referTo(refs, { ...row, agentId: caller.agentId }),
    des: row.des,
    remarks: hide ? maskNumbers(row.remarks) : row.remarks,
    subTime: formatTime(row.subTime),
    floatDuration: row.floatDuration,
    state: row.state,
    doneAt: row.doneAt && formatTime(row.doneAt),
    agentId: row.agentId,
    agentName: row.agentName ?? "",
    createdBy: row.createdBy,
  };
}

async function list(
  { ports, refs }: Deps,
  body: BodyOf<Api["list"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const { caller } = context;
  const compId = compOf(caller, body.compId);
  const to = body.endTime ? parseTime(body.endTime) : undefined;
  const { rows, total } = await ports.database.tenant(compId, async (trx) =>
    listReservations(trx, compId, await scopeOf(trx, caller), {
      ...body,
      whole: hidesNumbers(caller),
      from: body.startTime ? parseTime(body.startTime) : undefined,
      until: to && new Date(to.getTime() + 1_000),
    }),
  );
  return {
    list: rows.map((row) => present(refs, row, context)),
    total,
    pageNo: body.pageNo,
    pageSize: body.pageSize,
  };
}

async function seats({ ports }: Deps, body: BodyOf<Api["seats"]>, { caller }: RequestContext) {
  const compId = compOf(caller, body.compId);
  return ports.database.tenant(compId, async (trx) => listSeats(trx, compId, await scopeOf(trx, caller)));
}

/** What the log holds: never the whole number. */
const kept = (row: NewReservation | ReservationRow) => ({
  customerName: row.customerName,
  phone: maskPhone(row.phone),
  des: row.des,
  remarks: maskNumbers(row.remarks ?? ""),
  subTime: formatTime(new Date(row.subTime)),
  floatDuration: row.floatDuration,
  agentId: row.agentId,
});

async function rowOf(
  deps: Deps,
  trx: Trx,
  body: BodyOf<Api["add"]> | BodyOf<Api["update"]>,
  context: RequestContext,
  before: ReservationRow | undefined,
): Promise<NewReservation & { readonly subTime: Date }> {
  const { ports } = deps;
  const { caller } = context;
  const hide = hidesNumbers(caller);
  const { name, phone } = await subjectOf(deps, trx, compOf(caller, body.compId), body, context, before);
  const subTime = parseTime(body.subTime)!;
  const now = ports.clock.now();
  if (subTime.getTime() !== before?.subTime.getTime() && subTime.getTime() <= now)
    throw fieldRefusal("subTime", "预约时间", "预约时间应晚于当前时间");
  const again = before !== undefined && subTime.getTime() > now;
  return {
    customerName: name,
    phone,
    des: body.des,
    remarks: unmasked(body.remarks ?? "", before?.remarks ?? "", hide),
    subTime,
    floatDuration: body.floatDuration,
    agentId: before && !body.agentId ? before.agentId : await seatFor(trx, caller, body.agentId),
    // Put off, it is open again.
    state: again ? 0 : (before?.state ?? 0),
    doneAt: again ? null : (before?.doneAt ?? null),
    createdBy: before?.createdBy ?? caller.nickName,
    createdAt: before?.createdAt ?? new Date(now),
  };
}

async function add(deps: Deps, body: BodyOf<Api["add"]>, context: RequestContext): Promise<{ id: string }> {
  const { ports, audit } = deps;
  const compId = compOf(context.caller, body.compId);
  const id = ports.random.id();
  await ports.database.tenant(compId, async (trx) => {
    const row = await rowOf(deps, trx, body, context, undefined);
    await insertReservation(trx, { compId, id, ...row });
    await remind(deps.reminders.make, trx, compId, id, row);
    await audit.write(trx, context, {
      compId,
      object: "reservation",
      action: "add",
      id,
      name: row.customerName,
      after: kept(row),
    });
  });
  return { id };
}

async function update(deps: Deps, body: BodyOf<Api["update"]>, context: RequestContext): Promise<null> {
  const { ports, audit, reminders } = deps;
  const { caller } = context;
  const compId = compOf(caller, body.compId);
  const ended = await ports.database.tenant(compId, async (trx): Promise<Ended> => {
    const before = await findReservation(trx, compId, body.id, await scopeOf(trx, caller));
    if (!before) throw missing();
    const row = await rowOf(deps, trx, body, context, before);
    await updateReservation(trx, compId, body.id, row);
    await audit.write(trx, context, {
      compId,
      object: "reservation",
      action: "update",
      id: body.id,
      name: row.customerName,
      before: kept(before),
      after: kept(row),
    });
    // One that was told stays told: it is made anew only for another time, or for another seat, which has heard nothing of it.
    if (row.state === 1) return [];
    if (row.subTime.getTime() <= ports.clock.now() && row.agentId === before.agentId) return [];
    const gone = await reminders.drop(trx, compId, subjectOfReservation(body.id));
    await remind(reminders.make, trx, compId, body.id, row);
    return gone;
  });
  await reminders.over(ended);
  return null;
}

async function remove(deps: Deps, body: BodyOf<Api["delete"]>, context: RequestContext): Promise<{ count: number }> {
  const { ports, audit, reminders } = deps;
  const { caller } = context;
  const compId = compOf(caller, body.compId);
  const ids = [...new Set(body.ids)];
  const ended = await ports.database.tenant(compId, async (trx) => {
    const scope = await scopeOf(trx, caller);
    const gone: Ended[number][] = [];
    for (const id of ids) {
      const before = await findReservation(trx, compId, id, scope);
      if (!before) throw missing();
      gone.push(...(await reminders.drop(trx, compId, subjectOfReservation(id))));
      await deleteReservation(trx, compId, id);
      await audit.write(trx, context, {
        compId,
        object: "reservation",
        action: "delete",
        id,
        name: before.customerName,
        before: kept(before),
      });
    }
    return gone;
  });
  await reminders.over(ended);
  return { count: ids.length };
}

/** The click on the notification: whose words compid, userid and agentid are, it is the caller himself or nobody. */
async function finish(deps: Deps, body: BodyOf<Api["updateReservation"]>, context: RequestContext): Promise<null> {
  const { ports, audit, reminders } = deps;
  const { caller } = context;
  const compId = compOf(caller, body.compid);
  if ((body.userid && body.userid !== caller.userId) || (body.agentid && body.agentid !== caller.agentId))
    throw new AppError("forbidden");
  const now = new Date(ports.clock.now());
  const ended = await ports.database.tenant(compId, async (trx): Promise<Ended> => {
    const before = await findReservation(trx, compId, body.id, await scopeOf(trx, caller));
    if (!before) throw missing();
    if (before.state === 1) return [];
    await updateReservation(trx, compId, body.id, { state: 1, doneAt: now });
    await audit.write(trx, context, {
      compId,
      object: "reservation",
      action: "finishReservation",
      id: body.id,
      name: before.customerName,
    });
    return reminders.finish(trx, compId, subjectOfReservation(body.id));
  });
  await reminders.over(ended);
  return null;
}

export const createReservations = (deps: Deps) => serviceOf(deps, { list, seats, add, update, delete: remove, finish });
