/** Extensions: made in ranges with a password each, bound to seats, shown with who is registered. */
import { AppError, type BodyOf, type ReplyOf, formatTime } from "@liantai/api/contract";
import { extensionRangeMax, type extensionApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal, unique } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { extensionSealContext } from "../../system/index.ts";
import type { Registration } from "../../../ports/switch.ts";
import { refuseUsed } from "../../groups/index.ts";
import { publish } from "../../topics.ts";
import { seatForwardFault } from "../agents/forwarding.ts";
import type { SeatsDeps } from "../deps.ts";
import { fault } from "../faults.ts";
import { notifyReload } from "../notify.ts";
import { serviceOf } from "../../service.ts";
import {
  bind,
  deleteExtensions,
  extensionOwners,
  findExtension,
  insertExtensions,
  roomCodes,
  listExtensions,
  seatExists,
  setSecret,
} from "./repository.ts";
import { releaseExtensions, secretBytes } from "./release.ts";

type Body<K extends keyof typeof extensionApi> = BodyOf<(typeof extensionApi)[K]>;

/** Extensions from `from` to `to`, inclusive, with their leading zeros. Throws AppError naming the field. */
export function extensionRange(from: string, to: string): string[] {
  if (!to) return [from];
  if (to.length !== from.length) fault("to", "结束分机", "起始分机和结束分机的位数应相同");
  const count = Number(to) - Number(from) + 1;
  if (count < 1) fault("to", "结束分机", "结束分机不能小于起始分机");
  if (count > extensionRangeMax) fault("to", "结束分机", `一次最多添加${extensionRangeMax}个分机`);
  return Array.from({ length: count }, (_, i) => String(Number(from) + i).padStart(from.length, "0"));
}

async function list(
  deps: SeatsDeps,
  body: Body<"list"> & { readonly exact?: string },
  { caller }: RequestContext,
): Promise<ReplyOf<typeof extensionApi.list>> {
  const compId = compOf(caller, body.compId);
  const registrations = await readRegistrations(deps, compId);
  const { rows, total } = await deps.ports.database.tenant(compId, (trx) =>
    listExtensions(
      trx,
      compId,
      {
        ...(body.extension ? { extension: body.extension } : {}),
        ...(body.exact ? { exact: body.exact } : {}),
        ...(body.agentId ? { agentId: body.agentId } : {}),
        ...(body.bound ? { bound: body.bound === "1" } : {}),
        ...(body.registered
          ? { registered: { extensions: [...registrations.keys()], are: body.registered === "1" } }
          : {}),
      },
      body,
    ),
  );
  return {
    list: rows.map((row) => {
      const there = registrations.get(row.extension);
      return {
        compId: row.compId,
        extension: row.extension,
        agentId: row.agentId,
        agentName: row.agentName,
        registered: there ? 1 : 0,
        address: there?.address ?? null,
        userAgent: there?.userAgent ?? null,
        registeredAt: there ? formatTime(new Date(there.since)) : null,
        createdAt: formatTime(row.createdAt),
      };
    }),
    total,
    pageNo: body.pageNo,
    pageSize: body.pageSize,
  };
}

async function query(
  deps: SeatsDeps,
  { extension, compId }: Body<"query">,
  context: RequestContext,
): Promise<ReplyOf<typeof extensionApi.query>> {
  const {
    list: [found],
  } = await list(deps, { compId, exact: extension, pageNo: 1, pageSize: 1 }, context);
  if (!found) throw new AppError("notFound", "分机不存在");
  return found;
}

async function add(
  deps: SeatsDeps,
  body: Body<"add">,
  context: RequestContext,
): Promise<ReplyOf<typeof extensionApi.add>> {
  const compId = compOf(context.caller, body.compId);
  const wanted = extensionRange(body.from, body.to);
  const adding = deps.ports.database.tenant(compId, async (trx) => {
    const there = new Set([...(await extensionOwners(trx, compId)).keys(), ...(await roomCodes(trx, compId))]);
    const skipped = wanted.filter((extension) => there.has(extension));
    const made = await make(
      deps,
      trx,
      compId,
      wanted.filter((extension) => !there.has(extension)),
    );
    if (made > 0)
      await deps.audit.write(trx, context, {
        compId,
        object: "extension",
        action: "add",
        id: body.from,
        name: body.to ? `${body.from}-${body.to}` : body.from,
        after: { from: body.from, to: body.to || body.from, count: made, skipped },
      });
    return { count: made, skipped };
  });
  return unique(fieldRefusal("from", "起始分机", "分机已存在，请刷新后重试"), () => adding);
}

/** Makes extensions that do not exist; how many. */
export async function make(deps: SeatsDeps, trx: Trx, compId: string, extensions: readonly string[]): Promise<number> {
  const { ports, sealer } = deps;
  const rows = extensions.map((extension) => ({
    compId,
    extension,
    sipSecret: sealer.seal(ports.random.token(secretBytes), extensionSealContext(compId, extension)),
    agentId: null,
  }));
  for (let at = 0; at < rows.length; at += 500) await insertExtensions(trx, rows.slice(at, at + 500));
  return rows.length;
}

