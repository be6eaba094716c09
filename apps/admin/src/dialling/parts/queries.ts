/** Clients of the dialling tasks, made once. */
import { queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import {
  dialTaskApi,
  dialTimeApi,
  taskAccessNumApi,
  taskExperimentApi,
  taskMemberApi,
  taskMonitorApi,
  taskPhoneApi,
  taskReplayApi,
} from "@liantai/api/contract/admin";

export const tasks = queriesOf(dialTaskApi);
export const replays = queriesOf(taskReplayApi);
export const phones = queriesOf(taskPhoneApi);
export const members = queriesOf(taskMemberApi);
export const taskAccessNumbers = queriesOf(taskAccessNumApi);
export const monitors = queriesOf(taskMonitorApi);
export const experiments = queriesOf(taskExperimentApi);
export const dialTimes = queriesOf(dialTimeApi);

export type Task = ReplyOf<typeof dialTaskApi.list>["list"][number];
export type TaskProgress = ReplyOf<typeof dialTaskApi.progress>[number];
export type Counters = TaskProgress["progress"];
export type Monitored = ReplyOf<typeof taskMonitorApi.detail>;
export type Forecast = ReplyOf<typeof dialTaskApi.forecast>;
export type Experiment = NonNullable<ReplyOf<typeof taskExperimentApi.find>>;
export type ReplayDay = ReplyOf<typeof taskReplayApi.days>[number];
export type Replayed = ReplyOf<typeof taskReplayApi.replay>;
export type Phone = ReplyOf<typeof taskPhoneApi.list>["list"][number];
export type Attempt = ReplyOf<typeof taskPhoneApi.attempts>[number];
export type RecipeDone = ReplyOf<typeof taskPhoneApi.actions>[number];
export type Batch = ReplyOf<typeof taskPhoneApi.batches>["list"][number];
export type Member = ReplyOf<typeof taskMemberApi.list>["list"][number];
