import { queriesOf } from "@liantai/api/client";
import { routeConfigApi, routeGroupApi, routeNodeApi, routeOutApi } from "@liantai/api/contract/admin";

export const routeNodes = queriesOf(routeNodeApi);
export const routeGroups = queriesOf(routeGroupApi);
export const routeConfigs = queriesOf(routeConfigApi);
export const routeOuts = queriesOf(routeOutApi);