async function update(deps: SeatsDeps, body: Body<"update">, context: RequestContext): Promise<null> {
  const compId = compOf(context.caller, body.compId);
  const { ports, audit } = deps;
  const { extension, agentId } = body;
  const concerned = await ports.database.tenant(compId, async (trx) => {
    const before = await find(trx, compId, extension);
    if (agentId && !(await seatExists(trx, compId, agentId))) fault("agentId", "坐席", "坐席不存在");
    const seats = [before.agentId, agentId].filter((id): id is string => Boolean(id));
    // Whoever had the extension lets go of it, and the seat of what it had.
    await releaseExtensions(trx, deps, compId, seats.length > 0 ? seats : [""]);
    if (agentId) {
      await bind(trx, compId, extension, agentId);
      const forwarding = await seatForwardFault(trx, compId, agentId);
      if (forwarding !== undefined) fault("agentId", "坐席", `与坐席${agentId}的呼转冲突：${forwarding}`);
    }
    await audit.write(trx, context, {
      compId,
      object: "extension",
      action: "update",
      id: extension,
      name: extension,
      before: { agentId: before.agentId ?? "" },
      after: { agentId },
    });
    return seats;
  });
  for (const id of new Set(concerned)) {
    await publish(ports.broker, "seat.changed", { compId, agentId: id });
    await notifyReload(ports, compId, id);
  }
  return null;
}

async function remove(deps: SeatsDeps, body: Body<"delete">, context: RequestContext): Promise<{ count: number }> {
  const compId = compOf(context.caller, body.compId);
  const { ports, audit } = deps;
  const count = await ports.database.tenant(compId, async (trx) => {
    const owners = await extensionOwners(trx, compId);
    const bound = body.ids.filter((id) => owners.get(id));
    if (bound.length > 0) throw new AppError("refused", `分机${bound.slice(0, 5).join("、")}已绑定坐席，请先解除绑定`);
    await refuseUsed(trx, compId, "extension", body.ids, (id) => id);
    const count = await deleteExtensions(trx, compId, body.ids);
    if (count === 0) throw new AppError("notFound", "分机不存在");
    await audit.write(trx, context, {
      compId,
      object: "extension",
      action: "delete",
      id: body.ids[0]!,
      name: body.ids.slice(0, 10).join("、"),
      before: { extensions: body.ids },
    });
    return count;
  });
  for (const extension of body.ids) await drop(deps, compId, extension);
  return { count };
}

async function reveal(
  deps: SeatsDeps,
  body: Body<"reveal">,
  context: RequestContext,
): Promise<ReplyOf<typeof extensionApi.reveal>> {
  const compId = compOf(context.caller, body.compId);
  const { ports, audit, sealer } = deps;
  return ports.database.tenant(compId, async (trx) => {
    const row = await find(trx, compId, body.extension);
    await audit.write(trx, context, {
      compId,
      object: "extension",
      action: "reveal",
      id: row.extension,
      name: row.extension,
      after: { reason: body.reason },
    });
    return {
      user: `${compId}${row.extension}`,
      password: sealer.unseal(row.sipSecret, extensionSealContext(compId, row.extension)),
    };
  });
}

async function renew(
  deps: SeatsDeps,
  body: Body<"renew">,
  context: RequestContext,
): Promise<ReplyOf<typeof extensionApi.renew>> {
  const compId = compOf(context.caller, body.compId);
  const { ports, audit, sealer, engine } = deps;
  const password = ports.random.token(secretBytes);
  await ports.database.tenant(compId, async (trx) => {
    const row = await find(trx, compId, body.extension);
    if (row.agentId && (await engine.inCall(compId, row.agentId)))
      throw new AppError("refused", "该分机的坐席正在通话，请在通话结束后更换密码");
    await setSecret(trx, compId, row.extension, sealer.seal(password, extensionSealContext(compId, row.extension)));
    await audit.write(trx, context, {
      compId,
      object: "extension",
      action: "renewPassword",
      id: row.extension,
      name: row.extension,
      before: { sipSecret: "old" },
      after: { sipSecret: "new" },
    });
  });
  await drop(deps, compId, body.extension);
  return { user: `${compId}${body.extension}`, password };
}

/** Devices with a credential that is gone; the switch asks again at their next request anyway. */
export async function drop(deps: SeatsDeps, compId: string, extension: string): Promise<void> {
  await deps.engine
    .dropDevice(compId, extension)
    .catch((error: unknown) => deps.ports.logger.warn({ error }, "a device was not dropped"));
}

async function find(trx: Trx, compId: string, extension: string) {
  const row = await findExtension(trx, compId, extension);
  if (!row) throw new AppError("notFound", "分机不存在");
  return row;
}

/** By extension; empty while no engine answers: the list itself must not depend on it. */
export async function readRegistrations(deps: SeatsDeps, compId: string): Promise<ReadonlyMap<string, Registration>> {
  const found = await deps.engine.registrations(compId).catch((error: unknown) => {
    deps.ports.logger.warn({ error }, "registrations could not be read");
    return [];
  });
  return new Map(found.map((one) => [one.user.slice(compId.length), one]));
}

export type ExtensionsService = ReturnType<typeof createExtensionsService>;

export const createExtensionsService = (deps: SeatsDeps) =>
  serviceOf(deps, { list, query, add, make, update, delete: remove, reveal, renew });
