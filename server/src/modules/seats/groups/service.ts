/** Seat groups: the tree, who monitors it, and whose group a seat is in. */
import { writeDeleted } from "../../audit/index.ts";
import { AppError, type BodyOf, type ReplyOf, isMonitor, RoleType } from "@liantai/api/contract";
import type { agentGroupApi, agentGroupMemberApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal, unique } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { publish } from "../../topics.ts";
import type { SeatsDeps } from "../deps.ts";
import { fault } from "../faults.ts";
import { serviceOf } from "../../service.ts";
import {
  deleteGroups,
  findGroup,
  groupsBelow,
  holders,
  insertGroup,
  listGroups,
  listMembers,
  monitoredGroups,
  monitorSeats,
  monitorsOf,
  moveSeats,
  setMonitors,
  updateGroup,
} from "./repository.ts";

type Group<K extends keyof typeof agentGroupApi> = BodyOf<(typeof agentGroupApi)[K]>;

type Member<K extends keyof typeof agentGroupMemberApi> = BodyOf<(typeof agentGroupMemberApi)[K]>;

const taken = ["name", "坐席组名称", "同级坐席组中已有此名称"] as const;

const columnsOf = ({ parentId, name, sort, remark }: Group<"add">) => ({
  parentId: parentId || null,
  name,
  sort,
  remark,
});

const kept = ({
  name,
  parentId,
  sort,
  remark,
  monitorIds,
}: Pick<Group<"add">, "name" | "parentId" | "sort" | "remark" | "monitorIds">) => ({
  name,
  parentId,
  sort,
  remark,
  monitorIds: [...monitorIds].sort(),
});

function list(
  deps: SeatsDeps,
  body: Group<"list">,
  { caller }: RequestContext,
): Promise<ReplyOf<typeof agentGroupApi.list>> {
  const compId = compOf(caller, body.compId);
  return deps.ports.database.tenant(compId, async (trx) => {
    const ids =
      isMonitor(caller) && caller.agentId !== null ? await monitoredGroups(trx, compId, caller.agentId) : undefined;
    const rows = await listGroups(trx, compId, {
      ...(body.name ? { name: body.name } : {}),
      ...(ids ? { ids } : {}),
    });
    const monitors = await monitorsOf(trx, compId);
    const page = rows.slice((body.pageNo - 1) * body.pageSize, body.pageNo * body.pageSize);
    return {
      list: page.map((row) => ({
        id: row.id,
        parentId: row.parentId,
        name: row.name,
        remark: row.remark,
        sort: row.sort,
        members: Number(row.members ?? 0),
        monitors: monitors.get(row.id) ?? [],
      })),
      total: rows.length,
      pageNo: body.pageNo,
      pageSize: body.pageSize,
    };
  });
}

async function add(deps: SeatsDeps, body: Group<"add">, context: RequestContext): Promise<{ id: string }> {
  const compId = compOf(context.caller, body.compId);
  const { ports, audit } = deps;
  const id = ports.random.id();
  const adding = ports.database.tenant(compId, async (trx) => {
    await check(trx, compId, body);
    await insertGroup(trx, { compId, id, ...columnsOf(body) });
    await setMonitors(trx, compId, id, body.monitorIds);
    await audit.write(trx, context, {
      compId,
      object: "agentGroup",
      action: "add",
      id,
      name: body.name,
      after: kept(body),
    });
  });
  await unique(fieldRefusal(...taken), () => adding);
  await publish(ports.broker, "monitors.changed", { compId });
  return { id };
}

async function update(deps: SeatsDeps, body: Group<"update">, context: RequestContext): Promise<null> {
  const compId = compOf(context.caller, body.compId);
  const { ports, audit } = deps;
  const { id } = body;
  const updating = ports.database.tenant(compId, async (trx) => {
    const before = await findGroup(trx, compId, id);
    if (!before) throw new AppError("notFound", "坐席组不存在");
    if (body.parentId && (await groupsBelow(trx, compId, [id])).includes(body.parentId))
      fault("parentId", "上级组", "上级组不能是自己或自己的下级");
    await check(trx, compId, body, id);
    const monitors = ((await monitorsOf(trx, compId)).get(id) ?? []).map((m) => m.agentId);
    await updateGroup(trx, compId, id, columnsOf(body));
    await setMonitors(trx, compId, id, body.monitorIds);
    await audit.write(trx, context, {
      compId,
      object: "agentGroup",
      action: "update",
      id,
      name: body.name,
      before: kept({ ...before, parentId: before.parentId ?? "", monitorIds: monitors }),
      after: kept(body),
    });
  });
  await unique(fieldRefusal(...taken), () => updating);
  await publish(ports.broker, "monitors.changed", { compId });
  return null;
}

