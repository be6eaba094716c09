import { queriesOf } from "@liantai/api/client";
import {
  callLimitApi,
  callNotifyLimitApi,
  routeConfigApi,
  routeGroupApi,
  routeNodeApi,
  routeOutApi,
} from "@liantai/api/contract/admin";

export const routeNodes = queriesOf(routeNodeApi);
export const routeGroups = queriesOf(routeGroupApi);
export const routeConfigs = queriesOf(routeConfigApi);
export const routeOuts = queriesOf(routeOutApi);
export const callLimits = queriesOf(callLimitApi);
export const callNotices = queriesOf(callNotifyLimitApi);
