/** Whom and what a flow may name. */
import type { BodyOf, ReplyOf } from "@liantai/api/contract";
import type { workFlowApi } from "@liantai/api/contract/work-orders";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { choosable } from "../people-repository.ts";
import { timeRuleNames } from "../timers/repository.ts";

type Api = (typeof workFlowApi)["choices"];

export function choices(
  { ports }: WorkOrderDeps,
  body: BodyOf<Api>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api>> {
  const compId = compOf(caller, body.compId);
  return ports.database.tenant(compId, async (trx) => ({
    ...(await choosable(trx, compId)),
    timeRules: await timeRuleNames(trx, compId),
  }));
}
