import {
  blackListApi,
  callLimitApi,
  callNotifyLimitApi,
  routeConfigApi,
  routeGroupApi,
  routeNodeApi,
  routeOutApi,
} from "@liantai/api/contract/admin";
import { crudRoutes } from "../../http/crud.ts";
import { route, type Route } from "../../http/routes.ts";
import type { createEnterpriseService } from "./service.ts";
import type { createTrunkService } from "./trunk-service.ts";

export function trunksRoutes(
  trunk: ReturnType<typeof createTrunkService>,
  own: ReturnType<typeof createEnterpriseService>,
): readonly Route[] {
  return [
    ...crudRoutes(routeNodeApi, trunk.node),
    route(routeNodeApi.check, async ({ body }, context) => {
      const { state, stateText, latencyMs } = await trunk.node.check(body, context);
      return { state, stateText, latencyMs };
    }),
    ...crudRoutes(routeGroupApi, trunk.group),
    ...crudRoutes(routeConfigApi, trunk.config),
    ...crudRoutes(routeOutApi, own.routeOut),
    route(routeOutApi.test, ({ body }, context) => own.routeOut.test(body, context)),
    ...crudRoutes(callLimitApi, own.callLimit),
    route(callLimitApi.test, ({ body }, context) => own.callLimit.test(body, context)),
    ...crudRoutes(callNotifyLimitApi, own.notifyLimit),
    ...crudRoutes(blackListApi, own.blackList),
    route(blackListApi.importData, ({ body }, context) => own.blackList.importData(body, context)),
    route(blackListApi.template, async () => own.blackList.template()),
    route(blackListApi.check, ({ body }, context) => own.blackList.check(body, context)),
  ];
}
