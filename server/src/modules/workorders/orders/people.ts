/** formStream: to whom an order may go, how many wait, and the customers that one is about. */
import type { BodyOf, ReplyOf } from "@liantai/api/contract";
import { mostCounted, orderLimits, type orderCountsApi, type orderPeopleApi } from "@liantai/api/contract/work-orders";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { colleagues, namesOf, seats as seatsOf } from "../people-repository.ts";
import { countOrders } from "./list-repository.ts";
import { sightOf } from "./policy.ts";
import { seenBy } from "./reading.ts";

type Api = typeof orderPeopleApi;

export async function seats(
  deps: WorkOrderDeps,
  { compId: asked, name = "" }: BodyOf<Api["seats"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["seats"]>> {
  const compId = compOf(caller, asked);
  return deps.ports.database.tenant(compId, async (trx) => {
    const ids = await colleagues(trx, compId, name.trim(), orderLimits.seats);
    if (ids.length === 0) return [];
    const names = await namesOf(trx, compId, ids);
    const found = await seatsOf(trx, compId, { ids, groupIds: [], roleIds: [], weighed: true });
    return found.map(({ id, online, load }) => ({
      agentId: id,
      name: names.get(id) ?? "",
      online: online ? 1 : 0,
      load,
    }));
  });
}

export async function counts(
  deps: WorkOrderDeps,
  { compId: asked }: BodyOf<(typeof orderCountsApi)["counts"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<(typeof orderCountsApi)["counts"]>> {
  const compId = compOf(caller, asked);
  const now = new Date(deps.ports.clock.now());
  return deps.ports.database.tenant(compId, async (trx) =>
    countOrders(trx, compId, await sightOf(deps, trx, compId, caller), now, mostCounted),
  );
}

export async function customers(
  deps: WorkOrderDeps,
  { compId: asked, id }: BodyOf<Api["customers"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["customers"]>> {
  const compId = compOf(context.caller, asked);
  return deps.ports.database.tenant(compId, async (trx) => {
    await seenBy(deps, trx, compId, context, id);
    return [...(await deps.records.customersOf(trx, compId, id, context.caller))];
  });
}
