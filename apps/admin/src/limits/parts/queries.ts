import { queriesOf } from "@liantai/api/client";
import { callLimitApi, callNotifyLimitApi } from "@liantai/api/contract/admin";

export const callLimits = queriesOf(callLimitApi);
export const callNotices = queriesOf(callNotifyLimitApi);
