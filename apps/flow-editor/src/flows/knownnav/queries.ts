import { queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { flowTypeNames } from "@liantai/api/flows";
import {
  assignedVariableApi,
  flowApi,
  flowReplayApi,
  flowResolvingApi,
  flowSurveyApi,
  flowTestApi,
  flowVersionApi,
  recordSetApi,
  robotGroupApi,
} from "@liantai/api/contract/flow-editor";

/** By flowType. */
export const typeNames: Readonly<Record<number, string>> = flowTypeNames;

export type OneFlow = ReplyOf<typeof flowApi.find>;
export type Finding = ReplyOf<typeof flowVersionApi.validate>["findings"][number];
export type FlowVersion = ReplyOf<typeof flowVersionApi.versions>[number];
export type FlowTestRow = ReplyOf<typeof flowTestApi.list>[number];
export type TestRun = ReplyOf<typeof flowTestApi.run>;

export const flows = queriesOf(flowApi);
export const versions = queriesOf(flowVersionApi);
export const tests = queriesOf(flowTestApi);
export const replays = queriesOf(flowReplayApi);
export const robotGroups = queriesOf(robotGroupApi);
export const surveys = queriesOf(flowSurveyApi);
export const recordings = queriesOf(recordSetApi);
export const resolving = queriesOf(flowResolvingApi);
export const variables = queriesOf(assignedVariableApi);
export type FlowCall = ReplyOf<typeof flowReplayApi.calls>["list"][number];
