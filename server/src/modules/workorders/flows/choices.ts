/** Whom and what a flow may name. */
import type { BodyOf, ReplyOf } from "@liantai/api/contract";
import { orderLimits, type workFlowApi } from "@liantai/api/contract/work-orders";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { WorkOrderDeps } from "../deps.ts";
import type { Trx } from "../../../ports/database.ts";
import { colleagues, groupsAndRoles, namesOf, seats } from "../people-repository.ts";
import { timeRuleNames } from "../timers/repository.ts";

type Api = (typeof workFlowApi)["choices"];

/** Of a large enterprise the first of those that fit, and the ones that are named already. */
async function seatsOf(
  trx: Trx,
  compId: string,
  { name = "", agentIds = [] }: BodyOf<Api>,
): Promise<Pick<ReplyOf<Api>, "seats" | "moreSeats">> {
  const fit = await colleagues(trx, compId, name.trim(), orderLimits.seats + 1);
  const offered = fit.slice(0, orderLimits.seats);
  const others = agentIds.filter((id) => !offered.includes(id));
  const named = await seats(trx, compId, { ids: others, groupIds: [], roleIds: [], weighed: false });
  const ids = [...offered, ...named.map(({ id }) => id)];
  const names = await namesOf(trx, compId, ids);
  return {
    seats: ids.map((agentId) => ({ agentId, name: names.get(agentId) ?? "" })),
    moreSeats: fit.length > offered.length,
  };
}

export function choices(
  { ports }: WorkOrderDeps,
  body: BodyOf<Api>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api>> {
  const compId = compOf(caller, body.compId);
  return ports.database.tenant(compId, async (trx) => ({
    ...(await seatsOf(trx, compId, body)),
    ...(await groupsAndRoles(trx, compId)),
    timeRules: await timeRuleNames(trx, compId),
  }));
}
