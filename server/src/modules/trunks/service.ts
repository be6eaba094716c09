/** 外呼路由, 呼叫限制, 呼叫提醒, 黑名单 of an enterprise, and the testers that say why. */
import type { AdministrationDeps } from "../deps.ts";
import { createBlackLists } from "./black-lists.ts";
import { createCallLimits, createNotifyLimits } from "./limits.ts";
import { createOutboundRoutes } from "./outbound-routes.ts";

export const createEnterpriseService = (deps: AdministrationDeps) => ({
  routeOut: createOutboundRoutes(deps),
  callLimit: createCallLimits(deps),
  notifyLimit: createNotifyLimits(deps),
  blackList: createBlackLists(deps),
});
