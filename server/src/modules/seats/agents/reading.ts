/** Seats as a list and alone. */
import { AppError, RoleTypes, type ReplyOf } from "@liantai/api/contract";
import type { agentApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { SeatsDeps } from "../deps.ts";
import { groupsBelow, monitoredGroups } from "../groups/repository.ts";
import { visibleSeats } from "./policy.ts";
import { presentAgent } from "./present.ts";
import { findAgent, listAgents, skillGroupsOf, type AgentFilter } from "./repository.ts";
import type { Body } from "./columns.ts";

const number = (text: string | null | undefined): number | undefined => (text ? Number(text) : undefined);

export function list(
  deps: SeatsDeps,
  body: Body<"list">,
  { caller }: RequestContext,
): Promise<ReplyOf<typeof agentApi.list>> {
  const compId = compOf(caller, body.compId);
  return deps.ports.database.tenant(compId, async (trx) => {
    const within = await visibleSeats(trx, compId, caller);
    const { rows, total } = await listAgents(trx, compId, { ...(await filter(trx, compId, body)), ...within }, body);
    const groups = await skillGroupsOf(
      trx,
      compId,
      rows.map((row) => row.agentId),
    );
    return {
      list: rows.map((row) => presentAgent(row, groups.get(row.agentId) ?? [])),
      total,
      pageNo: body.pageNo,
      pageSize: body.pageSize,
    };
  });
}

export function query(
  deps: SeatsDeps,
  body: Body<"query">,
  { caller }: RequestContext,
): Promise<ReplyOf<typeof agentApi.query>> {
  const compId = compOf(caller, body.compId);
  return deps.ports.database.tenant(compId, async (trx) => {
    const row = await findAgent(
      trx,
      compId,
      body.agentId,
      caller.agentId === body.agentId ? {} : await visibleSeats(trx, compId, caller),
    );
    if (!row) throw new AppError("notFound", "坐席不存在");
    return presentAgent(row, (await skillGroupsOf(trx, compId, [row.agentId])).get(row.agentId) ?? []);
  });
}

async function filter(trx: Trx, compId: string, body: Body<"list">): Promise<AgentFilter> {
  const enable = number(body.enable);
  const status = number(body.status);
  const terminalType = number(body.terminalType);
  const asked = body.roleTypes || body.roleType;
  const roleTypes = asked ? RoleTypes.all.filter((each) => asked.split(",").includes(String(each))) : undefined;
  let groupIds = body.agentGroupId
    ? [body.agentGroupId]
    : body.groupId
      ? await groupsBelow(trx, compId, [body.groupId])
      : undefined;
  if (body.monitorAgentId) {
    const seen = await monitoredGroups(trx, compId, body.monitorAgentId);
    groupIds = groupIds ? groupIds.filter((id) => seen.includes(id)) : seen;
  }
  return {
    ...(body.agentId ? { agentId: body.agentId } : {}),
    ...(body.name ? { name: body.name } : {}),
    ...(body.extension ? { extension: body.extension } : {}),
    ...(body.skillGroupId ? { skillGroupId: body.skillGroupId } : {}),
    ...(enable === undefined ? {} : { enable }),
    ...(status === undefined ? {} : { status }),
    ...(terminalType === undefined ? {} : { terminalType }),
    ...(groupIds ? { groupIds } : {}),
    ...(roleTypes ? { roleTypes } : {}),
  };
}
