import { queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { flowHeatApi, serviceTargetApi } from "@liantai/api/contract/work-orders";
import { workFlowApi, workNodeApi, workStatusWarnApi } from "@liantai/api/contract/workorder";

export type ListedFlow = ReplyOf<typeof workFlowApi.list>["list"][number];
export type OneFlow = ReplyOf<typeof workFlowApi.versions>;
export type FlowVersion = OneFlow["list"][number];
export type ListedNode = ReplyOf<typeof workNodeApi.list>["list"][number];

export const flows = queriesOf(workFlowApi);
export const heats = queriesOf(flowHeatApi);
export const nodes = queriesOf(workNodeApi);
export const targets = queriesOf(serviceTargetApi);
export const warns = queriesOf(workStatusWarnApi);
