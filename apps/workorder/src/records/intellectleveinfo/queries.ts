import { queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { intentionLevelApi } from "@liantai/api/contract/workorder";

export const intentions = queriesOf(intentionLevelApi);
export type Level = ReplyOf<typeof intentionLevelApi.list>[number];
export type IntentionCall = ReplyOf<typeof intentionLevelApi.calls>["list"][number];