function remove(deps: SeatsDeps, body: Group<"delete">, context: RequestContext): Promise<{ count: number }> {
  const compId = compOf(context.caller, body.compId);
  return deps.ports.database.tenant(compId, async (trx) => {
    const rows = await listGroups(trx, compId, { ids: body.ids });
    if (rows.length === 0) throw new AppError("notFound", "坐席组不存在");
    const { seats, children } = await holders(trx, compId, body.ids);
    if (seats > 0) throw new AppError("refused", `坐席组中还有${seats}个坐席，请先移出`);
    if (children > 0) throw new AppError("refused", `坐席组下还有${children}个下级组，请先删除`);
    await deleteGroups(trx, compId, body.ids);
    await writeDeleted(deps.audit, trx, context, { compId, object: "agentGroup" }, rows, (row) => ({
      id: row.id,
      name: row.name,
      before: kept({ ...row, parentId: row.parentId ?? "", monitorIds: [] }),
    }));
    return { count: rows.length };
  });
}

function members(
  deps: SeatsDeps,
  body: Member<"list">,
  { caller }: RequestContext,
  inside: boolean,
): Promise<ReplyOf<typeof agentGroupMemberApi.list>> {
  const compId = compOf(caller, body.compId);
  return deps.ports.database.tenant(compId, async (trx) => {
    await existing(trx, compId, body.groupId);
    if (isMonitor(caller) && !(await monitoredGroups(trx, compId, caller.agentId ?? "")).includes(body.groupId))
      throw new AppError("notFound", "坐席组不存在");
    const { rows, total } = await listMembers(
      trx,
      compId,
      { groupId: body.groupId, ...(body.name ? { name: body.name } : {}), inside },
      body,
    );
    return {
      list: rows.map((row) => ({
        agentId: row.agentId,
        name: row.name,
        roleType: row.roleType ?? RoleType.agent,
        groupId: row.groupId,
        groupName: row.groupName,
      })),
      total,
      pageNo: body.pageNo,
      pageSize: body.pageSize,
    };
  });
}

/** Into the group, or out of it. */
export async function move(
  deps: SeatsDeps,
  body: Member<"add">,
  context: RequestContext,
  into: boolean,
): Promise<{ count: number }> {
  const compId = compOf(context.caller, body.compId);
  const { ports, audit } = deps;
  const moved = await ports.database.tenant(compId, async (trx) => {
    const group = await existing(trx, compId, body.groupId);
    const moved = into
      ? await moveSeats(trx, compId, body.agentIds, body.groupId)
      : await moveSeats(trx, compId, body.agentIds, null, body.groupId);
    if (moved.length > 0)
      await audit.write(trx, context, {
        compId,
        object: "agentGroup",
        action: into ? "addMembers" : "removeMembers",
        id: group.id,
        name: group.name,
        after: { agentIds: moved },
      });
    return moved;
  });
  for (const agentId of moved) await publish(ports.broker, "seat.changed", { compId, agentId });
  return { count: moved.length };
}

async function existing(trx: Trx, compId: string, id: string) {
  const group = await findGroup(trx, compId, id);
  if (!group) throw new AppError("notFound", "坐席组不存在");
  return group;
}

async function check(trx: Trx, compId: string, body: Group<"add">, own?: string): Promise<void> {
  if (body.parentId && !(await findGroup(trx, compId, body.parentId))) fault("parentId", "上级组", "上级组不存在");
  const twin = (await listGroups(trx, compId, {})).find(
    (row) => row.id !== own && row.name === body.name && (row.parentId ?? "") === body.parentId,
  );
  if (twin) fault(...taken);
  const may = await monitorSeats(trx, compId, body.monitorIds);
  const not = body.monitorIds.filter((id) => !may.includes(id));
  if (not.length > 0) fault("monitorIds", "班长", `${not.join("、")}不是班长坐席`);
}

export const createGroupsService = (deps: SeatsDeps) =>
  serviceOf(deps, { list, add, update, delete: remove, members, move });
